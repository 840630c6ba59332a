#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast, which Swift cannot import: these two let SQLite copy what is bound.
static inline int sqlite3_bind_text_copy(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 bytes) {
  // A null pointer would bind NULL; no bytes are an empty text.
  return sqlite3_bind_text64(statement, index, bytes == 0 ? "" : text, bytes, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int sqlite3_bind_blob_copy(
    sqlite3_stmt *statement, int index, const void *blob, sqlite3_uint64 bytes) {
  // The same for blobs.
  if (bytes == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob64(statement, index, blob, bytes, SQLITE_TRANSIENT);
}

// The macros that check argument types would see our own wrappers, whose options are not constants.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Swift cannot call functions with a variable number of arguments: one wrapper for each type of argument.

static inline CURLcode curl_easy_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

typedef size_t (*curl_receive)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode curl_easy_set_receive(CURL *handle, CURLoption option, curl_receive receive) {
  return curl_easy_setopt(handle, option, receive);
}

static inline CURLcode curl_easy_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode curl_easy_get_pointer(CURL *handle, CURLINFO info, void **value) {
  return curl_easy_getinfo(handle, info, value);
}

// How a transfer ended, from a message that holds a union.
static inline CURLcode curl_message_result(const CURLMsg *message) { return message->data.result; }

// CURL_WRITEFUNC_PAUSE is a macro too plain for the importer.
static inline size_t curl_write_pause(void) { return CURL_WRITEFUNC_PAUSE; }

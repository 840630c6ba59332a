extension Store {
  /// Makes the tables of a new recording.
  func lay(tokenizer: String, schema: Schema) throws(RecordingError) {
    try begin()
    try connection.execute(Schema.tables)
    try connection.execute(
      "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(schema.version)")
    let insert = try connection.statement("INSERT INTO meta(key, value) VALUES('tokenizer', ?)")
    insert.bind(1, tokenizer)
    try insert.run()
    try commit()
  }

  func close() {
    connection.close()
    writerLock = nil
  }
}

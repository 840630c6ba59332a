import Glibc

/// Shows a text in the program that `$PAGER` names.
enum Pager {
  /// Runs the pager and waits for it. The text goes through a file that only this user can read and that is gone afterwards.
  /// - Returns: a complaint, or nil when all went well.
  static func show(_ text: String) -> String? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/stemma-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else {
      return "\(folder): no file can be made there: \(String(cString: strerror(errno)))"
    }
    let path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    defer { unlink(path) }
    let isWritten = write(text, to: file)
    close(file)
    guard isWritten else { return "\(path): \(String(cString: strerror(errno)))" }
    let status = spawn(["/bin/sh", "-c", "exec ${PAGER:-less} \"$1\"", "sh", path])
    return status == 127 ? "there is no pager; set PAGER" : nil
  }

  private static func write(_ text: String, to file: Int32) -> Bool {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  /// Runs a program and returns its exit status.
  private static func spawn(_ arguments: [String]) -> Int32 {
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    guard posix_spawn(&process, arguments[0], nil, nil, words, environ) == 0 else { return 127 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status >> 8 & 0xFF
  }
}

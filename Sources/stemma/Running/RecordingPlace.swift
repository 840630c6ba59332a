import Glibc

/// Where a live session is recorded when nobody says: a new file in the folder of recordings.
enum RecordingPlace {
  /// A path that is free: `$XDG_DATA_HOME/stemma/craft-20261130-154512.stemma`. The folder is made, for its owner alone, where it is
  /// missing.
  static func free(_ name: String) throws(RunError) -> String {
    guard let folder = Environment.dataFolder else { throw .noHome }
    try make(folder)
    var now = time(nil)
    var local = tm()
    localtime_r(&now, &local)
    func digits(_ number: Int32, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = digits(local.tm_year + 1900, 4) + digits(local.tm_mon + 1, 2) + digits(local.tm_mday, 2)
    let moment = digits(local.tm_hour, 2) + digits(local.tm_min, 2) + digits(local.tm_sec, 2)
    let stem = "\(folder)/\(name.filter { $0 != "/" })-\(day)-\(moment)"
    var path = stem + ".stemma"
    var number = 2
    while access(path, F_OK) == 0 {
      path = "\(stem)-\(number).stemma"
      number += 1
    }
    return path
  }

  /// Makes a folder and those above it. What people typed is nobody else's: mode 0700.
  private static func make(_ folder: String) throws(RunError) {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/" + part
      if mkdir(path, 0o700) == 0 || errno == EEXIST { continue }
      // A folder above may be one that we cannot write to, and there all the same.
      let reason = String(cString: strerror(errno))
      var facts = stat()
      guard stat(path, &facts) == 0 else { throw .noFolder(path: path, reason: reason) }
    }
  }
}

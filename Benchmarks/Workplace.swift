import Glibc
import PlantedFaults

/// The inputs that the benchmarks measure on, made once a run in a folder of their own and taken away at the end.
struct Workplace {
  let path: String

  init() throws {
    var template = Array("\(Workplace.temporary)/stemma-benchmarks-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Failure(what: "no folder can be made in \(Workplace.temporary)")
    }
    path = String(cString: made)
  }

  struct Failure: Error, CustomStringConvertible {
    var what: String
    var description: String { what }
  }

  private static var temporary: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  func remove() {
    _ = Stopwatch.run(["/bin/rm", "-rf", path])
  }

  /// A folder of dumps of one long session; a thousand requests are 51 MB.
  func dumps(requests: Int, compactions: Int? = nil) throws -> String {
    let folder = "\(path)/dumps-\(requests)"
    guard mkdir(folder, 0o700) == 0 else { return folder }
    try SessionGenerator(seed: 1, requests: requests, compactions: compactions ?? requests * 9 / 1000).write(
      to: folder)
    return folder
  }

  /// One transcript of about `megabytes`, no two texts the same by design.
  func transcript(megabytes: Int) throws -> String {
    let file = "\(path)/transcript-\(megabytes).json"
    guard access(file, F_OK) != 0 else { return file }
    var text = Array(#"{"type":"FoundationModels.Transcript","version":"1.1","transcript":{"entries":["#.utf8)
    text.reserveCapacity((megabytes + 1) << 20)
    var seed: UInt64 = 1
    while text.count < megabytes * 1_000_000 {
      let generator = SessionGenerator(seed: seed, requests: 1000, compactions: 0)
      var last: [UInt8] = []
      for dump in generator.dumps() { last = dump.json }
      if seed > 1 { text.append(UInt8(ascii: ",")) }
      text.append(contentsOf: Workplace.entries(of: last))
      seed += 1
    }
    text.append(contentsOf: "]}}".utf8)
    try Workplace.write(text, to: file)
    return file
  }

  /// The text between the brackets of a generated dump's entries.
  static func entries(of dump: [UInt8]) -> ArraySlice<UInt8> {
    let mark = Array(#""entries":["#.utf8)
    let start = dump.indices.first { dump[$0...].starts(with: mark) } ?? dump.startIndex
    let end = dump.lastIndex(of: UInt8(ascii: "]")) ?? dump.endIndex
    return dump[(start + mark.count)..<end]
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(what: "\(path) can't be written") }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done)
      }
      guard count > 0 else { throw Failure(what: "\(path) can't be written") }
      done += count
    }
  }

  static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(what: "\(path) can't be read") }
    defer { close(descriptor) }
    var info = stat()
    fstat(descriptor, &info)
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
    var done = 0
    while done < bytes.count {
      let size = bytes.count
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress.map { $0 + done }, size - done)
      }
      guard count > 0 else { break }
      done += count
    }
    return bytes
  }

  /// A file of the kernel's, whose size is not known before.
  static func readSmall(_ path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(what: "\(path) can't be read") }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }

  /// The largest resident memory of a process so far, in MiB.
  static func peakMebibytes(of process: String) throws -> Double {
    for line in try readSmall("/proc/\(process)/status").split(separator: "\n") where line.hasPrefix("VmHWM:")
    {
      return (Double(line.split(separator: " ").dropFirst().first ?? "0") ?? 0) / 1024
    }
    return 0
  }

  /// The `stemma` that was built beside this program.
  static var stemma: String {
    var path = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    let own = String(decoding: path[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return String(own[..<(own.lastIndex(of: "/") ?? own.endIndex)]) + "/stemma"
  }

  /// The bytes of all files right in a folder.
  static func size(ofFolder folder: String) throws -> Int {
    guard let listing = opendir(folder) else { throw Failure(what: "\(folder) can't be listed") }
    defer { closedir(listing) }
    var bytes = 0
    while let item = readdir(listing) {
      let name = withUnsafePointer(to: &item.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".json") { bytes += size(of: folder + "/" + name) }
    }
    return bytes
  }

  static func size(of path: String) -> Int {
    var info = stat()
    return stat(path, &info) == 0 ? Int(info.st_size) : 0
  }
}

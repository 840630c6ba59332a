import Glibc

extension Theme {
  /// Names of the built-in themes, the default first.
  public static var builtInNames: [String] { BuiltInThemes.names }

  /// The default.
  public static var dark: Theme { builtIn("dark") ?? bare }

  /// A built-in theme by name.
  public static func builtIn(_ name: String) -> Theme? {
    guard let source = BuiltInThemes.sources.first(where: { $0.name == name }) else { return nil }
    return try? Theme(json: source.json.utf8, file: name)
  }

  /// All built-in themes, the default first.
  public static var builtIns: [Theme] { builtInNames.compactMap(builtIn) }

  /// The terminal's own colours and nothing else.
  private static var bare: Theme {
    Theme(name: "bare", description: "", isDark: true, roles: [:], kinds: [:], personas: [])
  }

  /// A theme from the text of its file; `file` is named in errors.
  public init(json: some Sequence<UInt8>, file: String) throws(ThemeError) {
    var source = ThemeFile(file: file, bytes: Array(json))
    self = try source.theme()
  }

  /// The theme in a file.
  public init(contentsOf file: String) throws(ThemeError) {
    try self.init(json: try Self.read(file), file: file)
  }

  /// The themes in a directory (`*.json`), by file name, and the errors of those that cannot be used. A directory
  /// that is not there holds none.
  public static func load(directory: String) -> (themes: [Theme], errors: [ThemeError]) {
    var themes: [Theme] = []
    var errors: [ThemeError] = []
    for name in files(in: directory) {
      do {
        themes.append(try Theme(contentsOf: directory + "/" + name))
      } catch {
        errors.append(error)
      }
    }
    return (themes, errors)
  }

  /// The theme of that name: a file in the user's directory before a built-in one. A name with a slash or ending in
  /// `.json` is a path.
  public static func named(_ name: String, directory: String?) throws(ThemeError) -> Theme {
    if name.contains("/") || name.hasSuffix(".json") { return try Theme(contentsOf: name) }
    var known = builtInNames
    if let directory {
      for file in files(in: directory) {
        let stem = String(file.dropLast(".json".count))
        if stem == name { return try Theme(contentsOf: directory + "/" + file) }
        if !known.contains(stem) { known.append(stem) }
      }
    }
    if let theme = builtIn(name) { return theme }
    throw ThemeError(file: name, fault: .noSuchTheme(name: name, known: known))
  }

  /// A theme is a few kilobytes; what is much larger is some other file.
  private static let largestFile = 1 << 20

  private static func read(_ file: String) throws(ThemeError) -> [UInt8] {
    func fault(_ reason: String) -> ThemeError { ThemeError(file: file, fault: .unreadable(reason)) }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var data: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw fault(String(cString: strerror(errno))) }
      if count == 0 { return data }
      data.append(contentsOf: buffer[..<count])
      if data.count > largestFile { throw fault("larger than 1 MiB, so not a theme") }
    }
  }

  /// Names that end in `.json`, sorted.
  private static func files(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".json"), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}

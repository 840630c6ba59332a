import Foundation
import Testing

/// CI runs `scripts/api-surface` on the modules themselves; here it is tried on a small surface whose gaps are known.
@Suite("The comparison of the public surface")
struct PublicSurfaceTests {
  private static let symbols: [(path: String, kind: String, declaration: String)] = [
    ("Box", "struct", "struct Box<Content>"),
    ("Box.size", "property", "var size: Int { get }"),
    ("Box.label", "property", "var label: Box<Content>.Label?"),
    ("Box.Label", "enum", "enum Label"),
    ("Box.Label.plain(_:)", "enum.case", "case plain(String)"),
    (
      "Box.init(of:in:)", "init",
      "init<Item>(of item: Item = Item(), in place: Box<Content>.Place? = nil) throws where Item : Packable, Item.ID == String"
    ),
    (
      "Box.open(with:)", "method",
      "@discardableResult func open(with key: sending @escaping () async -> Box<Content>.Key) async throws -> Content?"
    ),
    ("Box.subscript(_:)", "subscript", "subscript(index: Int) -> Content { get set }"),
    ("Box.<(_:_:)", "func.op", "static func < (left: Box<Content>, right: Box<Content>) -> Bool"),
    ("Packable", "protocol", "protocol Packable : Sendable"),
  ]

  private func compare(_ list: String, exceptions: String = "") throws -> (output: String, status: Int32) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "surface-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let graph: [String: Any] = [
      "symbols": Self.symbols.map { symbol in
        [
          "kind": ["identifier": "swift.\(symbol.kind)"], "identifier": ["precise": "s:\(symbol.path)"],
          "pathComponents": symbol.path.split(separator: ".").map(String.init),
          "declarationFragments": [["spelling": symbol.declaration]],
        ] as [String: Any]
      },
      "relationships": [
        ["kind": "conformsTo", "source": "s:Box", "target": "s:Packable"],
        ["kind": "conformsTo", "source": "s:Box", "target": "s:SQ", "targetFallback": "Swift.Equatable"],
        ["kind": "memberOf", "source": "s:Box.size", "target": "s:Box"],
      ],
    ]
    try JSONSerialization.data(withJSONObject: graph).write(to: folder.appending(path: "M.symbols.json"))
    try list.write(to: folder.appending(path: "list.txt"), atomically: true, encoding: .utf8)
    try exceptions.write(to: folder.appending(path: "exceptions.txt"), atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", Repository.root.path + "/scripts/api-surface", "--graphs", folder.path,
      "--list", folder.path + "/list.txt", "--exceptions", folder.path + "/exceptions.txt",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }

  @Test("The same declaration is met in another spelling")
  func met() throws {
    let (output, status) = try compare(
      """
      # Nested names by their last part, parameters without their inner names, generic parameters under any name.
      struct Box: Packable, Equatable
        var size: Int { get }
        var label: Label?
        init<T>(of: T = T(), in: Place? = nil) throws where T.ID == String, T: Packable
        func open(with: () async -> Key) async throws -> Content?
        subscript(_: Int) -> Content { get set }
        static func <(_: Box<Content>, _: Box<Content>) -> Bool
      enum Box.Label
        case plain(String)
      protocol Packable
      """)
    #expect(output == "3 types, 7 members, 0 exceptions: nothing is missing\n")
    #expect(status == 0)
  }

  @Test(
    "Each difference is a gap",
    arguments: [
      ("struct Crate", "struct Crate"), ("class Box", "class Box"),
      ("struct Box: Hashable", "struct Box: Hashable"),
      ("struct Box\n  var size: Int { get set }", "Box | var size"),
      ("struct Box\n  var size: Double { get }", "Box | var size"),
      ("struct Box\n  var label: Label { get }", "Box | var label"),
      ("struct Box\n  static var size: Int { get }", "Box | static var size"),
      (
        "struct Box\n  init(of: T0 = T0(), in: Place?) throws where T0: Packable, String == T0.ID",
        "Box | init"
      ),
      (
        "struct Box\n  init(of: T0 = T0(), at: Place? = nil) throws where T0: Packable, String == T0.ID",
        "Box | init"
      ),
      (
        "struct Box\n  init(of: T0 = T0(), in: Place? = nil) where T0: Packable, String == T0.ID",
        "Box | init"
      ),
      ("struct Box\n  init(of: T0 = T0(), in: Place? = nil) throws where T0: Packable", "Box | init"),
      ("struct Box\n  func open(with: () -> Key) async throws -> Content?", "Box | func open"),
      ("struct Box\n  func open(with: () async -> Key) throws -> Content?", "Box | func open"),
      ("enum Box.Label\n  case plain(Int)", "Box.Label | case plain"),
      ("enum Box.Label\n  case gone", "Box.Label | case gone"),
    ])
  func gaps(_ list: String, _ gap: String) throws {
    let (output, status) = try compare(list)
    #expect(output.hasPrefix(gap) && output.hasSuffix(": 1 missing\n"), "\(output)")
    #expect(status == 1)
  }

  @Test("An exception needs a reason, and a gap")
  func exceptions() throws {
    let list = "struct Box\n  var weight: Int\n  var size: Int { get }"
    let weighed = try compare(list, exceptions: "Box | var weight: Int # nobody weighs it")
    #expect(weighed.status == 0 && weighed.output.contains("1 exceptions: nothing is missing"))
    let needless = try compare(list, exceptions: "Box | var weight: Int # x\nBox | var size: Int { get } # y")
    #expect(needless.status == 1 && needless.output.hasPrefix("Box | var size: Int { get }\n    is there"))
    let silent = try compare(list, exceptions: "Box | var weight: Int")
    #expect(silent.status == 1 && silent.output.contains("no reason for Box | var weight: Int"))
  }
}

// How this works: the compiler starts this program, sends it declarations as JSON over standard input, and gets back the
// text of their expansions. `SwiftCompilerPluginMessageHandling` speaks that language, and SwiftSyntax reads the declarations;
// both are modules that every toolchain brings along (`<toolchain>/usr/lib/swift/host`), so that nothing is fetched.
//
// The other way would be to speak the JSON ourselves and to read declarations with a parser of our own, without SwiftSyntax. It
// builds faster, and for "the stored properties of a struct" sixty lines do. But these macros meet arbitrary Swift: attributes
// with regexes and closures in them, several bindings a line, enums with associated values, `#if`, comments anywhere; and a
// diagnostic is only worth something on the right line and column, with a fix-it. That is a Swift parser, and one is here.
//
// The price: a clean debug build of this target takes 9 seconds of processor time (measured with an empty module cache, since the
// toolchain ships these modules as text that is compiled once), a build after a change of one file 3 seconds.
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The compiler plugin: what the `CompilerPlugin` protocol of swift-syntax does, over the modules that the toolchain ships.
@main
struct Plugin: PluginProvider {
  /// The macros by the type names that their declarations in `SessionEngine/Macros` give.
  static var macros: [String: any Macro.Type] {
    [
      "GenerableMacro": GenerableMacro.self,
      "GuideMacro": GuideMacro.self,
      "SessionPropertyEntryMacro": SessionPropertyEntryMacro.self,
      "SessionPropertyEntryDefaultValueMacro": SessionPropertyEntryDefaultValueMacro.self,
    ]
  }

  struct UnknownMacro: Error, CustomStringConvertible {
    var description: String
  }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = Self.macros[typeName] else {
      throw UnknownMacro(description: "there is no macro \(moduleName).\(typeName)")
    }
    return macro
  }

  static func main() throws {
    let connection = try StandardIOMessageConnection()
    try CompilerPluginMessageListener(connection: connection, provider: Plugin()).main()
  }
}

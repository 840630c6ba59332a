@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The compiler plugin: what the `CompilerPlugin` protocol of swift-syntax does, over the modules that the toolchain ships.
@main
struct Plugin: PluginProvider {
  static var macros: [String: any Macro.Type] { [:] }

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

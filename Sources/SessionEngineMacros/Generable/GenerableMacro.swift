import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Generable`: a schema, and the ways from and to generated content, for a struct or an enum.
///
/// As members it writes `generationSchema` and `PartiallyGenerated`. What would take a struct its memberwise initializer, and what
/// the conformance needs besides, stands in an extension: `init(_:)` and `generatedContent`.
enum GenerableMacro: MemberMacro, ExtensionMacro {
  /// The expansion is written with its indentation.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    var reader = GenerableReader(context: context)
    let type = reader.read(declaration, attribute: node)
    // Both roles read the declaration; this one reports.
    reader.diagnostics.forEach(context.diagnose)
    guard let type else { return [] }
    return [type.generationSchema, type.partiallyGenerated].compactMap { $0 }
      .map { DeclSyntax(stringLiteral: $0) }
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    var reader = GenerableReader(context: context)
    guard let read = reader.read(declaration, attribute: node) else { return [] }
    // Whoever reads content may be anywhere, whatever actor the program's types belong to.
    let conformance = protocols.isEmpty ? "" : ": nonisolated \(Names.generable)"
    var text = SwiftText()
    text.block("extension \(type.trimmedDescription)\(conformance) {") { text in
      read.writeInit(to: &text)
      text.line("")
      read.writeGeneratedContent(to: &text)
    }
    guard let result = DeclSyntax(stringLiteral: text.text).as(ExtensionDeclSyntax.self) else { return [] }
    return [result]
  }
}

/// Names in expansions, qualified, so that a type of the same name in a program does no harm.
enum Names {
  static let generable = "Transcripts.Generable"
  static let content = "Transcripts.GeneratedContent"
  static let schema = "Transcripts.GenerationSchema"
  static let id = "Transcripts.GenerationID"
  static let fromContent = "Transcripts.ConvertibleFromGeneratedContent"
  static let toContent = "Transcripts.ConvertibleToGeneratedContent"
}

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@SessionPropertyEntry`: turns a variable into accessors over the session's values, with a key beside it.
///
/// The key's default value is a variable with the initial value as it was written, which the second macro turns into a getter: so
/// the compiler infers its type even where none is written, and nothing has to be `Sendable`.
enum SessionPropertyEntryMacro: AccessorMacro, PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard case .success(let entry) = SessionPropertyEntry.read(declaration, in: context) else {
      // The other role says what is wrong; an accessor, whichever, keeps the compiler from adding complaints about its absence.
      let isBare = declaration.as(VariableDeclSyntax.self)?.bindings.first?.accessorBlock == nil
      return isBare ? ["  get { Swift.fatalError() }"] : []
    }
    return [
      "  get { self[\(raw: entry.key).self] }",
      "  set { self[\(raw: entry.key).self] = newValue }",
      // A change in place is one step: writers that meet lose none.
      "  _modify { yield &self[\(raw: entry.key).self] }",
    ]
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    switch SessionPropertyEntry.read(declaration, in: context) {
    case .failure(let refusal):
      // Both roles read the declaration; this one reports.
      context.diagnose(refusal.diagnostic)
      return []
    case .success(let entry):
      var text = SwiftText()
      text.block("nonisolated private enum \(entry.key): SessionEngine.SessionPropertyKey {") { text in
        if let type = entry.type { text.line("typealias Value = \(type)") }
        let annotation = entry.type.map { ": \($0)" } ?? ""
        text.line(
          "@__SessionPropertyEntryDefaultValue static var defaultValue\(annotation) = \(entry.value)")
      }
      return [DeclSyntax(stringLiteral: text.text)]
    }
  }
}

/// `@__SessionPropertyEntryDefaultValue`: a getter that gives the initial value anew each time.
enum SessionPropertyEntryDefaultValueMacro: AccessorMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let value = declaration.as(VariableDeclSyntax.self)?.bindings.first?.initializer?.value else {
      return []
    }
    return ["  get { \(raw: value.trimmedDescription) }"]
  }
}

/// What `@SessionPropertyEntry` needs of its variable.
private struct SessionPropertyEntry {
  var key: String
  var type: String?
  var value: String

  struct Refusal: Error {
    var diagnostic: Diagnostic

    init(_ fault: MacroFault, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
      diagnostic = Diagnostic(node: node, message: fault, fixIts: fixIts)
    }
  }

  static func read(
    _ declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> Result<SessionPropertyEntry, Refusal> {
    guard let variable = declaration.as(VariableDeclSyntax.self), let binding = variable.bindings.first,
      let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
    else {
      return .failure(Refusal(.entryOnNoVariable, at: declaration))
    }
    let name = identifier.plainName
    if variable.bindingSpecifier.text != "var" {
      let keyword = variable.bindingSpecifier
      let fix = FixIt(
        message: MacroFix("make it a 'var'"),
        changes: [
          .replace(oldNode: Syntax(keyword), newNode: Syntax(keyword.with(\.tokenKind, .keyword(.var))))
        ])
      return .failure(Refusal(.entryOnConstant(name), at: keyword, fixIts: [fix]))
    }
    if let modifier = variable.modifiers.first(where: { ["static", "class"].contains($0.name.text) }) {
      return .failure(Refusal(.entryIsStatic(name), at: modifier))
    }
    let around = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.extendedType
    let extended = around?.as(MemberTypeSyntax.self)?.name ?? around?.as(IdentifierTypeSyntax.self)?.name
    guard extended?.text == "SessionPropertyValues" else {
      return .failure(Refusal(.entryElsewhere(name), at: identifier))
    }
    if let accessors = binding.accessorBlock {
      return .failure(Refusal(.entryWithAccessors(name), at: accessors))
    }
    let type = binding.typeAnnotation?.type
    let isOptional = type.map { ValueType($0).isOptional } ?? false
    guard let value = binding.initializer?.value.trimmedDescription ?? (isOptional ? "nil" : nil) else {
      return .failure(Refusal(.entryWithoutValue(name), at: identifier))
    }
    return .success(
      SessionPropertyEntry(key: "__Key_\(name)", type: type?.trimmedDescription, value: value))
  }
}

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Guide`: expands to nothing. `@Generable` on the type around it reads its arguments; here it is only held to its place.
enum GuideMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let fault = fault(on: declaration, in: context) {
      context.diagnose(Diagnostic(node: node, message: fault))
    }
    return []
  }

  private static func fault(
    on declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> MacroFault? {
    if declaration.is(EnumCaseDeclSyntax.self) { return .guideOnEnumCase }
    guard let variable = declaration.as(VariableDeclSyntax.self), let binding = variable.bindings.first else {
      return .guideOnNoProperty
    }
    let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName ?? ""
    if binding.isComputed { return .guideOnComputedProperty(name) }
    if variable.modifiers.contains(where: { ["static", "class"].contains($0.name.text) }) {
      return .guideOnStaticProperty(name)
    }
    if variable.isStaticOrLazy { return .guideOnComputedProperty(name) }
    guard let around = context.lexicalContext.first else { return .guideOnNoProperty }
    guard let type = around.asProtocol((any DeclGroupSyntax).self) else { return .guideOnNoProperty }
    if type.attributes.named("Generable").isEmpty {
      return .guideOutsideGenerable(
        type.asProtocol((any NamedDeclSyntax).self)?.name.plainName ?? "this type")
    }
    return nil
  }
}

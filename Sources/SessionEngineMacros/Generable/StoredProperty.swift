import SwiftSyntax
import SwiftSyntaxBuilder

/// A property that the model fills.
struct StoredProperty {
  /// As code spells it, backticks included.
  var identifier: String
  /// As generated content spells it.
  var name: String
  var type: ValueType
  /// The property's own access modifier with a space after it, or nothing.
  var access: String
  var guide: GuideArguments?

  /// `var id: GenerationID`: the identity of the content, which no model writes.
  var isIdentity: Bool {
    name == "id" && (type.text == "GenerationID" || type.text.hasSuffix(".GenerationID"))
  }
}

extension VariableDeclSyntax {
  /// Whether it belongs to the type, or is filled when it is first read.
  var isStaticOrLazy: Bool { modifiers.contains { ["static", "class", "lazy"].contains($0.name.text) } }
}

extension PatternBindingSyntax {
  /// Whether it has a getter, so that nothing is stored.
  var isComputed: Bool {
    guard let accessors = accessorBlock?.accessors else { return false }
    guard case .accessors(let list) = accessors else { return true }
    return !list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}

extension TokenSyntax {
  /// The name without the backticks.
  var plainName: String { identifier?.name ?? text }
}

extension String {
  /// The string as a literal of Swift.
  var literal: String { StringLiteralExprSyntax(content: self).description }
}

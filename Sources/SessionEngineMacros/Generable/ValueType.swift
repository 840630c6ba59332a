import SwiftSyntax

/// The type of a property or of an associated value, as expansions spell it.
struct ValueType {
  /// Without the outermost `?`.
  let wrapped: String
  let isOptional: Bool
  private let isSimple: Bool

  init(_ type: TypeSyntax) {
    let inner = Self.unwrapped(type)
    isOptional = inner != nil
    let wrapped = inner ?? type
    isSimple = Self.isSimple(wrapped)
    self.wrapped = wrapped.trimmedDescription
  }

  /// With parentheses where a member of the type could not be named otherwise.
  private var base: String { isSimple ? wrapped : "(\(wrapped))" }

  /// The type itself: `String?`.
  var text: String { isOptional ? base + "?" : wrapped }

  /// The type as a value: `String?.self`.
  var metatype: String { (isOptional ? base + "?" : base) + ".self" }

  /// What has come of it while it is streamed: `String.PartiallyGenerated?`.
  var partial: String { base + ".PartiallyGenerated?" }

  /// `T` of `T?`, `T!`, `Optional<T>`.
  private static func unwrapped(_ type: TypeSyntax) -> TypeSyntax? {
    if let optional = type.as(OptionalTypeSyntax.self) { return optional.wrappedType }
    if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return optional.wrappedType }
    let arguments: GenericArgumentClauseSyntax?
    if let identifier = type.as(IdentifierTypeSyntax.self), identifier.name.text == "Optional" {
      arguments = identifier.genericArgumentClause
    } else if let member = type.as(MemberTypeSyntax.self), member.name.text == "Optional" {
      arguments = member.genericArgumentClause
    } else {
      return nil
    }
    guard case .type(let wrapped)? = arguments?.arguments.first?.argument else { return nil }
    return wrapped
  }

  private static func isSimple(_ type: TypeSyntax) -> Bool {
    type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self) || type.is(ArrayTypeSyntax.self)
      || type.is(TupleTypeSyntax.self) || type.is(OptionalTypeSyntax.self)
  }

  /// What cannot be generated within `type`, with the place where it stands. Everything else is left to the type checker.
  static func fault(in type: TypeSyntax) -> (fault: MacroFault, at: TypeSyntax)? {
    if let wrapped = unwrapped(type) { return fault(in: wrapped) }
    if let array = type.as(ArrayTypeSyntax.self) { return fault(in: array.element) }
    if type.is(DictionaryTypeSyntax.self) { return (.dictionary, type) }
    if type.is(FunctionTypeSyntax.self) { return (.function, type) }
    if let attributed = type.as(AttributedTypeSyntax.self) { return fault(in: attributed.baseType) }
    if let tuple = type.as(TupleTypeSyntax.self) {
      guard tuple.elements.count == 1, let only = tuple.elements.first, only.firstName == nil else {
        return (.tuple, type)
      }
      return fault(in: only.type)
    }
    if let identifier = type.as(IdentifierTypeSyntax.self) {
      switch identifier.name.text {
      case "Dictionary": return (.dictionary, type)
      case "Array":
        if case .type(let element)? = identifier.genericArgumentClause?.arguments.first?.argument {
          return fault(in: element)
        }
      default: break
      }
    }
    return nil
  }
}

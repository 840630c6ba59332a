import SwiftDiagnostics

/// What can be wrong with a declaration that has one of the macros. The words of all of them are here.
enum MacroFault: DiagnosticMessage {
  // @Generable
  case notGenerable(kind: String, name: String)
  case propertyWithoutType(String)
  case severalNamesAtOnce
  case dictionary
  case tuple
  case function
  case constant(String)
  case notALiteral(argument: String)
  case rawValueIsNoString
  case noCases(String)
  case repeatedCase(String)
  case reservedLabel(String)
  case conditionUnknown

  // @Guide
  case guideOnNoProperty
  case guideOnEnumCase
  case guideOnComputedProperty(String)
  case guideOnStaticProperty(String)
  case guideOutsideGenerable(String)
  case secondGuide(String)

  // @SessionPropertyEntry
  case entryOnNoVariable
  case entryOnConstant(String)
  case entryWithoutValue(String)
  case entryWithAccessors(String)
  case entryIsStatic(String)
  case entryElsewhere(String)

  var severity: DiagnosticSeverity {
    switch self {
    case .constant, .guideOutsideGenerable: .warning
    default: .error
    }
  }

  var message: String {
    switch self {
    case .notGenerable(let kind, let name):
      "@Generable goes on a struct or an enum; '\(name)' is \(kind)"
    case .propertyWithoutType(let name):
      "'\(name)' needs a type: @Generable reads the declaration, and cannot infer the type of a value"
    case .severalNamesAtOnce:
      "a pattern cannot be generated; give each property of a @Generable struct its own name and type"
    case .dictionary:
      "a dictionary cannot be generated, since its keys are not known beforehand; "
        + "use an array of a @Generable struct with a key and a value"
    case .tuple: "a tuple cannot be generated; use a @Generable struct"
    case .function: "a function cannot be generated"
    case .constant(let name):
      "'\(name)' always has its initial value, so it is not generated; make it a 'var' to let the model fill it"
    case .notALiteral(let argument): "'\(argument)' must be written as 'true' or 'false'"
    case .rawValueIsNoString: "the raw values of a @Generable enum must be strings"
    case .noCases(let name): "'\(name)' has no case that could be generated"
    case .repeatedCase(let name):
      "'\(name)' is the name of two cases, and generated content tells cases apart by name"
    case .reservedLabel(let label):
      "'\(label)' names the case itself in generated content; choose another label"
    case .conditionUnknown:
      "@Generable cannot tell whether this '#if' holds; keep properties and cases out of it"

    case .guideOnNoProperty: "@Guide goes on a stored property of a @Generable struct"
    case .guideOnEnumCase: "@Guide goes on a stored property of a @Generable struct, and not on an enum case"
    case .guideOnComputedProperty(let name):
      "'\(name)' is computed, so that nothing is generated for @Guide to guide"
    case .guideOnStaticProperty(let name):
      "'\(name)' is static, so that nothing is generated for @Guide to guide"
    case .guideOutsideGenerable(let name): "@Guide has no effect here, since '\(name)' is not @Generable"
    case .secondGuide(let name): "'\(name)' has a @Guide already; put all guides into one"

    case .entryOnNoVariable: "@SessionPropertyEntry goes on a 'var' in an extension of SessionPropertyValues"
    case .entryOnConstant(let name):
      "'\(name)' must be a 'var': a session property is written while the session runs"
    case .entryWithoutValue(let name): "'\(name)' needs an initial value, which a new session begins with"
    case .entryWithAccessors(let name):
      "'\(name)' cannot have accessors of its own, since @SessionPropertyEntry writes them"
    case .entryIsStatic(let name): "'\(name)' cannot be static: each session has its own value"
    case .entryElsewhere(let name): "'\(name)' must stand in an extension of SessionPropertyValues"
    }
  }

  var diagnosticID: MessageID {
    // The case's name without its payload.
    MessageID(domain: "SessionEngineMacros", id: String("\(self)".prefix { $0 != "(" }))
  }
}

/// The words beside a fix.
struct MacroFix: FixItMessage {
  var message: String

  init(_ message: String) { self.message = message }

  var fixItID: MessageID { MessageID(domain: "SessionEngineMacros", id: message) }
}

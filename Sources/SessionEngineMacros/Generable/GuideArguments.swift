import SwiftSyntax

/// What a property's `@Guide` says, each argument as it was written.
struct GuideArguments {
  var description: String?
  var guides: [String] = []

  init(_ attribute: AttributeSyntax) {
    guard case .argumentList(let arguments)? = attribute.arguments else { return }
    for argument in arguments {
      let text = argument.expression.trimmedDescription
      if argument.label?.text == "description" {
        description = text
      } else {
        guides.append(text)
      }
    }
  }
}

extension AttributeListSyntax {
  /// The attributes of this name, whether it is qualified by a module or not.
  func named(_ name: String) -> [AttributeSyntax] {
    compactMap { element in
      guard case .attribute(let attribute) = element else { return nil }
      if let identifier = attribute.attributeName.as(IdentifierTypeSyntax.self) {
        return identifier.name.text == name ? attribute : nil
      }
      return attribute.attributeName.as(MemberTypeSyntax.self)?.name.text == name ? attribute : nil
    }
  }
}

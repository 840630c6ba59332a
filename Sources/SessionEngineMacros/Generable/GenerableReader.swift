import SwiftDiagnostics
import SwiftIfConfig
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Reads the declaration of a type with `@Generable`, and notes what is wrong with it.
struct GenerableReader {
  let context: any MacroExpansionContext
  private(set) var diagnostics: [Diagnostic] = []

  init(context: any MacroExpansionContext) { self.context = context }

  /// Nil when there is an error among the diagnostics.
  mutating func read(_ declaration: some DeclGroupSyntax, attribute: AttributeSyntax) -> GenerableType? {
    let arguments = readArguments(attribute)
    var type: GenerableType?
    if let structure = declaration.as(StructDeclSyntax.self) {
      type = GenerableType(
        name: structure.name.text, access: access(structure.modifiers),
        isEquatable: isEquatable(structure.inheritanceClause), arguments: arguments,
        shape: .structure(readProperties(structure.memberBlock.members)))
    } else if let enumeration = declaration.as(EnumDeclSyntax.self) {
      type = GenerableType(
        name: enumeration.name.text, access: access(enumeration.modifiers),
        isEquatable: isEquatable(enumeration.inheritanceClause), arguments: arguments,
        shape: readEnum(enumeration))
    } else {
      refuse(declaration)
    }
    diagnostics.sort { $0.position < $1.position }
    return diagnostics.contains { $0.diagMessage.severity == .error } ? nil : type
  }

  private mutating func note(_ fault: MacroFault, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
    diagnostics.append(Diagnostic(node: node, message: fault, fixIts: fixIts))
  }

  // MARK: The type

  private mutating func readArguments(_ attribute: AttributeSyntax) -> GenerableType.Arguments {
    var result = GenerableType.Arguments()
    guard case .argumentList(let arguments)? = attribute.arguments else { return result }
    for argument in arguments {
      let text = argument.expression.trimmedDescription
      switch argument.label?.text {
      case "name": result.name = text
      case "description": result.description = text
      case "representNilExplicitlyInGeneratedContent":
        guard let literal = argument.expression.as(BooleanLiteralExprSyntax.self) else {
          note(.notALiteral(argument: "representNilExplicitlyInGeneratedContent"), at: argument.expression)
          continue
        }
        result.representsNil = literal.literal.text == "true"
      default: break
      }
    }
    return result
  }

  private mutating func refuse(_ declaration: some DeclGroupSyntax) {
    if let type = declaration.as(ClassDeclSyntax.self) {
      let keyword = type.classKeyword
      let fix = FixIt(
        message: MacroFix("make it a struct"),
        changes: [
          .replace(oldNode: Syntax(keyword), newNode: Syntax(keyword.with(\.tokenKind, .keyword(.struct))))
        ])
      note(
        .notGenerable(kind: "a class", name: type.name.plainName), at: keyword,
        fixIts: type.inheritanceClause == nil && type.modifiers.isEmpty ? [fix] : [])
    } else if let type = declaration.as(ActorDeclSyntax.self) {
      note(.notGenerable(kind: "an actor", name: type.name.plainName), at: type.actorKeyword)
    } else if let type = declaration.as(ProtocolDeclSyntax.self) {
      note(.notGenerable(kind: "a protocol", name: type.name.plainName), at: type.protocolKeyword)
    } else if let type = declaration.as(ExtensionDeclSyntax.self) {
      note(
        .notGenerable(kind: "extended here", name: type.extendedType.trimmedDescription),
        at: type.extensionKeyword)
    }
  }

  /// The access of the members: as wide as the type's, whether it says so itself or the extension around it does.
  private func access(_ modifiers: DeclModifierListSyntax) -> String {
    let levels = ["public", "package", "internal", "fileprivate", "private"]
    func level(_ modifiers: DeclModifierListSyntax) -> String? {
      modifiers.first { levels.contains($0.name.text) && $0.detail == nil }?.name.text
    }
    let around = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers
    let found = level(modifiers) ?? around.flatMap(level)
    return found == "public" || found == "package" ? "\(found ?? "") " : ""
  }

  private func isEquatable(_ clause: InheritanceClauseSyntax?) -> Bool {
    let names = ["Equatable", "Hashable", "Comparable"]
    return inherited(clause).contains { names.contains($0.name) }
  }

  private func inherited(_ clause: InheritanceClauseSyntax?) -> [(name: String, type: TypeSyntax)] {
    guard let clause else { return [] }
    return clause.inheritedTypes.flatMap { inherited -> [(name: String, type: TypeSyntax)] in
      let parts = inherited.type.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [inherited.type]
      return parts.map { part in
        let type = part.as(AttributedTypeSyntax.self)?.baseType ?? part
        let name = type.as(MemberTypeSyntax.self)?.name ?? type.as(IdentifierTypeSyntax.self)?.name
        return (name?.text ?? "", type)
      }
    }
  }

  /// The members, those of the `#if` clauses that hold among them.
  private mutating func activeMembers(_ items: MemberBlockItemListSyntax) -> [DeclSyntax] {
    var result: [DeclSyntax] = []
    for item in items {
      guard let condition = item.decl.as(IfConfigDeclSyntax.self) else {
        result.append(item.decl)
        continue
      }
      guard let configuration = context.buildConfiguration else {
        note(.conditionUnknown, at: condition)
        continue
      }
      if case .decls(let inner)? = condition.activeClause(in: configuration).clause?.elements {
        result += activeMembers(inner)
      }
    }
    return result
  }

  // MARK: Structs

  private mutating func readProperties(_ items: MemberBlockItemListSyntax) -> [StoredProperty] {
    activeMembers(items).compactMap { $0.as(VariableDeclSyntax.self) }.flatMap { readProperties($0) }
  }

  private mutating func readProperties(_ variable: VariableDeclSyntax) -> [StoredProperty] {
    if variable.isStaticOrLazy { return [] }
    let levels = ["public", "package", "internal", "fileprivate", "private"]
    let access = variable.modifiers.first { levels.contains($0.name.text) && $0.detail == nil }?.name.text
    let guides = variable.attributes.named("Guide")
    var properties: [StoredProperty] = []
    // In `a, b: Int` the annotation is that of `a` too: go from the last to the first.
    var annotation: TypeSyntax?
    for binding in variable.bindings.reversed() {
      if let type = binding.typeAnnotation?.type {
        annotation = type
      } else if binding.initializer != nil {
        annotation = nil
      }
      if binding.isComputed { continue }
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
        if !binding.pattern.is(WildcardPatternSyntax.self) { note(.severalNamesAtOnce, at: binding.pattern) }
        continue
      }
      let name = pattern.identifier.plainName
      if variable.bindingSpecifier.text == "let", binding.initializer != nil {
        let keyword = variable.bindingSpecifier
        note(
          .constant(name), at: keyword,
          fixIts: [
            FixIt(
              message: MacroFix("make it a 'var'"),
              changes: [
                .replace(
                  oldNode: Syntax(keyword), newNode: Syntax(keyword.with(\.tokenKind, .keyword(.var))))
              ])
          ])
        continue
      }
      guard let type = annotation else {
        note(.propertyWithoutType(name), at: pattern, fixIts: annotationFix(for: binding))
        continue
      }
      if let (fault, place) = ValueType.fault(in: type) {
        note(fault, at: place)
        continue
      }
      if guides.count > 1 { note(.secondGuide(name), at: guides[1]) }
      properties.append(
        StoredProperty(
          identifier: pattern.identifier.text, name: name, type: ValueType(type),
          access: access.map { "\($0) " } ?? "", guide: guides.first.map(GuideArguments.init)))
    }
    return properties.reversed()
  }

  /// For a value that shows its type, the annotation.
  private func annotationFix(for binding: PatternBindingSyntax) -> [FixIt] {
    guard let value = binding.initializer?.value else { return [] }
    let type: String
    switch value.kind {
    case .stringLiteralExpr: type = "String"
    case .integerLiteralExpr: type = "Int"
    case .floatLiteralExpr: type = "Double"
    case .booleanLiteralExpr: type = "Bool"
    default: return []
    }
    var annotated = binding
    annotated.pattern.trailingTrivia = []
    annotated.typeAnnotation = TypeAnnotationSyntax(
      colon: .colonToken(trailingTrivia: .space), type: TypeSyntax(stringLiteral: type),
      trailingTrivia: binding.pattern.trailingTrivia)
    return [
      FixIt(
        message: MacroFix("add ': \(type)'"),
        changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(annotated))])
    ]
  }

  // MARK: Enums

  /// The standard library's types that a literal gives and that are no strings.
  private static let otherRawTypes: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "UInt128",
    "Double", "Float", "Float16", "Float80", "Character",
  ]

  private mutating func readEnum(_ enumeration: EnumDeclSyntax) -> GenerableType.Shape {
    let inherited = inherited(enumeration.inheritanceClause)
    let hasRawValues = inherited.contains { $0.name == "String" }
    let declarations = activeMembers(enumeration.memberBlock.members)
      .compactMap { $0.as(EnumCaseDeclSyntax.self) }
    let elements = declarations.flatMap { Array($0.elements) }
    var cases: [EnumCase] = []
    var names: Set<String> = []
    for element in elements {
      let name = element.name.plainName
      if !names.insert(name).inserted { note(.repeatedCase(name), at: element.name) }
      var read = EnumCase(identifier: element.name.text, name: name)
      if let value = element.rawValue?.value {
        guard let string = value.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
          note(.rawValueIsNoString, at: value)
          continue
        }
        read.name = string
      }
      read.values = readValues(element)
      cases.append(read)
    }
    if elements.isEmpty { note(.noCases(enumeration.name.plainName), at: enumeration.name) }
    if diagnostics.isEmpty, let raw = inherited.first(where: { Self.otherRawTypes.contains($0.name) }) {
      note(.rawValueIsNoString, at: raw.type)
    }
    if cases.allSatisfy(\.values.isEmpty) { return .choices(cases, hasRawValues: hasRawValues) }
    let isIndirect =
      enumeration.modifiers.contains { $0.name.text == "indirect" }
      || declarations.contains { $0.modifiers.contains { $0.name.text == "indirect" } }
    return .union(cases, isIndirect: isIndirect)
  }

  private mutating func readValues(_ element: EnumCaseElementSyntax) -> [EnumCase.AssociatedValue] {
    guard let parameters = element.parameterClause?.parameters else { return [] }
    var values: [EnumCase.AssociatedValue] = []
    for (index, parameter) in parameters.enumerated() {
      if let (fault, place) = ValueType.fault(in: parameter.type) { note(fault, at: place) }
      let label = parameter.firstName.flatMap { $0.text == "_" ? nil : $0 }
      if let label, label.plainName == EnumCase.discriminator {
        note(.reservedLabel(label.plainName), at: label)
      }
      values.append(
        EnumCase.AssociatedValue(
          label: label?.text, name: label?.plainName ?? (parameters.count == 1 ? "value" : "_\(index)"),
          type: ValueType(parameter.type)))
    }
    return values
  }
}

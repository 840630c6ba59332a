import SwiftDiagnostics
import SwiftIfConfig
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import SessionEngineMacros

/// What the macros make of a source text, as the compiler would show it.
struct Expansion {
  /// The source with every macro expanded, without empty lines at its ends.
  var text: String
  /// `line:column: severity: message`, and after a line break `fix: message: the source after the fix` for each fix.
  var diagnostics: [String]

  init(_ source: String) {
    let file = Parser.parse(source: source)
    let root = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Program", fullFilePath: "Program.swift")],
      buildConfiguration: StaticBuildConfiguration(
        customConditions: ["LARGE"], languageVersion: VersionTuple(6), compilerVersion: VersionTuple(6, 3)))
    let expanded = file.expand(
      macroSpecs: [
        "Generable": MacroSpec(type: GenerableMacro.self, conformances: ["Transcripts.Generable"]),
        "Guide": MacroSpec(type: GuideMacro.self),
        "SessionPropertyEntry": MacroSpec(type: SessionPropertyEntryMacro.self),
        "__SessionPropertyEntryDefaultValue": MacroSpec(type: SessionPropertyEntryDefaultValueMacro.self),
      ],
      contextGenerator: { syntax in
        BasicMacroExpansionContext(sharingWith: root, lexicalContext: syntax.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    text = expanded.description.trimmed
    diagnostics = root.diagnostics.map { diagnostic in
      let place = root.location(
        for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "Program.swift")
      let head = "\(place.line):\(place.column): \(diagnostic.diagMessage.severity): \(diagnostic.message)"
      return ([head] + diagnostic.fixIts.map { "fix: \($0.message.message): \(Self.replacement($0))" })
        .joined(separator: "\n")
    }
  }

  /// The lines of the expansion that have `part` in them, without their indentation.
  func lines(with part: String) -> [String] {
    text.split(separator: "\n").filter { $0.contains(part) }.map { String($0.drop { $0 == " " }) }
  }

  /// The text that a fix puts in place of what was there.
  private static func replacement(_ fix: FixIt) -> String {
    fix.changes.map { change in
      guard case .replace(let old, let new) = change else { return "?" }
      return "\(old.trimmedDescription) -> \(new.trimmedDescription)"
    }.joined(separator: ", ")
  }
}

extension String {
  /// Without empty lines and spaces at its ends, and without spaces at the ends of its lines.
  var trimmed: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    return lines.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed().joined(separator: "\n")
  }
}

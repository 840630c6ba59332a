import Terminal
import Testing

@testable import Workbench

@Suite struct KeyTableTests {
  @Test(arguments: View.Kind.allCases)
  func noKeyMeansTwoThingsInOneView(_ view: View.Kind) {
    var seen: Set<Key> = []
    for binding in KeyTable.bindings(in: view) {
      for name in binding.keys {
        guard let key = Key(name) else {
          Issue.record("there is no key \(name)")
          continue
        }
        #expect(seen.insert(key).inserted, "\(name) in \(view)")
        #expect(KeyTable.binding(for: key, in: view)?.action == binding.action)
      }
    }
  }

  @Test func everyKeyIsDescribedAndEveryConditionSaysWhy() {
    for binding in KeyTable.bindings {
      #expect(!binding.description.isEmpty && !binding.views.isEmpty && !binding.keys.isEmpty)
      if binding.when != .always { #expect(!binding.when.complaint.isEmpty) }
    }
  }

  @Test(arguments: View.Kind.allCases)
  func everyViewCanBeLeftAndExplainsItself(_ view: View.Kind) {
    let actions = KeyTable.bindings(in: view).map(\.action)
    #expect(actions.contains(.back))
    #expect(view == .help || actions.contains(.help))
  }

  @Test func theSheetListsEveryView() {
    let sheet = KeyTable.sheet
    for view in View.Kind.allCases { #expect(sheet.contains(view.title)) }
    #expect(sheet.contains("  c                     the next lost cache"))
  }

  @Test func keysOfOtherIssuesAreNotShown() {
    for name in ["e", "p"] {
      for view in View.Kind.allCases where view != .picker {
        #expect(KeyTable.binding(for: .character(Character(name)), in: view) == nil)
      }
    }
  }
}

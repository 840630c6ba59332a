import Testing

@Suite("What does not compile")
struct RefusalTests {
  /// The lines marked `refused` must not compile, and all others must.
  static let profiles = """
    import SessionEngine
    import Transcripts

    struct Two: LanguageModelSession.DynamicProfile {
      var body: some DynamicProfile { // refused
        Profile { Instructions("one") }
        Profile { Instructions("two") }
      }
    }

    struct BareIf: LanguageModelSession.DynamicProfile {
      var isOn: Bool
      var body: some DynamicProfile {
        if isOn { Profile { Instructions("on") } } // refused
      }
    }

    struct ParallelIfs: LanguageModelSession.DynamicProfile {
      var isOn: Bool
      var body: some DynamicProfile {
        if isOn { Profile { Instructions("on") } } // refused
        if !isOn { Profile { Instructions("off") } }
      }
    }

    struct ModelLabel: LanguageModelSession.DynamicProfile {
      var body: some DynamicProfile {
        Profile(model: SystemLanguageModel()) { Instructions("labelled") } // refused
      }
    }

    struct Slice: LanguageModelSession.DynamicProfile {
      var body: some DynamicProfile {
        Profile { Instructions("late") }
          .historyTransform { entries in // refused
            await Task.yield()
            return entries
          }
      }
    }

    struct Allowed: LanguageModelSession.DynamicProfile {
      var mode: Int
      var body: some DynamicProfile {
        switch mode {
        case 1: Profile { Instructions("one") }
        case 2: if mode > 0 { Profile {} } else { Profile { Instructions("two") } }
        default: Profile { if mode > 3 { Instructions("bare `if`s are fine in here") } }
        }
      }
    }
    """

  @Test(
    "P1: two profiles, a bare `if` and a label for the model do not compile; one profile for each branch does"
  )
  func profiles() throws {
    let errors = try Compiler.errors(in: Self.profiles)
    #expect(Set(errors.map(\.line)) == Compiler.marked(in: Self.profiles), "\(errors)")
    #expect(
      errors.contains {
        $0.text.contains(
          "a 'DynamicProfile' has one active profile at a time; choose it with 'if'–'else' or 'switch'")
      })
  }

  static let instructions = """
    import SessionEngine
    import Transcripts

    struct BareString: DynamicInstructions {
      var body: some DynamicInstructions {
        "no block around it" // refused
      }
    }

    struct Shout: Tool { // refused
      let description = "Its argument has no name"
      func call(arguments: String) async throws -> String { arguments }
    }

    struct Whisper: Tool {
      let description = "Its arguments are anything"
      func call(arguments: GeneratedContent) async throws -> String { "" }
    }

    struct Allowed: DynamicInstructions {
      var isOn: Bool
      var body: some DynamicInstructions {
        Instructions("in a block")
        Whisper()
        [Whisper(), Whisper()]
        if isOn { Whisper() }
      }
    }
    """

  @Test("D2: a bare string is no instruction, and a bare value no arguments of a tool")
  func instructions() throws {
    let errors = try Compiler.errors(in: Self.instructions)
    #expect(Set(errors.map(\.line)) == Compiler.marked(in: Self.instructions), "\(errors)")
  }
}

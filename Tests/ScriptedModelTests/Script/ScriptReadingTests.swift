import ScriptedModel
import Testing
import Transcripts

@Suite struct ScriptReadingTests {
  private func message(_ text: String) -> String {
    do {
      _ = try Script(json5: text, file: "s.json5")
      return "no error"
    } catch {
      return "\(error)"
    }
  }

  @Test("M3: A script is read with all it can say")
  func all() throws {
    let script = try Script(
      json5: """
        { rules: [
          { when: { prompt: { matches: 'a (?<b>.)', caseSensitive: true }, instructions: 'brief', round: 1, tool: 'fold' },
            answers: [['x', { text: '${b}' }], [{ reasoning: 'r' }, { call: 'fold' }, { pause: 0.5 }]] },
          { when: { toolOutput: { equals: 'ok' }, round: 'any' }, answer: { fail: { kind: 'rateLimited', retryAfter: 2 } } },
          { answer: [{ calls: [{ tool: 'a', arguments: { n: 1, t: ['${prompt}', null] } }, { tool: 'b', arguments: 'fill' }] },
                     { structured: 'fill' }] },
        ] }
        """)
    var first = Script.Conditions()
    first.prompt = Script.TextCondition(.matches("a (?<b>.)"), caseSensitive: true)
    first.instructions = Script.TextCondition(.contains("brief"))
    (first.round, first.tool) = (.from(1), "fold")
    var second = Script.Conditions()
    (second.toolOutput, second.round) = (Script.TextCondition(.equals("ok")), .any)
    let prompt = Script.Template(pieces: [.variable("prompt")])
    #expect(
      script.rules == [
        Script.Rule(
          when: first,
          answers: [
            [.text(Script.Template("x")), .text(Script.Template(pieces: [.variable("b")]))],
            [
              .reasoning(Script.Template("r")), .calls([.init(tool: "fold", arguments: .fill)]),
              .pause(.milliseconds(500)),
            ],
          ]),
        Script.Rule(
          when: second,
          answers: [
            [
              .fail(
                .rateLimited(retryAfter: .seconds(2), message: "too many requests; wait before the next one"))
            ]
          ]),
        Script.Rule(
          answers: [
            [
              .calls([
                .init(
                  tool: "a",
                  arguments: .value(
                    .object([.init("n", .plain(1)), .init("t", .array([.text(prompt), .plain(.null)]))]))),
                .init(tool: "b", arguments: .fill),
              ]), .structured(.fill),
            ]
          ]),
      ])
    // The array of the rules alone is a script, too.
    #expect(try Script(json5: "[{ answer: 'x' }]") == Script(json5: "{ rules: [{ answer: ['x'] }] }"))
  }

  @Test("M3: A plain ${ is written $${, and a $ alone is a $")
  func templates() {
    #expect(
      Script.Template(reading: "a $5 $${x} ${ b } c")?.pieces == [
        .text("a $5 ${x} "), .variable("b"), .text(" c"),
      ])
    #expect(Script.Template(reading: "")?.pieces == [.text("")])
    #expect(Script.Template(reading: "${") == nil)
    #expect(Script.Template(reading: "${ }") == nil)
  }

  @Test(
    "M3: An error in a script names the line, the column and what is allowed there",
    arguments: [
      ("{ rule: [] }", "1:3: “rule” is not known in a script; it may have rules"),
      ("{}", "1:1: a script without rules; write { rules: [ … ] }"),
      ("5", "1:1: 5 where a script: an object with rules should stand"),
      (
        "[{ when: {} }]",
        "1:2: a rule without an answer; write answer: [ … ], or answers: [ [ … ], … ] for several rounds"
      ),
      ("[{ answer: 'x',\n  answers: [] }]", "2:12: “answer” and “answers” in one rule; write one of them"),
      ("[{ answers: [] }]", "1:13: a rule without an answer"),
      (
        "[{ answer: 'x', wenn: {} }]",
        "1:17: “wenn” is not known in a rule; it may have when, answer and answers"
      ),
      (
        "[{ when: { promt: 'a' }, answer: 'x' }]",
        "1:12: “promt” is not known in the conditions; it may have prompt, instructions, toolOutput, tool and round"
      ),
      (
        "[{ when: { prompt: {} }, answer: 'x' }]",
        "1:20: a condition on a text is one of contains, equals and matches"
      ),
      (
        "[{ when: { prompt: { matches: '(' } }, answer: 'x' }]",
        "1:31: “(” is no regular expression that Swift reads"
      ),
      ("[{ when: { round: -1 }, answer: 'x' }]", "1:19: a round is a number from 0, or 'any'"),
      (
        "[{ answer: [5] }]",
        "1:13: a number where an action should stand: a text, or an object with one of text, reasoning, call, calls, structured, fail, pause"
      ),
      (
        "[{ answer: [{ say: 'x' }] }]",
        "1:15: “say” is no action; there are text, reasoning, call, calls, structured, fail, pause"
      ),
      (
        "[{ answer: [{ text: 'x', pause: 1 }] }]",
        "1:13: an action is one of text, reasoning, call, calls, structured, fail, pause, and only one"
      ),
      (
        "[{ answer: [{ text: 'x', loud: 1 }] }]",
        "1:26: “loud” is not known in the action “text”; it may have text"
      ),
      (
        "[{ answer: { fail: 'crash' } }]",
        "1:20: “crash” where the kind of a failure: contextSizeExceeded, rateLimited, guardrailViolation, refusal, unsupportedLanguageOrLocale, timeout or unsupportedGenerationGuide should stand"
      ),
      (
        "[{ answer: { pause: -1 } }]",
        "1:21: -1 where the seconds of a pause, a number from 0 to 86400 should stand"
      ),
      (
        "[{ answer: '${1}' }]",
        "1:12: “${1}” is not known; there are prompt, toolOutput, toolOutput.PATH, and captures where a condition “matches”"
      ),
      (
        "[{ when: { prompt: { matches: 'a(?<b>.)' } }, answer: '${c}' }]",
        "1:55: “${c}” is not known; there are prompt, toolOutput, toolOutput.PATH and the captures of the rule’s patterns"
      ),
      (
        "[{ answer: 'a ${b' }]",
        "1:12: a “${” without a name and “}”; write “$${” for the characters themselves"
      ),
      ("[{ answer: { call: 'f', arguments: { n: Infinity } } }]", "1:41: JSON has no infinite numbers"),
      ("[{ answer: { calls: [] } }]", "1:21: calls without a call"),
      ("[{ answer: 'x' }", "1:17: the text ends inside what begins at line 1, column 1"),
    ])
  func faults(text: String, expected: String) {
    #expect(message(text) == "s.json5:\(expected)")
  }

  @Test("M3: A script with something else in any place of it is read or refused, at a line and a column")
  func damaged() throws {
    let text = """
      { rules: [{ when: { prompt: { matches: 'a (?<b>.)' }, round: 1, tool: 'f' }, answers: [['${b}', { reasoning: 'r' }], [{ call: 'f',
        arguments: { n: [1, null] } }, { fail: { kind: 'refusal', message: 'no' } }, { pause: 1 }, { structured: 'fill' }]] }] }
      """
    func damage(_ node: JSON5Node, _ numbers: inout SeededGenerator) -> JSON5Node {
      let others: [JSON5Node.Value] = [
        .null, .bool(true), .number("-1"), .number("NaN"), .string("${"), .array([]), .object([]),
      ]
      var copy = node
      switch node.value {
      case .object(var members) where !members.isEmpty && numbers.below(4) > 0:
        let index = numbers.below(members.count)
        if numbers.below(4) == 0 {
          members[index].key += "x"
        } else {
          members[index].value = damage(members[index].value, &numbers)
        }
        copy.value = .object(members)
      case .array(var elements) where !elements.isEmpty && numbers.below(4) > 0:
        let index = numbers.below(elements.count)
        elements[index] = damage(elements[index], &numbers)
        copy.value = .array(elements)
      default: copy.value = others[numbers.below(others.count)]
      }
      return copy
    }
    let node = try JSON5Node(parsing: text)
    #expect(throws: Never.self) { try Script(node: node) }
    var numbers = SeededGenerator(state: 11)
    var refused = 0
    for _ in 0..<3_000 {
      do {
        _ = try Script(node: damage(node, &numbers))
      } catch {
        #expect((1...2).contains(error.position.line))
        refused += 1
      }
    }
    #expect(refused > 2_000)
  }
}

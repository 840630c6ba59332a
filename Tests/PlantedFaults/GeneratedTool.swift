/// A tool definition of the generated session.
///
/// Two rules keep the place of a planted fault known beforehand: no two descriptions begin with the same letter, and
/// neither do the first and the last property of a tool.
struct GeneratedTool {
  struct Property {
    var name: String
    var type: String
    var description: String
  }

  var name: String
  var description: String
  var properties: [Property]
  /// The names in the order of declaration, which a mere change of key order does not touch.
  let order: [String]

  init(_ name: String, _ description: String, _ properties: [Property]) {
    self.name = name
    self.description = description
    self.properties = properties
    order = properties.map(\.name)
  }

  var json: OrderedJSON {
    .members([
      "function": .members([
        "description": .string(description),
        "name": .string(name),
        "parameters": .members([
          "additionalProperties": .bool(false),
          "properties": .object(
            properties.map {
              .init(
                key: $0.name,
                value: .members(["description": .string($0.description), "type": .string($0.type)]))
            }),
          "required": .strings(Array(order.prefix(1))),
          "title": .string("Arguments"),
          "type": .string("object"),
          "x-order": .strings(order),
        ]),
      ]),
      "type": .string("function"),
    ])
  }

  /// The offset of the description's first letter in the compact JSON.
  static let byteOfDescription = #"{"function":{"description":""#.utf8.count

  /// The offset of the first letter of the first property's name in the compact JSON.
  var byteOfFirstProperty: Int {
    // The description and the name hold nothing that JSON escapes.
    let head = #"{"function":{"description":"\#(description)","name":"\#(name)","parameters":"#
    return (head + #"{"additionalProperties":false,"properties":{""#).utf8.count
  }

  static let all = [
    GeneratedTool(
      "findPart", "Finds a part in the workshop's stock by what it is called.",
      [
        .init(name: "query", type: "string", description: "What to look for."),
        .init(name: "wheelSize", type: "integer", description: "Diameter in millimetres."),
        .init(name: "inStockOnly", type: "boolean", description: "Leave out what must be ordered."),
      ]),
    GeneratedTool(
      "bookBench", "Books a work bench for one hour.",
      [
        .init(name: "day", type: "string", description: "A day of this week."),
        .init(name: "hour", type: "integer", description: "From 8 to 19."),
      ]),
    GeneratedTool(
      "quoteRepair", "Works out what a repair costs, parts included.",
      [
        .init(name: "task", type: "string", description: "The repair in a few words."),
        .init(name: "minutes", type: "integer", description: "How long it takes."),
        .init(name: "parts", type: "string", description: "Numbers of the parts, with commas between."),
      ]),
    GeneratedTool(
      "convertMeasure", "Converts a length, a torque or a pressure into another unit.",
      [
        .init(name: "value", type: "number", description: "The amount."),
        .init(name: "unit", type: "string", description: "The unit to convert to."),
      ]),
    GeneratedTool(
      "readLabel", "Tells what the label on a tagged bicycle says.",
      [
        .init(name: "tag", type: "string", description: "Three letters and a number."),
        .init(name: "side", type: "string", description: "Front or back."),
      ]),
  ]

  /// A plausible string of arguments for a call, as words.
  func arguments(using prose: inout WorkshopProse) -> [String] {
    let members = properties.map { property in
      switch property.type {
      case "integer", "number": #""\#(property.name)": \#(prose.number(below: 700))"#
      case "boolean": #""\#(property.name)": true"#
      default: #""\#(property.name)": "item \#(prose.number(below: 90))""#
      }
    }
    return "{\(members.joined(separator: ", "))}".split(separator: " ").map(String.init)
  }
}

/// A case that the model can choose.
struct EnumCase {
  /// As code spells it, backticks included.
  var identifier: String
  /// As generated content spells it: the raw value, or else the name.
  var name: String
  var values: [AssociatedValue] = []

  struct AssociatedValue {
    /// As code spells it; nil when there is none.
    var label: String?
    /// As generated content spells it: the label; else `value` when it is the case's only value; else `_0`, `_1`, … by position.
    var name: String
    var type: ValueType

    /// The label as it stands before a value or a type.
    var prefix: String { label.map { "\($0): " } ?? "" }
  }

  /// The property of generated content that holds the name of the case.
  static let discriminator = "case"
}

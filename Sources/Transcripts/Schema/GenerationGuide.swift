import FoundationEssentials

/// A rule that generated values must keep, beyond their type (API §11).
public struct GenerationGuide<Value> {
  let rules: [GuideRule]

  init(_ rules: [GuideRule]) { self.rules = rules }
}

extension GenerationGuide: Sendable where Value: Sendable {}

/// One rule as a schema states it. Numbers are kept as they are spelled.
indirect enum GuideRule: Sendable {
  case constant(String)
  case anyOf([String])
  case pattern(String)
  case minimum(String)
  case maximum(String)
  case minimumCount(Int)
  case maximumCount(Int)
  case element([GuideRule])
}

extension GenerationGuide where Value == String {
  /// Exactly this text.
  public static func constant(_ value: String) -> GenerationGuide<String> {
    GenerationGuide<String>([.constant(value)])
  }

  /// One of these texts.
  public static func anyOf(_ values: [String]) -> GenerationGuide<String> {
    GenerationGuide<String>([.anyOf(values)])
  }

  /// A text that the whole expression matches.
  ///
  /// The schema gets the pattern of a regex literal, or of one made of a text. A regex that was put together with `RegexBuilder`
  /// has no pattern to show: it leaves the schema without this rule.
  public static func pattern<Output>(_ regex: Regex<Output>) -> GenerationGuide<String> {
    GenerationGuide<String>(GuideRule.rules(of: regex))
  }
}

extension GuideRule {
  static func rules<Output>(of regex: Regex<Output>) -> [GuideRule] {
    regex._literalPattern.map { [.pattern($0)] } ?? []
  }
}

extension GenerationGuide where Value == Int {
  public static func minimum(_ value: Int) -> GenerationGuide<Int> {
    GenerationGuide<Int>([.minimum(String(value))])
  }

  public static func maximum(_ value: Int) -> GenerationGuide<Int> {
    GenerationGuide<Int>([.maximum(String(value))])
  }

  /// Both ends belong to the range.
  public static func range(_ range: ClosedRange<Int>) -> GenerationGuide<Int> {
    GenerationGuide<Int>([.minimum(String(range.lowerBound)), .maximum(String(range.upperBound))])
  }
}

extension GenerationGuide where Value == Float {
  public static func minimum(_ value: Float) -> GenerationGuide<Float> {
    GenerationGuide<Float>([.minimum(value.generatedContent.jsonString)])
  }

  public static func maximum(_ value: Float) -> GenerationGuide<Float> {
    GenerationGuide<Float>([.maximum(value.generatedContent.jsonString)])
  }

  /// Both ends belong to the range.
  public static func range(_ range: ClosedRange<Float>) -> GenerationGuide<Float> {
    GenerationGuide<Float>(minimum(range.lowerBound).rules + maximum(range.upperBound).rules)
  }
}

extension GenerationGuide where Value == Decimal {
  public static func minimum(_ value: Decimal) -> GenerationGuide<Decimal> {
    GenerationGuide<Decimal>([.minimum(value.generatedContent.jsonString)])
  }

  public static func maximum(_ value: Decimal) -> GenerationGuide<Decimal> {
    GenerationGuide<Decimal>([.maximum(value.generatedContent.jsonString)])
  }

  /// Both ends belong to the range.
  public static func range(_ range: ClosedRange<Decimal>) -> GenerationGuide<Decimal> {
    GenerationGuide<Decimal>(minimum(range.lowerBound).rules + maximum(range.upperBound).rules)
  }
}

extension GenerationGuide where Value == Double {
  public static func minimum(_ value: Double) -> GenerationGuide<Double> {
    GenerationGuide<Double>([.minimum(value.generatedContent.jsonString)])
  }

  public static func maximum(_ value: Double) -> GenerationGuide<Double> {
    GenerationGuide<Double>([.maximum(value.generatedContent.jsonString)])
  }

  /// Both ends belong to the range.
  public static func range(_ range: ClosedRange<Double>) -> GenerationGuide<Double> {
    GenerationGuide<Double>(minimum(range.lowerBound).rules + maximum(range.upperBound).rules)
  }
}

extension GenerationGuide {
  /// At least so many elements.
  public static func minimumCount<Element>(_ count: Int) -> GenerationGuide<[Element]>
  where Value == [Element] { GenerationGuide<[Element]>([.minimumCount(count)]) }

  /// At most so many elements.
  public static func maximumCount<Element>(_ count: Int) -> GenerationGuide<[Element]>
  where Value == [Element] { GenerationGuide<[Element]>([.maximumCount(count)]) }

  /// So many elements, both ends included.
  public static func count<Element>(_ range: ClosedRange<Int>) -> GenerationGuide<[Element]>
  where Value == [Element] {
    GenerationGuide<[Element]>([.minimumCount(range.lowerBound), .maximumCount(range.upperBound)])
  }

  /// Exactly so many elements.
  public static func count<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
    GenerationGuide<[Element]>([.minimumCount(count), .maximumCount(count)])
  }

  /// A rule that each element keeps.
  public static func element<Element>(_ guide: GenerationGuide<Element>) -> GenerationGuide<[Element]>
  where Value == [Element] { GenerationGuide<[Element]>([.element(guide.rules)]) }
}

/// A count in `@Guide(.count(3))` is looked up before the type of the elements is known: these let it be.
extension GenerationGuide where Value == [Never] {
  public static func minimumCount(_ count: Int) -> GenerationGuide<Value> {
    GenerationGuide<Value>([.minimumCount(count)])
  }

  public static func maximumCount(_ count: Int) -> GenerationGuide<Value> {
    GenerationGuide<Value>([.maximumCount(count)])
  }

  public static func count(_ range: ClosedRange<Int>) -> GenerationGuide<Value> {
    GenerationGuide<Value>([.minimumCount(range.lowerBound), .maximumCount(range.upperBound)])
  }

  public static func count(_ count: Int) -> GenerationGuide<Value> {
    GenerationGuide<Value>([.minimumCount(count), .maximumCount(count)])
  }
}

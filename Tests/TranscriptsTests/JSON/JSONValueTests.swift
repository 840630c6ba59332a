import Foundation
import Testing

@testable import Transcripts

@Suite("JSON: values")
struct JSONValueTests {
  @Test("Order of keys and spelling of numbers survive reading and writing")
  func lossless() throws {
    let text = #"{"b":1.0,"a":[1e2,-0,12345678901234567890123],"c":{"z":null,"y":true}}"#
    let value = try JSONValue(parsing: text.utf8)
    #expect(value.text() == text)
    #expect(
      value.text(sortedKeys: true)
        == #"{"a":[1e2,-0,12345678901234567890123],"b":1.0,"c":{"y":true,"z":null}}"#)
  }

  @Test("Accessors give what fits and nil for what does not")
  func accessors() throws {
    let value = try JSONValue(
      parsing: #"{"i":7,"f":7.0,"h":7.5,"e":7e2,"big":1e30,"s":"x","b":false,"n":null,"s":"y"}"#.utf8)
    #expect(value["i"]?.intValue == 7 && value["f"]?.intValue == 7 && value["e"]?.intValue == 700)
    #expect(value["h"]?.intValue == nil && value["big"]?.intValue == nil && value["s"]?.intValue == nil)
    #expect(value["h"]?.doubleValue == 7.5 && value["big"]?.doubleValue == 1e30)
    #expect(value["s"]?.stringValue == "y", "the last of two equal keys counts")
    #expect(value["b"]?.boolValue == false && value["n"] == .null && value["none"] == nil)
    #expect(value.objectValue?.count == 9 && value.arrayValue == nil && JSONValue.null["x"] == nil)
  }

  @Test("Numbers made from Swift values are spelled as encoders spell them")
  func numbers() {
    #expect(JSONValue.number(3).text() == "3" && JSONValue.number(3.0).text() == "3")
    #expect(JSONValue.number(0.1).text() == "0.1" && JSONValue.number(-2.5).text() == "-2.5")
    #expect(JSONValue.number(Double.nan) == .null && JSONValue.number(Double.infinity) == .null)
  }

  @Test("Literals")
  func literals() {
    let value: JSONValue = ["b": [1, "x", true, .null], "a": [:]]
    #expect(value.text() == #"{"b":[1,"x",true,null],"a":{}}"#)
  }

  @Test("Equality is that of JSON: neither the order of keys nor the spelling of a number makes a difference")
  func equality() throws {
    func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: text.utf8) }
    #expect(try value(#"{"a":1,"b":2}"#) == value(#"{"b":2.0,"a":1e0}"#))
    #expect(try value(#"{"a":1,"b":2}"#).hashValue == value(#"{"b":2.0,"a":1e0}"#).hashValue)
    #expect(try value("[1,2]") != value("[2,1]"))
    #expect(try value("9007199254740993") != value("9007199254740992"))
    #expect(try value(#"{"a":1}"#) != value(#"{"a":1,"b":null}"#))
    #expect(try value(#"{"a":1,"b":2}"#) != value(#"{"a":2,"b":1}"#))
    #expect(try value(#"{"a":1,"a":2}"#) == value(#"{"a":2}"#))
    #expect(try value("1") != value(#""1""#) && value("0") != value("false"))
  }

  @Test("Any coder takes a value in and out")
  func coding() throws {
    let value = try JSONValue(parsing: #"{"b":[1,-2,0.5,1e30],"a":{"s":"é","t":true,"n":null},"c":[]}"#.utf8)
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
    let list = try PropertyListEncoder().encode(["v": value["b"]])
    #expect(try PropertyListDecoder().decode([String: JSONValue].self, from: list)["v"] == value["b"])
  }
}

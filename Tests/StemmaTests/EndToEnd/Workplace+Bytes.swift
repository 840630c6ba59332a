import Foundation
import PlantedFaults

extension Workplace {
  /// A place whose folder holds the dumps of a generated session, and what was planted in them.
  static func dumps(of generator: SessionGenerator) throws -> (place: Workplace, faults: [PlantedFault]) {
    let place = try Workplace()
    return (place, try generator.write(to: place.folder))
  }

  /// Writes a file, in one go but not atomically, and returns its path.
  @discardableResult
  func write(bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: path(name)))
    return path(name)
  }

  /// Writes a file under another name first, as an app that saves with care does.
  func writeAtomically(bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: path(name + ".part")))
    guard rename(path(name + ".part"), path(name)) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
  }
}

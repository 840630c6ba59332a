import PrefixCache

/// The packed column `inference.divergence`: token, entry and byte as signed varints, then part, before and
/// after as strings, and the detail where there is one.
enum PackedDivergence {
  static func pack(_ divergence: Divergence) -> [UInt8] {
    var packed = PackedBytes(capacity: 64)
    packed.append(signed: Int64(divergence.token))
    packed.append(signed: Int64(divergence.entry))
    packed.append(signed: Int64(divergence.byte))
    packed.append(divergence.part)
    packed.append(divergence.before)
    packed.append(divergence.after)
    if let detail = divergence.detail { packed.append(detail) }
    return packed.bytes
  }

  static func unpack(_ bytes: UnsafeRawBufferPointer) -> Divergence? {
    var reader = PackedReader(bytes)
    guard let token = reader.signed(), let entry = reader.signed(), let byte = reader.signed(),
      let part = reader.text(), let before = reader.text(), let after = reader.text()
    else { return nil }
    return Divergence(
      token: Int(token), entry: Int(entry), part: part, byte: Int(byte), before: before, after: after,
      detail: reader.isAtEnd ? nil : reader.text())
  }
}

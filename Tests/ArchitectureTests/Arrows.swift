/// The rules on who may know whom, as sentences about what breaks them.
struct Arrows {
  /// The rooms in their order. An arrow only points back along this list.
  static let order = [
    "CNcurses", "CSQLite", "CXXHash", "CCurl",
    "Transcripts", "TranscriptFormats", "Tokenizers", "PrefixCache", "SessionEngineMacros", "ScriptedModel",
    "SessionEngine", "ModelBackends", "FoundationModels", "FoundationModelsUtilities", "Recordings",
    "SessionRecorder", "Scenarios", "Policies", "Replays",
    "Evaluations", "Examples", "Terminal", "Workbench", "stemma",
  ]

  /// What comes with the toolchain and is light enough to start in a few milliseconds.
  static let toolchain: Set = [
    "Swift", "Glibc", "FoundationEssentials", "Synchronization", "Dispatch", "RegexBuilder", "Observation",
    "_StringProcessing",
  ]

  /// What takes too long to start.
  static let heavy: Set = [
    "Foundation", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
  ]

  let manifest: Manifest
  let imports: [ImportLine]

  /// Every breach, each beginning with `file:line: `.
  var breaches: [String] {
    manifest.targets.flatMap(breaches(of:)) + imports.flatMap(breaches(of:))
  }

  private func breaches(of target: Manifest.Target) -> [String] {
    guard Self.order.contains(target.name) else {
      return [
        "Package.swift:\(target.line): \(target.name) has no place in the order of the rooms (Arrows.order)"
      ]
    }
    return target.dependencies.flatMap { dependency in
      directions(from: target.name, to: dependency).map {
        "Package.swift:\(target.line): \(target.name) depends on \(dependency): \($0)"
      }
    }
  }

  private func breaches(of line: ImportLine) -> [String] {
    var reasons = directions(from: line.target, to: line.module)
    if Self.heavy.contains(line.module) {
      reasons.append("Foundation takes too long to start; FoundationEssentials has what is needed")
    } else if line.module.hasPrefix("Swift") && line.target == "SessionEngineMacros" {
      // The compiler's own plugin modules: they run in the compiler, never in the program.
    } else if !Self.toolchain.contains(line.module)
      && manifest[line.target]?.dependencies.contains(line.module) != true
    {
      reasons.append("its entry in Package.swift does not declare that")
    }
    return reasons.map { "\(line.file):\(line.line): \(line.target) imports \(line.module): \($0)" }
  }

  /// What is wrong with an arrow between two rooms of ours.
  private func directions(from room: String, to other: String) -> [String] {
    if room == "Workbench" && other == "SessionEngine" {
      return ["the workbench reads recordings and never the engine"]
    }
    guard let target = Self.order.firstIndex(of: other) else { return [] }
    if room == "Terminal" && other != "CNcurses" {
      return ["the terminal knows nothing of ours but CNcurses"]
    }
    guard let source = Self.order.firstIndex(of: room), target >= source else { return [] }
    return ["an arrow only points to an earlier room"]
  }
}

import Foundation
import Testing

@testable import Recordings

@Suite("Watching a folder")
struct FolderWatchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder(name)))
  }

  /// All names that were heard.
  private func names(_ calls: [[String]]) -> Set<String> { Set(calls.flatMap { $0 }) }

  @Test(
    "files that are written, renamed and removed, told by the system or looked for", arguments: [true, false])
  func changes(notified: Bool) throws {
    try write("old", to: "old.json")
    let heard = Heard<[String]>()
    let watch = FolderWatch(folder.path, notified: notified) { heard.report($0) }
    try write("{}", to: "001.json")
    #expect(heard.values { names($0).contains("001.json") } != nil)
    #expect(rename(folder("001.json"), folder("002.json")) == 0)
    #expect(heard.values { names($0).contains("002.json") } != nil)
    #expect(unlink(folder("old.json")) == 0)
    #expect(heard.values { names($0).contains("old.json") } != nil)
    watch.stop()
    try write("{}", to: "003.json")
    #expect(heard.values { _ in true }.map { names($0) } == ["001.json", "002.json", "old.json"])
  }

  @Test("a file that is being written is told of once it is closed")
  func openFile() throws {
    let heard = Heard<[String]>()
    let watch = FolderWatch(folder.path) { heard.report($0) }
    let file = try #require(fopen(folder("half.json"), "w"))
    fputs("{", file)
    fflush(file)
    try write("{}", to: "whole.json")
    #expect(heard.values { !$0.isEmpty } == [["whole.json"]])
    fputs("}", file)
    fclose(file)
    #expect(heard.values { names($0).contains("half.json") } != nil)
    watch.stop()
  }

  @Test(
    "one file: its writes, its replacement, its coming and going, and nothing of its neighbours",
    arguments: [true, false])
  func oneFile(notified: Bool) throws {
    let heard = Heard<[String]>()
    let watch = FolderWatch(folder("log.jsonl"), notified: notified) { heard.report($0) }
    func calls() -> Int { heard.values { _ in true }?.count ?? 0 }
    var before = calls()
    try write("{}\n", to: "neighbour.jsonl")
    let file = try #require(fopen(folder("log.jsonl"), "w"))
    fputs("{}\n", file)
    fflush(file)
    #expect(heard.values { $0.count > before } != nil)
    before = calls()
    try write("{}{}", to: "new")
    #expect(rename(folder("new"), folder("log.jsonl")) == 0)
    #expect(heard.values { $0.count > before } != nil)
    before = calls()
    #expect(unlink(folder("log.jsonl")) == 0)
    #expect(heard.values { $0.count > before } != nil)
    watch.stop()
    fclose(file)
    #expect(heard.values { _ in true }.map { names($0) } == ["log.jsonl"])
  }

  @Test("a burst of changes is few calls, each name once in each")
  func burst() throws {
    let heard = Heard<[String]>()
    let watch = FolderWatch(folder.path) { heard.report($0) }
    for number in 0..<200 { try write("{}", to: "\(number % 20).json") }
    let calls = try #require(heard.values { names($0).count == 20 })
    for call in calls { #expect(Set(call).count == call.count) }
    watch.stop()
  }

  @Test("a folder that goes, and one that comes again, or comes later")
  func goneAndBack() throws {
    let path = folder("dumps")
    func make() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try make()
    let heard = Heard<[String]>()
    let watch = FolderWatch(path) { heard.report($0) }
    #expect(rmdir(path) == 0)
    // That anything may have changed is a call without names.
    #expect(heard.values { $0.contains([]) } != nil)
    try make()
    try write("{}", to: "dumps/1.json")
    #expect(heard.values { names($0).contains("1.json") } != nil)
    watch.stop()
  }

  @Test("the kind of file system that holds a folder")
  func fileSystems() {
    let mounts = [
      "/dev/vda / ext4 rw 0 0\n", "proc /proc proc rw 0 0\n", #"host /mnt/my\040dumps fuse.sshfs rw 0 0"#,
      "host:/x /mnt nfs4 rw 0 0", "tmpfs /mnt/tmp tmpfs rw 0 0", "broken line",
    ]
    #expect(FileSystem.kind(of: "/home/a", mounts: mounts) == "ext4")
    #expect(FileSystem.kind(of: "/", mounts: mounts) == "ext4")
    #expect(FileSystem.kind(of: "/mnt/my dumps/x", mounts: mounts) == "fuse.sshfs")
    #expect(FileSystem.kind(of: "/mnt/my dumps2", mounts: mounts) == "nfs4")
    #expect(FileSystem.kind(of: "/mnt/tmp", mounts: mounts) == "tmpfs")
    #expect(FileSystem.kind(of: "/mnt", mounts: mounts) == "nfs4")
    #expect(FileSystem.kind(of: "/mnt", mounts: []) == nil)
  }
}

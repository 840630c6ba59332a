import Terminal

extension Theme {
  /// Colours for text between a person's own lines, where nobody knows the ground: the terminal's named colours, no light
  /// ones, and its own foreground for what is only dim.
  static var printed: Theme { (try? Theme(json: json.utf8, file: "printed")) ?? .dark }

  private static let json = #"""
    {
      "name": "printed", "description": "Text between a person's own lines.", "extends": "16-color",
      "roles": {
        "background": "default", "text": "default",
        "dim": {"color": "default", "attributes": "dim"}, "faint": {"color": "default", "attributes": "dim"},
        "line": {"color": "default", "attributes": "dim"},
        "accent": "cyan", "prefill": "yellow", "decode": "yellow", "kept": "green",
        "lost": {"color": "red", "attributes": "bold"}, "warning": "yellow", "note": "blue",
        "diffAdded": "green", "diffRemoved": "red",
        "diffAddedWord": {"color": "green", "attributes": ["bold", "underline"]},
        "diffRemovedWord": {"color": "red", "attributes": ["bold", "underline"]}
      },
      "kinds": {
        "instructions": "blue", "tools": "cyan", "prompt": "green", "response": "default", "reasoning": "magenta",
        "toolCalls": "yellow", "toolOutput": "yellow", "unknown": {"color": "default", "attributes": "dim"}
      }
    }
    """#
}

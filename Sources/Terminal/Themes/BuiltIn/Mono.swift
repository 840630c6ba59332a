extension BuiltInThemes {
  /// `themes/mono.json`, letter for letter.
  static let mono = #"""
    {
      "name": "mono",
      "description": "Greys and attributes only.",
      "dark": true,
      "roles": {
        "background": {"color": "#000000", "256": 16, "16": "black"},
        "bar": {"color": "#1a1a1a", "256": 234, "16": "black"},
        "text": {"color": "#e4e4e4", "256": 254, "16": "white"},
        "dim": {"color": "#a0a0a0", "256": 247, "16": "white", "mono": "dim"},
        "faint": {"color": "#767676", "256": 243, "16": "bright-black", "mono": "dim"},
        "line": {"color": "#4e4e4e", "256": 239, "16": "bright-black", "mono": "dim"},
        "accent": {"color": "#ffffff", "256": 231, "16": "bright-white", "mono": "bold",
          "attributes": "bold"},
        "prefill": {"color": "#d0d0d0", "256": 252, "16": "white", "mono": "bold"},
        "decode": {"color": "#8a8a8a", "256": 245, "16": "bright-black"},
        "kept": {"color": "#c6c6c6", "256": 251, "16": "white"},
        "lost": {"color": "#ffffff", "256": 231, "16": "bright-white", "mono": ["bold", "underline"],
          "attributes": ["bold", "underline"]},
        "warning": {"color": "#ffffff", "256": 231, "16": "bright-white", "mono": "bold",
          "attributes": "bold"},
        "note": {"color": "#bcbcbc", "256": 250, "16": "white", "mono": "underline",
          "attributes": "italic"},
        "selection": {"color": "#3a3a3a", "256": 237, "16": "bright-black", "mono": "reverse",
          "text": {"color": "#ffffff", "256": 231, "16": "bright-white"}},
        "cursorColumn": {"color": "#303030", "256": 236, "16": "bright-black", "mono": "reverse",
          "text": {"color": "#ffffff", "256": 231, "16": "bright-white"}},
        "match": {"color": "#bcbcbc", "256": 250, "16": "white", "mono": "reverse",
          "text": {"color": "#000000", "256": 16, "16": "black"}},
        "diffAdded": {"color": "#ffffff", "256": 231, "16": "bright-white", "mono": "bold",
          "attributes": "bold"},
        "diffRemoved": {"color": "#949494", "256": 246, "16": "white", "mono": "dim"},
        "diffAddedWord": {"color": "#ffffff", "256": 231, "16": "bright-white", "mono": ["bold", "reverse"],
          "attributes": ["bold", "underline"]},
        "diffRemovedWord": {"color": "#bcbcbc", "256": 250, "16": "white", "mono": "underline",
          "attributes": "underline"}
      },
      "personas": [
        {"color": "#ffffff", "256": 231, "16": "bright-white",
          "band": {"color": "#585858", "256": 240, "16": "bright-black", "mono": "reverse",
            "text": {"color": "#ffffff", "256": 231, "16": "bright-white"}}},
        {"color": "#bcbcbc", "256": 250, "16": "white",
          "band": {"color": "#3a3a3a", "256": 237, "16": "bright-black", "mono": "reverse",
            "text": {"color": "#ffffff", "256": 231, "16": "bright-white"}}},
        {"color": "#8a8a8a", "256": 245, "16": "white",
          "band": {"color": "#262626", "256": 235, "16": "bright-black", "mono": "reverse",
            "text": {"color": "#ffffff", "256": 231, "16": "bright-white"}}}
      ],
      "kinds": {
        "instructions": {"color": "#f5f5f5", "256": 255, "16": "bright-white"},
        "tools": {"color": "#8a8a8a", "256": 245, "16": "white"},
        "prompt": {"color": "#d0d0d0", "256": 252, "16": "bright-white"},
        "response": {"color": "#6c6c6c", "256": 242, "16": "bright-black"},
        "reasoning": {"color": "#a8a8a8", "256": 248, "16": "white"},
        "toolCalls": {"color": "#767676", "256": 243, "16": "bright-black"},
        "toolOutput": {"color": "#b8b8b8", "256": 250, "16": "white"},
        "unknown": {"color": "#606060", "256": 241, "16": "bright-black", "mono": "dim"}
      }
    }

    """#
}

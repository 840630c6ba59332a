extension BuiltInThemes {
  /// `themes/ember.json`, letter for letter.
  static let ember = #"""
    {
      "name": "ember",
      "description": "Warm dark ground like a banked fire; sand, moss and rust.",
      "dark": true,
      "roles": {
        "background": {"color": "#1c1613", "256": 234, "16": "black"},
        "bar": {"color": "#251d19", "256": 235, "16": "black"},
        "text": {"color": "#e8dccb", "256": 223, "16": "white"},
        "dim": {"color": "#a8978a", "256": 138, "16": "white", "mono": "dim"},
        "faint": {"color": "#82726a", "256": 101, "16": "bright-black", "mono": "dim"},
        "line": {"color": "#41342c", "256": 238, "16": "bright-black", "mono": "dim"},
        "accent": {"color": "#f2b86b", "256": 215, "16": "bright-yellow", "mono": "bold"},
        "prefill": {"color": "#e9c46a", "256": 221, "16": "bright-yellow", "mono": "bold"},
        "decode": {"color": "#e07a3f", "256": 173, "16": "yellow"},
        "kept": {"color": "#a3c76d", "256": 149, "16": "bright-green"},
        "lost": {"color": "#f47c6c", "256": 209, "16": "bright-red", "mono": ["bold", "underline"]},
        "warning": {"color": "#ffb65c", "256": 215, "16": "bright-yellow", "mono": "bold"},
        "note": {"color": "#9fc3d4", "256": 152, "16": "bright-cyan"},
        "selection": {"color": "#4a3626", "256": 238, "16": "blue", "mono": "reverse",
          "text": {"color": "#fff6ea", "256": 230, "16": "bright-white"}},
        "cursorColumn": {"color": "#3a2c21", "256": 237, "16": "blue", "mono": "reverse"},
        "match": {"color": "#6e4f12", "256": 94, "16": "yellow", "mono": "reverse",
          "text": {"color": "#ffffff", "256": 231, "16": "black"}},
        "diffAdded": {"color": "#a3c76d", "256": 149, "16": "bright-green"},
        "diffRemoved": {"color": "#f47c6c", "256": 209, "16": "bright-red", "mono": "dim"},
        "diffAddedWord": {"color": "#d0f09a", "256": 192, "16": "bright-green", "mono": "bold",
          "attributes": "bold",
          "background": {"color": "#344019", "256": 22, "16": "black"}},
        "diffRemovedWord": {"color": "#ffb8ad", "256": 217, "16": "bright-red", "mono": "underline",
          "attributes": "bold",
          "background": {"color": "#5c2a24", "256": 52, "16": "black"}}
      },
      "personas": [
        {"color": "#8fb8de", "256": 110, "16": "bright-blue",
          "band": {"color": "#34485c", "256": 24, "16": "blue", "mono": "reverse",
            "text": {"color": "#eaf4ff", "256": 255, "16": "bright-white"}}},
        {"color": "#d59fc8", "256": 176, "16": "bright-magenta",
          "band": {"color": "#573c50", "256": 53, "16": "magenta", "mono": "reverse",
            "text": {"color": "#ffeafa", "256": 255, "16": "bright-white"}}},
        {"color": "#b7c77a", "256": 150, "16": "green",
          "band": {"color": "#474d2b", "256": 58, "16": "green", "mono": "reverse",
            "text": {"color": "#f8ffdf", "256": 230, "16": "black"}}},
        {"color": "#e6a077", "256": 180, "16": "yellow",
          "band": {"color": "#5a3c2a", "256": 94, "16": "yellow", "mono": "reverse",
            "text": {"color": "#ffeee2", "256": 230, "16": "black"}}}
      ],
      "kinds": {
        "instructions": {"color": "#8fb8de", "256": 110, "16": "bright-blue"},
        "tools": {"color": "#6c90b5", "256": 67, "16": "blue"},
        "prompt": {"color": "#b7c77a", "256": 150, "16": "bright-green"},
        "response": {"color": "#e8dccb", "256": 223, "16": "white"},
        "reasoning": {"color": "#c7aed6", "256": 182, "16": "bright-magenta"},
        "toolCalls": {"color": "#e9c46a", "256": 221, "16": "yellow"},
        "toolOutput": {"color": "#df8a5f", "256": 173, "16": "bright-red"},
        "unknown": {"color": "#a8978a", "256": 138, "16": "bright-black", "mono": "dim"}
      }
    }

    """#
}

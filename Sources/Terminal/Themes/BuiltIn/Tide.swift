extension BuiltInThemes {
  /// `themes/tide.json`, letter for letter.
  static let tide = #"""
    {
      "name": "tide",
      "description": "Blue-green dusk, low glare; muted earth colours for what costs time.",
      "dark": true,
      "roles": {
        "background": {"color": "#0b2730", "256": 235, "16": "black"},
        "bar": {"color": "#0f303b", "256": 236, "16": "black"},
        "text": {"color": "#c8d6d4", "256": 252, "16": "white"},
        "dim": {"color": "#88a09f", "256": 109, "16": "white", "mono": "dim"},
        "faint": {"color": "#648488", "256": 102, "16": "bright-black", "mono": "dim"},
        "line": {"color": "#22464f", "256": 238, "16": "bright-black", "mono": "dim"},
        "accent": {"color": "#5cc8e0", "256": 80, "16": "bright-cyan", "mono": "bold"},
        "prefill": {"color": "#d9b04a", "256": 179, "16": "bright-yellow", "mono": "bold"},
        "decode": {"color": "#d98a4e", "256": 173, "16": "yellow"},
        "kept": {"color": "#7fc77a", "256": 114, "16": "bright-green"},
        "lost": {"color": "#f0746a", "256": 209, "16": "bright-red", "mono": ["bold", "underline"]},
        "warning": {"color": "#e8a94f", "256": 215, "16": "bright-yellow", "mono": "bold"},
        "note": {"color": "#a3b0f0", "256": 147, "16": "bright-blue"},
        "selection": {"color": "#174350", "256": 23, "16": "blue", "mono": "reverse",
          "text": {"color": "#f0f7f6", "256": 255, "16": "bright-white"}},
        "cursorColumn": {"color": "#15404c", "256": 237, "16": "blue", "mono": "reverse"},
        "match": {"color": "#665413", "256": 58, "16": "yellow", "mono": "reverse",
          "text": {"color": "#ffffff", "256": 231, "16": "black"}},
        "diffAdded": {"color": "#7fc77a", "256": 114, "16": "bright-green"},
        "diffRemoved": {"color": "#f0746a", "256": 209, "16": "bright-red", "mono": "dim"},
        "diffAddedWord": {"color": "#b2eda8", "256": 157, "16": "bright-green", "mono": "bold",
          "attributes": "bold",
          "background": {"color": "#1d4a35", "256": 22, "16": "black"}},
        "diffRemovedWord": {"color": "#ffb3aa", "256": 217, "16": "bright-red", "mono": "underline",
          "attributes": "bold",
          "background": {"color": "#56302f", "256": 52, "16": "black"}}
      },
      "personas": [
        {"color": "#6fb6ff", "256": 75, "16": "bright-blue",
          "band": {"color": "#1f4b68", "256": 24, "16": "blue", "mono": "reverse",
            "text": {"color": "#e4f2ff", "256": 255, "16": "bright-white"}}},
        {"color": "#c6a0f0", "256": 183, "16": "bright-magenta",
          "band": {"color": "#473d63", "256": 54, "16": "magenta", "mono": "reverse",
            "text": {"color": "#f3eaff", "256": 255, "16": "bright-white"}}},
        {"color": "#62d0b4", "256": 79, "16": "cyan",
          "band": {"color": "#1d5450", "256": 23, "16": "cyan", "mono": "reverse",
            "text": {"color": "#defff5", "256": 255, "16": "black"}}},
        {"color": "#e6a0a8", "256": 181, "16": "magenta",
          "band": {"color": "#5a3f47", "256": 95, "16": "magenta", "mono": "reverse",
            "text": {"color": "#ffeaec", "256": 255, "16": "bright-white"}}}
      ],
      "kinds": {
        "instructions": {"color": "#6fb6ff", "256": 75, "16": "bright-blue"},
        "tools": {"color": "#5a8fc4", "256": 67, "16": "blue"},
        "prompt": {"color": "#9bd08f", "256": 114, "16": "bright-green"},
        "response": {"color": "#c8d6d4", "256": 252, "16": "white"},
        "reasoning": {"color": "#b3b3ea", "256": 146, "16": "bright-magenta"},
        "toolCalls": {"color": "#d9b04a", "256": 179, "16": "yellow"},
        "toolOutput": {"color": "#d98a6e", "256": 173, "16": "bright-red"},
        "unknown": {"color": "#88a09f", "256": 109, "16": "bright-black", "mono": "dim"}
      }
    }

    """#
}

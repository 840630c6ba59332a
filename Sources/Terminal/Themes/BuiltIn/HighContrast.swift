extension BuiltInThemes {
  /// `themes/high-contrast.json`, letter for letter.
  static let highContrast = #"""
    {
      "name": "high-contrast",
      "description": "Pure black and white with saturated colours: 7:1 and more.",
      "dark": true,
      "roles": {
        "background": {"color": "#000000", "256": 16, "16": "black"},
        "bar": {"color": "#000000", "256": 16, "16": "black",
          "text": {"color": "#ffffff", "256": 231, "16": "bright-white"}},
        "text": {"color": "#ffffff", "256": 231, "16": "bright-white"},
        "dim": {"color": "#d0d0d0", "256": 252, "16": "white"},
        "faint": {"color": "#a8a8a8", "256": 248, "16": "white", "mono": "dim"},
        "line": {"color": "#8a8a8a", "256": 245, "16": "bright-black", "mono": "dim"},
        "accent": {"color": "#5fd7ff", "256": 81, "16": "bright-cyan", "mono": "bold",
          "attributes": "bold"},
        "prefill": {"color": "#ffd700", "256": 220, "16": "bright-yellow", "mono": "bold"},
        "decode": {"color": "#ff8700", "256": 208, "16": "yellow"},
        "kept": {"color": "#5fff87", "256": 84, "16": "bright-green"},
        "lost": {"color": "#ff9090", "256": 210, "16": "bright-red", "mono": ["bold", "underline"],
          "attributes": "bold"},
        "warning": {"color": "#ffaf00", "256": 214, "16": "bright-yellow", "mono": "bold",
          "attributes": "bold"},
        "note": {"color": "#afafff", "256": 147, "16": "bright-cyan"},
        "selection": {"color": "#00336b", "256": 18, "16": "blue", "mono": "reverse",
          "text": {"color": "#ffffff", "256": 231, "16": "bright-white"}},
        "cursorColumn": {"color": "#303030", "256": 236, "16": "blue", "mono": "reverse",
          "text": {"color": "#ffffff", "256": 231, "16": "bright-white"}},
        "match": {"color": "#ffff00", "256": 226, "16": "bright-yellow", "mono": "reverse",
          "text": {"color": "#000000", "256": 16, "16": "black"}},
        "diffAdded": {"color": "#5fff87", "256": 84, "16": "bright-green"},
        "diffRemoved": {"color": "#ff8080", "256": 210, "16": "bright-red"},
        "diffAddedWord": {"color": "#000000", "256": 16, "16": "black", "mono": "bold",
          "attributes": "bold",
          "background": {"color": "#5fff87", "256": 84, "16": "bright-green"}},
        "diffRemovedWord": {"color": "#000000", "256": 16, "16": "black", "mono": "underline",
          "attributes": "bold",
          "background": {"color": "#ff8080", "256": 210, "16": "bright-red"}}
      },
      "personas": [
        {"color": "#87afff", "256": 111, "16": "bright-cyan",
          "band": {"color": "#87afff", "256": 111, "16": "bright-cyan", "mono": "reverse",
            "text": {"color": "#000000", "256": 16, "16": "black"}}},
        {"color": "#d7afff", "256": 183, "16": "bright-magenta",
          "band": {"color": "#d7afff", "256": 183, "16": "bright-magenta", "mono": "reverse",
            "text": {"color": "#000000", "256": 16, "16": "black"}}},
        {"color": "#5fffd7", "256": 86, "16": "bright-green",
          "band": {"color": "#5fffd7", "256": 86, "16": "bright-green", "mono": "reverse",
            "text": {"color": "#000000", "256": 16, "16": "black"}}},
        {"color": "#ffafd7", "256": 218, "16": "bright-red",
          "band": {"color": "#ffafd7", "256": 218, "16": "bright-red", "mono": "reverse",
            "text": {"color": "#000000", "256": 16, "16": "black"}}}
      ],
      "kinds": {
        "instructions": {"color": "#87afff", "256": 111, "16": "bright-cyan"},
        "tools": {"color": "#5fafff", "256": 75, "16": "cyan"},
        "prompt": {"color": "#5fff87", "256": 84, "16": "bright-green"},
        "response": {"color": "#ffffff", "256": 231, "16": "bright-white"},
        "reasoning": {"color": "#d7afff", "256": 183, "16": "bright-magenta"},
        "toolCalls": {"color": "#ffd700", "256": 220, "16": "bright-yellow"},
        "toolOutput": {"color": "#ff8700", "256": 208, "16": "yellow"},
        "unknown": {"color": "#a8a8a8", "256": 248, "16": "white", "mono": "dim"}
      }
    }

    """#
}

extension BuiltInThemes {
  /// `themes/16-color.json`, letter for letter.
  static let sixteenColor = #"""
    {
      "name": "16-color",
      "description": "The sixteen colours of the terminal itself, as its owner set them.",
      "dark": true,
      "roles": {
        "background": {"color": "#000000", "256": 0, "16": "black"},
        "bar": {"color": "#000000", "256": 0, "16": "black",
          "text": {"color": "#ffffff", "256": 15, "16": "bright-white"}},
        "text": {"color": "#e5e5e5", "256": 7, "16": "white"},
        "dim": {"color": "#e5e5e5", "256": 7, "16": "white", "mono": "dim"},
        "faint": {"color": "#7f7f7f", "256": 8, "16": "bright-black", "mono": "dim"},
        "line": {"color": "#7f7f7f", "256": 8, "16": "bright-black", "mono": "dim"},
        "accent": {"color": "#00ffff", "256": 14, "16": "bright-cyan", "mono": "bold"},
        "prefill": {"color": "#ffff00", "256": 11, "16": "bright-yellow", "mono": "bold"},
        "decode": {"color": "#cdcd00", "256": 3, "16": "yellow"},
        "kept": {"color": "#00ff00", "256": 10, "16": "bright-green"},
        "lost": {"color": "#ff0000", "256": 9, "16": "bright-red", "mono": ["bold", "underline"]},
        "warning": {"color": "#ffff00", "256": 11, "16": "bright-yellow", "mono": "bold",
          "attributes": "bold"},
        "note": {"color": "#00cdcd", "256": 6, "16": "cyan"},
        "selection": {"color": "#0000ee", "256": 4, "16": "blue", "mono": "reverse",
          "text": {"color": "#ffffff", "256": 15, "16": "bright-white"}},
        "cursorColumn": {"color": "#7f7f7f", "256": 8, "16": "bright-black", "mono": "reverse",
          "text": {"color": "#000000", "256": 0, "16": "black"}},
        "match": {"color": "#cdcd00", "256": 3, "16": "yellow", "mono": "reverse",
          "text": {"color": "#000000", "256": 0, "16": "black"}},
        "diffAdded": {"color": "#00ff00", "256": 10, "16": "bright-green"},
        "diffRemoved": {"color": "#ff0000", "256": 9, "16": "bright-red", "mono": "dim"},
        "diffAddedWord": {"color": "#000000", "256": 0, "16": "black", "mono": "bold",
          "background": {"color": "#00cd00", "256": 2, "16": "green"}},
        "diffRemovedWord": {"color": "#ffffff", "256": 15, "16": "bright-white", "mono": "underline",
          "background": {"color": "#cd0000", "256": 1, "16": "red"}}
      },
      "personas": [
        {"color": "#00ffff", "256": 14, "16": "bright-cyan",
          "band": {"color": "#0000ee", "256": 4, "16": "blue", "mono": "reverse",
            "text": {"color": "#ffffff", "256": 15, "16": "bright-white"}}},
        {"color": "#ff00ff", "256": 13, "16": "bright-magenta",
          "band": {"color": "#ff00ff", "256": 13, "16": "bright-magenta", "mono": "reverse",
            "text": {"color": "#000000", "256": 0, "16": "black"}}},
        {"color": "#00ff00", "256": 10, "16": "bright-green",
          "band": {"color": "#00cd00", "256": 2, "16": "green", "mono": "reverse",
            "text": {"color": "#000000", "256": 0, "16": "black"}}},
        {"color": "#ffff00", "256": 11, "16": "bright-yellow",
          "band": {"color": "#cdcd00", "256": 3, "16": "yellow", "mono": "reverse",
            "text": {"color": "#000000", "256": 0, "16": "black"}}}
      ],
      "kinds": {
        "instructions": {"color": "#5c5cff", "256": 12, "16": "bright-blue"},
        "tools": {"color": "#00cdcd", "256": 6, "16": "cyan"},
        "prompt": {"color": "#00ff00", "256": 10, "16": "bright-green"},
        "response": {"color": "#e5e5e5", "256": 7, "16": "white"},
        "reasoning": {"color": "#ff00ff", "256": 13, "16": "bright-magenta"},
        "toolCalls": {"color": "#ffff00", "256": 11, "16": "bright-yellow"},
        "toolOutput": {"color": "#ff0000", "256": 9, "16": "bright-red"},
        "unknown": {"color": "#7f7f7f", "256": 8, "16": "bright-black", "mono": "dim"}
      }
    }

    """#
}

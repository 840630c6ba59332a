extension BuiltInThemes {
  /// `themes/dark.json`, letter for letter.
  static let dark = #"""
    {
      "name": "dark",
      "description": "Calm dark ground, one blue accent. The default.",
      "dark": true,
      "roles": {
        "background": {"color": "#10141b", "256": 233, "16": "black"},
        "bar": {"color": "#161c26", "256": 234, "16": "black"},
        "text": {"color": "#d5dbe3", "256": 253, "16": "white"},
        "dim": {"color": "#7c8899", "256": 103, "16": "white", "mono": "dim"},
        "faint": {"color": "#606d7e", "256": 242, "16": "bright-black", "mono": "dim"},
        "line": {"color": "#2a3442", "256": 237, "16": "bright-black", "mono": "dim"},
        "accent": {"color": "#7cc7ff", "256": 117, "16": "bright-cyan", "mono": "bold"},
        "prefill": {"color": "#f2c14e", "256": 221, "16": "bright-yellow", "mono": "bold"},
        "decode": {"color": "#f08a3c", "256": 208, "16": "yellow"},
        "kept": {"color": "#5fd39b", "256": 79, "16": "bright-green"},
        "lost": {"color": "#ef5b6e", "256": 203, "16": "bright-red", "mono": ["bold", "underline"]},
        "warning": {"color": "#ffb454", "256": 215, "16": "bright-yellow", "mono": "bold"},
        "note": {"color": "#9aa7ff", "256": 147, "16": "bright-blue"},
        "selection": {"color": "#1f2f45", "256": 236, "16": "blue", "mono": "reverse",
          "text": {"color": "#eef2f7", "256": 255, "16": "bright-white"}},
        "cursorColumn": {"color": "#1e2d3f", "256": 235, "16": "blue", "mono": "reverse"},
        "match": {"color": "#6b5416", "256": 58, "16": "yellow", "mono": "reverse",
          "text": {"color": "#ffffff", "256": 231, "16": "black"}},
        "diffAdded": {"color": "#5fd39b", "256": 79, "16": "bright-green"},
        "diffRemoved": {"color": "#ef5b6e", "256": 203, "16": "bright-red", "mono": "dim"},
        "diffAddedWord": {"color": "#8ff0c0", "256": 121, "16": "bright-green", "mono": "bold",
          "attributes": "bold",
          "background": {"color": "#173a2b", "256": 22, "16": "black"}},
        "diffRemovedWord": {"color": "#ff9aa6", "256": 217, "16": "bright-red", "mono": "underline",
          "attributes": "bold",
          "background": {"color": "#4a1f27", "256": 52, "16": "black"}}
      },
      "personas": [
        {"color": "#6ea8fe", "256": 75, "16": "bright-blue",
          "band": {"color": "#263c5a", "256": 24, "16": "blue", "mono": "reverse",
            "text": {"color": "#e3edff", "256": 255, "16": "bright-white"}}},
        {"color": "#b58cf5", "256": 141, "16": "bright-magenta",
          "band": {"color": "#3d3059", "256": 54, "16": "magenta", "mono": "reverse",
            "text": {"color": "#f0e6ff", "256": 255, "16": "bright-white"}}},
        {"color": "#58c7c0", "256": 79, "16": "cyan",
          "band": {"color": "#214746", "256": 23, "16": "cyan", "mono": "reverse",
            "text": {"color": "#dcfffb", "256": 255, "16": "black"}}},
        {"color": "#e59ab4", "256": 175, "16": "magenta",
          "band": {"color": "#4a2b38", "256": 53, "16": "magenta", "mono": "reverse",
            "text": {"color": "#ffe6ee", "256": 255, "16": "bright-white"}}},
        {"color": "#c9b26a", "256": 179, "16": "yellow",
          "band": {"color": "#443b20", "256": 58, "16": "yellow", "mono": "reverse",
            "text": {"color": "#fff4d0", "256": 230, "16": "black"}}}
      ],
      "kinds": {
        "instructions": {"color": "#6ea8fe", "256": 75, "16": "bright-blue"},
        "tools": {"color": "#5b84d6", "256": 68, "16": "blue"},
        "prompt": {"color": "#8fd694", "256": 114, "16": "bright-green"},
        "response": {"color": "#d5dbe3", "256": 253, "16": "white"},
        "reasoning": {"color": "#a9b7e8", "256": 146, "16": "bright-magenta"},
        "toolCalls": {"color": "#e0a458", "256": 179, "16": "yellow"},
        "toolOutput": {"color": "#d97b57", "256": 173, "16": "bright-red"},
        "unknown": {"color": "#7c8899", "256": 103, "16": "bright-black", "mono": "dim"}
      }
    }

    """#
}

extension BuiltInThemes {
  /// `themes/color-blind.json`, letter for letter.
  static let colorBlind = #"""
    {
      "name": "color-blind",
      "description": "Blue for what is kept, orange for what is lost; told apart with any colour vision.",
      "dark": true,
      "roles": {
        "background": {"color": "#11151c", "256": 233, "16": "black"},
        "bar": {"color": "#171d27", "256": 234, "16": "black"},
        "text": {"color": "#dfe4ea", "256": 254, "16": "white"},
        "dim": {"color": "#8b95a5", "256": 247, "16": "white", "mono": "dim"},
        "faint": {"color": "#667080", "256": 243, "16": "bright-black", "mono": "dim"},
        "line": {"color": "#2b3543", "256": 237, "16": "bright-black", "mono": "dim"},
        "accent": {"color": "#a8d4ff", "256": 153, "16": "bright-cyan", "mono": "bold"},
        "prefill": {"color": "#f0e442", "256": 227, "16": "bright-yellow", "mono": "bold"},
        "decode": {"color": "#b8a03a", "256": 143, "16": "yellow"},
        "kept": {"color": "#56b4e9", "256": 74, "16": "bright-blue"},
        "lost": {"color": "#ff8c1a", "256": 208, "16": "bright-yellow", "mono": ["bold", "underline"],
          "attributes": "bold"},
        "warning": {"color": "#ffc107", "256": 220, "16": "bright-yellow", "mono": "bold"},
        "note": {"color": "#c3cad6", "256": 251, "16": "white"},
        "selection": {"color": "#20344d", "256": 236, "16": "blue", "mono": "reverse",
          "text": {"color": "#f4f7fa", "256": 255, "16": "bright-white"}},
        "cursorColumn": {"color": "#1f2f42", "256": 235, "16": "blue", "mono": "reverse"},
        "match": {"color": "#5e5412", "256": 58, "16": "yellow", "mono": "reverse",
          "text": {"color": "#ffffff", "256": 231, "16": "black"}},
        "diffAdded": {"color": "#56b4e9", "256": 74, "16": "bright-blue"},
        "diffRemoved": {"color": "#ff8c1a", "256": 208, "16": "bright-yellow", "mono": "dim"},
        "diffAddedWord": {"color": "#a6dcff", "256": 153, "16": "bright-cyan", "mono": "bold",
          "attributes": "bold",
          "background": {"color": "#123450", "256": 24, "16": "black"}},
        "diffRemovedWord": {"color": "#ffc58a", "256": 222, "16": "bright-yellow", "mono": "underline",
          "attributes": "bold",
          "background": {"color": "#4d2a08", "256": 52, "16": "black"}}
      },
      "personas": [
        {"color": "#56b4e9", "256": 74, "16": "bright-blue",
          "band": {"color": "#21405a", "256": 24, "16": "blue", "mono": "reverse",
            "text": {"color": "#e6f4ff", "256": 255, "16": "bright-white"}}},
        {"color": "#e8c15a", "256": 179, "16": "bright-yellow",
          "band": {"color": "#4a3f20", "256": 58, "16": "yellow", "mono": "reverse",
            "text": {"color": "#fff6d8", "256": 230, "16": "black"}}},
        {"color": "#c8cdd6", "256": 252, "16": "white",
          "band": {"color": "#414852", "256": 239, "16": "bright-black", "mono": "reverse",
            "text": {"color": "#ffffff", "256": 231, "16": "bright-white"}}},
        {"color": "#d98c5f", "256": 173, "16": "yellow",
          "band": {"color": "#4d3524", "256": 94, "16": "yellow", "mono": "reverse",
            "text": {"color": "#ffeadb", "256": 230, "16": "black"}}}
      ],
      "kinds": {
        "instructions": {"color": "#56b4e9", "256": 74, "16": "bright-blue"},
        "tools": {"color": "#3a7fb8", "256": 67, "16": "blue"},
        "prompt": {"color": "#f0e442", "256": 227, "16": "bright-yellow"},
        "response": {"color": "#dfe4ea", "256": 254, "16": "white"},
        "reasoning": {"color": "#9aa6b5", "256": 247, "16": "bright-black"},
        "toolCalls": {"color": "#e69f00", "256": 172, "16": "yellow"},
        "toolOutput": {"color": "#d55e00", "256": 166, "16": "red"},
        "unknown": {"color": "#6f7987", "256": 243, "16": "bright-black", "mono": "dim"}
      }
    }

    """#
}

extension BuiltInThemes {
  /// `themes/light.json`, letter for letter.
  static let light = #"""
    {
      "name": "light",
      "description": "Warm paper, the same meaning in darker colours.",
      "dark": false,
      "roles": {
        "background": {"color": "#fbfaf7", "256": 231, "16": "bright-white"},
        "bar": {"color": "#f0efea", "256": 255, "16": "white"},
        "text": {"color": "#22262c", "256": 235, "16": "black"},
        "dim": {"color": "#656b78", "256": 59, "16": "bright-black", "mono": "dim"},
        "faint": {"color": "#88857d", "256": 244, "16": "bright-black", "mono": "dim"},
        "line": {"color": "#d5d0c4", "256": 252, "16": "white", "mono": "dim"},
        "accent": {"color": "#1f6fb2", "256": 25, "16": "blue", "mono": "bold"},
        "prefill": {"color": "#d19a00", "256": 178, "16": "yellow", "mono": "bold"},
        "decode": {"color": "#d4621a", "256": 166, "16": "bright-red"},
        "kept": {"color": "#167a43", "256": 22, "16": "blue"},
        "lost": {"color": "#c62f45", "256": 160, "16": "red", "mono": ["bold", "underline"]},
        "warning": {"color": "#9a5b00", "256": 94, "16": "magenta", "mono": "bold"},
        "note": {"color": "#5a55c8", "256": 62, "16": "blue"},
        "selection": {"color": "#dce7f5", "256": 189, "16": "cyan", "mono": "reverse",
          "text": {"color": "#11151a", "256": 233, "16": "black"}},
        "cursorColumn": {"color": "#dfe9f6", "256": 254, "16": "cyan", "mono": "reverse"},
        "match": {"color": "#ffe48a", "256": 222, "16": "bright-yellow", "mono": "reverse",
          "text": {"color": "#22262c", "256": 235, "16": "black"}},
        "diffAdded": {"color": "#167a43", "256": 22, "16": "blue"},
        "diffRemoved": {"color": "#c62f45", "256": 160, "16": "red", "mono": "dim"},
        "diffAddedWord": {"color": "#0f5e33", "256": 22, "16": "blue", "mono": "bold",
          "attributes": "bold",
          "background": {"color": "#cfeedd", "256": 194, "16": "bright-white"}},
        "diffRemovedWord": {"color": "#9c1c31", "256": 88, "16": "red", "mono": "underline",
          "attributes": "bold",
          "background": {"color": "#fadadd", "256": 224, "16": "bright-white"}}
      },
      "personas": [
        {"color": "#2f6fd0", "256": 26, "16": "blue",
          "band": {"color": "#c7d8f0", "256": 189, "16": "cyan", "mono": "reverse",
            "text": {"color": "#17335e", "256": 17, "16": "black"}}},
        {"color": "#8250df", "256": 98, "16": "magenta",
          "band": {"color": "#dccdf5", "256": 183, "16": "bright-magenta", "mono": "reverse",
            "text": {"color": "#3c2273", "256": 54, "16": "black"}}},
        {"color": "#0f7a74", "256": 23, "16": "black",
          "band": {"color": "#bcdedb", "256": 152, "16": "bright-cyan", "mono": "reverse",
            "text": {"color": "#0b3e3b", "256": 23, "16": "black"}}},
        {"color": "#b03a6a", "256": 125, "16": "red",
          "band": {"color": "#f3cfdd", "256": 218, "16": "bright-magenta", "mono": "reverse",
            "text": {"color": "#5d1836", "256": 53, "16": "black"}}},
        {"color": "#806200", "256": 94, "16": "bright-black",
          "band": {"color": "#eadfb4", "256": 187, "16": "bright-yellow", "mono": "reverse",
            "text": {"color": "#453500", "256": 58, "16": "black"}}}
      ],
      "kinds": {
        "instructions": {"color": "#2f6fd0", "256": 26, "16": "blue"},
        "tools": {"color": "#5580d0", "256": 68, "16": "bright-blue"},
        "prompt": {"color": "#3c8f4e", "256": 65, "16": "green"},
        "response": {"color": "#555e6b", "256": 59, "16": "black"},
        "reasoning": {"color": "#7c86c4", "256": 104, "16": "magenta"},
        "toolCalls": {"color": "#b8722c", "256": 130, "16": "yellow"},
        "toolOutput": {"color": "#bd5330", "256": 131, "16": "red"},
        "unknown": {"color": "#8f8c84", "256": 245, "16": "bright-black", "mono": "dim"}
      }
    }

    """#
}

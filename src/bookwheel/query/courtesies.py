"""What may stand before and behind a request, and what goes on with an earlier one. See `template` for the notation."""

from __future__ import annotations

OPENINGS = """
    (please|pls|plz|kindly|ok|okay|so|hey|hi|hello|now|and) [there]
    (can|could|would|will) you [please|pls|kindly]
    (i|we) (want|need|would like|wish) [you] to
    i'd like [you] to
    (can|could|may) (i|we) [please] (get|have|see|read)
    (using|according to) (wikipedia|the archive|this archive|the zim|the encyclopedia|the encyclopaedia)
    in (your|simple|plain|other) (words|terms)
    in your own words
    (i|we) (want|need)
    (let's|lets)
    tell me
    (i was|i am|i'm) (wondering|curious) [about]
    (use|using|ask|call|with|via) [the] (openzim|open zim|zim query|zim_query|zim|bookwheel|openzim mcp) [mcp] [tool] [server] [to|and|for]
    (openzim|zim_query|bookwheel:)
    (question:|query:|task:)
    (bitte|kannst du [bitte]|könntest du [bitte]|ich möchte|s'il vous plaît|s'il te plaît|peux tu|pouvez vous|je veux|je voudrais|por favor|puedes|podrías|quiero|hola|bonjour|hallo)
"""

ENDINGS = """
    (please|pls|plz|thanks|thx|ty|thank you|cheers) [a lot|very much|so much|in advance]
    (for|to) (me|us)
    (from|in|on|using) (wikipedia|the archive|this archive|the zim|the encyclopedia|the encyclopaedia|openzim|the zim file)
    (right now|if you can|if possible|briefly)
    in (one|two|three|a few|simple|plain|other) (sentence|sentences|words|terms|english|paragraph)
    in (short|detail)
    (anzeigen|auflisten|ausgeben)
    (bitte|danke|merci|s'il vous plaît|s'il te plaît|svp|stp|por favor|gracias)
"""

CONTINUATIONS = frozenset(
    ("next", "next page", "next one", "more", "more results", "continue", "go on", "keep going", "the rest")
)
"""What goes on with an answer given before, folded."""

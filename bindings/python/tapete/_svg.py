"""Text of a terminal as SVG: one line of text for each line, in the colours that its sequences name."""

import re
import unicodedata
from html import escape

COLUMN, LINE, MARGIN, SIZE = 8.4, 17, 12, 14
COLOURS = {30: "#24292f", 31: "#c0392b", 32: "#1e8449", 33: "#b7791f", 34: "#1f5fa8", 35: "#8e44ad", 36: "#117a8b", 37: "#57606a",
           90: "#6e7781", 91: "#c0392b", 92: "#1e8449", 93: "#b7791f", 94: "#1f5fa8", 95: "#8e44ad", 96: "#117a8b"}
SEQUENCE = re.compile(r"\033\[([0-9;]*)m|\033\]8;[^\033\a]*(?:\033\\|\a)")


def columns(text):
    """How many columns a text takes."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def plain(text):
    """The text without sequences."""
    return SEQUENCE.sub("", text)


class Pen:
    """The colour and weight that hold at a place in the text."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.colour, self.bold, self.faint = None, False, False

    def change(self, codes):
        for code in (int(c or 0) for c in codes.split(";")):
            if code == 0:
                self.reset()
            elif code == 1:
                self.bold = True
            elif code == 2:
                self.faint = True
            elif code == 22:
                self.bold = self.faint = False
            elif code == 39:
                self.colour = None
            elif code in COLOURS:
                self.colour = COLOURS[code]

    def attributes(self):
        return ((f' fill="{self.colour}"' if self.colour else "") + (' font-weight="bold"' if self.bold else "")
                + (' opacity="0.6"' if self.faint else ""))


def runs(line, pen):
    """(column, text, attributes) for each run of a line."""
    at, column = 0, 0
    for found in [*SEQUENCE.finditer(line), None]:
        text = line[at:found.start() if found else len(line)]
        if text.strip():
            lead = len(text) - len(text.lstrip())
            yield column + lead, text.strip(), pen.attributes()
        column += columns(text)
        if found:
            if found[1] is not None:
                pen.change(found[1])
            at = found.end()


def draw(text):
    """The picture."""
    lines = text.rstrip("\n").split("\n")
    width = 2 * MARGIN + COLUMN * max([columns(plain(line)) for line in lines] + [1])
    height = 2 * MARGIN + LINE * len(lines)
    pen, out = Pen(), []
    for row, line in enumerate(lines):
        for column, run, attributes in runs(line, pen):
            x, y = MARGIN + column * COLUMN, MARGIN + row * LINE + SIZE
            out.append(f'<text x="{x:.1f}" y="{y}" textLength="{columns(run) * COLUMN:.1f}" xml:space="preserve"{attributes}>{escape(run)}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" '
            f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{SIZE}" fill="#24292f">'
            f'<rect width="100%" height="100%" rx="8" fill="#fbfaf6"/>{"".join(out)}</svg>')

"""Text of a terminal as pixels, for render_mode="rgb_array". Needs Pillow."""

import numpy as np

from ._svg import Pen, columns, plain, runs

WIDTH, HEIGHT, MARGIN = 9, 18, 12
FONTS = ("DejaVuSansMono.ttf", "LiberationMono-Regular.ttf", "Menlo.ttc", "consola.ttf")


def font():
    """A font in which all letters have one width; if there is none, that of Pillow."""
    from PIL import ImageFont

    for name in FONTS:
        try:
            return ImageFont.truetype(name, 15)
        except OSError:
            pass
    return ImageFont.load_default(14)


def draw(text):
    """An array of height x width x 3."""
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise ImportError('render_mode="rgb_array" needs Pillow: pip install pillow; "ansi" and "svg" need nothing') from error
    lines = text.rstrip("\n").split("\n")
    size = (2 * MARGIN + WIDTH * max([columns(plain(line)) for line in lines] + [80]), 2 * MARGIN + HEIGHT * max(len(lines), 24))
    image = Image.new("RGB", size, "#fbfaf6")
    pencil, pen, letters = ImageDraw.Draw(image), Pen(), font()
    for row, line in enumerate(lines):
        for column, run, _ in runs(line, pen):
            for place, letter in enumerate(run):
                pencil.text((MARGIN + (column + place) * WIDTH, MARGIN + row * HEIGHT), letter, pen.colour or "#24292f", letters)
    return np.asarray(image)

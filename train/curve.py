"""The curve of a training as SVG: entropy of the policy and error of the value over decisions."""

WIDTH, HEIGHT, LEFT, BOTTOM = 640, 240, 50, 30


def _line(history, name, most, colour):
    last = history[-1]["decisions"]
    points = []
    for row in history[:: max(1, len(history) // 300)]:
        x = LEFT + (WIDTH - LEFT - 10) * row["decisions"] / last
        y = HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 20) * min(row[name] / most, 1)
        points.append(f"{x:.1f},{y:.1f}")
    return f'<polyline fill="none" stroke="{colour}" stroke-width="1.5" points="{" ".join(points)}"/>'


def draw(history, path, title):
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/><text x="{LEFT}" y="14">{title}</text>']
    if history:
        for i, (name, label, colour) in enumerate((("entropy", "entropy", "#1f6f4a"), ("value_error", "value error", "#b4541a"))):
            most = max(row[name] for row in history) or 1
            parts.append(_line(history, name, most, colour))
            parts.append(f'<text x="{LEFT + 130 + 190 * i}" y="14" fill="{colour}">{label} (top: {most:.2f})</text>')
        parts.append(f'<text x="{WIDTH - 10}" y="{HEIGHT - 8}" text-anchor="end">{history[-1]["decisions"] / 1e6:.0f} M decisions</text>')
    parts.append(f'<path d="M{LEFT} 20V{HEIGHT - BOTTOM}H{WIDTH - 10}" fill="none" stroke="#666"/></svg>')
    with open(path, "w") as file:
        file.write("\n".join(parts) + "\n")

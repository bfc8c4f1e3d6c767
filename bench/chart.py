# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A chart of grouped bars as SVG, for the docs. Given groups of values by series; returns the file's text, the same for the
same values, or writes it with the record that it is of. Knows nothing of any benchmark."""
import math
from xml.sax.saxutils import escape

COLOURS = ('#1f6feb', '#8fb8f6', '#b0b0b0', '#d98e04', '#2f2f2f', '#6a994e')
WIDTH, HEIGHT = 900, 380
LEFT, RIGHT, TOP, BOTTOM = 56, 12, 72, 36


def step_of(highest):
    """The distance of the axis' lines: 1, 2 or 5 times a power of ten, for 4 to 10 of them."""
    power = 10 ** math.floor(math.log10(highest / 4))
    return next(power * factor for factor in (1, 2, 5, 10) if highest / (power * factor) <= 10)


def text(x, y, words, anchor='middle', size=12, weight='normal'):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}">'
            f'{escape(words)}</text>')


def axis(highest, y_of):
    step = step_of(highest)
    for line in range(math.floor(highest / step) + 1):
        y = y_of(line * step)
        yield f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#dddddd"/>'
        yield text(LEFT - 6, y + 4, f'{line * step:g}', 'end')


def legend(series):
    x = LEFT
    for name, colour in zip(series, COLOURS):
        yield f'<rect x="{x}" y="46" width="12" height="12" fill="{colour}"/>'
        yield text(x + 17, 56, name, 'start')
        x += 36 + 7 * len(name)


def bars(title, note, groups, series):
    """groups: {group: [a value for each of series]}; no value may be below 0."""
    if len(series) > len(COLOURS) or any(len(values) != len(series) for values in groups.values()):
        raise ValueError('a group has another number of values than there are series, or there are too many of them')
    highest = max(value for values in groups.values() for value in values)

    def y_of(value):
        return HEIGHT - BOTTOM - value / highest * (HEIGHT - TOP - BOTTOM)

    group_width = (WIDTH - LEFT - RIGHT) / len(groups)
    bar = group_width * 0.8 / len(series)
    parts = ['<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->', '<!-- Made by bench/chart.py. -->',
             f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
             text(LEFT, 20, title, 'start', 15, 'bold'), text(LEFT, 37, note, 'start', 11),
             *legend(series), *axis(highest, y_of)]
    for index, (group, values) in enumerate(groups.items()):
        left = LEFT + index * group_width
        for place, (name, value) in enumerate(zip(series, values)):
            x, y = left + group_width * 0.1 + place * bar, y_of(value)
            parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{bar * 0.92:.1f}" height="{HEIGHT - BOTTOM - y:.1f}" '
                         f'fill="{COLOURS[place]}"><title>{escape(f"{group}, {name}: {value:.2f}")}</title></rect>')
        parts.append(text(left + group_width / 2, HEIGHT - BOTTOM + 18, group))
    return '\n'.join(parts + ['</svg>', ''])


def draw(path, title, record, groups, series):
    """Writes the chart of a record (record.py), which is named below the title."""
    note = f'medians of {record["rounds"]} rounds, {record["machine"]}, {record["date"]}, commit {record["commit"]}'
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(bars(title, note, groups, series), encoding='utf-8')
    print(f'drawn in {path}')

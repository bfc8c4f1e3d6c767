# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads a timeline in Chrome's trace-event format, checks its form, and prints what is in it."""
import bisect
import collections
import json
import sys

PHASES = {'M', 'B', 'E', 'X', 'i', 's', 'f'}


def read(name):
    with open(name, encoding='utf-8') as file:
        text = file.read()
    if not text.rstrip().endswith(']'):  # of a program that was killed: viewers do the same
        print('has no end')
        text = text[:text.rindex('}') + 1] + ']'
    return json.loads(text)


class Timeline:
    def __init__(self, events):
        self.groups, self.rows, self.open = {}, {}, collections.defaultdict(list)
        self.slices, self.marks, self.sources, self.targets = [], [], {}, []
        for event in events:
            assert event['ph'] in PHASES, event
            getattr(self, 'add_' + event['ph'])(event)
        self.sort_slices()

    def row(self, event):
        return self.groups[event['pid']], self.rows[event['pid'], event['tid']]

    def add_M(self, event):
        if event['name'] == 'process_name':
            self.groups[event['pid']] = event['args']['name']
        elif event['name'] == 'thread_name':
            self.rows[event['pid'], event['tid']] = event['args']['name']

    def add_B(self, event):
        self.open[self.row(event)].append(event)

    def add_E(self, event):
        begin = self.open[self.row(event)].pop()
        assert event['ts'] >= begin['ts'], (begin, event)
        begin['args'] = begin.get('args', {}) | event.get('args', {})
        self.slices.append((self.row(event), begin, event['ts']))

    def add_X(self, event):
        assert event['dur'] >= 0
        self.slices.append((self.row(event), event, event['ts'] + event['dur']))

    def add_i(self, event):
        self.marks.append((self.row(event), event))

    def add_s(self, event):
        self.sources[event['id']] = (self.row(event), event)

    def add_f(self, event):
        assert event['bp'] == 'e'
        self.targets.append((self.row(event), event))

    def sort_slices(self):
        """By row and begin, for slice_at(); with those that have not ended."""
        self.sorted = collections.defaultdict(list)
        for row, each, end in self.slices:
            self.sorted[row].append((each['ts'], end, each))
        for row, opened in self.open.items():
            self.sorted[row] += [(each['ts'], float('inf'), each) for each in opened]
        self.begins = {}
        for row, slices in self.sorted.items():
            slices.sort(key=lambda each: (each[0], -each[1]))
            self.begins[row] = [begin for begin, _, _ in slices]

    def slices_from(self, row, time):
        """The slices of a row that begin at a time."""
        at = bisect.bisect_left(self.begins.get(row, []), time)
        while at < len(self.sorted[row]) and self.begins[row][at] == time:
            yield self.sorted[row][at]
            at += 1

    def slice_at(self, row, time):
        """The name of the innermost slice of a row at a time; one that begins then, if there is one. Slices are nested: it is
        the last that has begun and not ended."""
        at = bisect.bisect_right(self.begins.get(row, []), time) - 1
        while at >= 0 and self.sorted[row][at][1] < time:
            at -= 1
        return self.sorted[row][at][2]['name'] if at >= 0 else None


def main():
    timeline = Timeline(read(sys.argv[1]))
    for (group, row), each, end in timeline.slices:
        if each['cat'] == 'activation' and 'instructions' in each['args']:
            assert each['args']['instructions'] > 0 and end > each['ts'], each
    for (group, row), count in sorted(collections.Counter(where for where, _, _ in timeline.slices).items()):
        print(f'row: {group}: {row}')
    for (group, category, name), count in sorted(collections.Counter(
            (where[0], each['cat'], each['name']) for where, each, _ in timeline.slices).items()):
        print(f'slice: {group}: {category} {name}: {count}')
    for row, each in timeline.marks:
        print(f'mark: {row[0]}: {each["cat"]} {each["name"]} {json.dumps(each.get("args", {}))}')
    arrows = collections.Counter()
    for row, event in timeline.targets:
        source_row, source = timeline.sources[event['id']]
        assert source['ts'] <= event['ts']
        begun = [each['name'] for _, end, each in timeline.slices_from(row, event['ts'])
                 if end != float('inf') and each['cat'] == 'activation']
        arrows[timeline.slice_at(source_row, source['ts']), begun[0] if begun else 'one that has not ended'] += 1
    for (source, target), count in sorted(arrows.items(), key=str):
        print(f'arrow: {source} -> {target}: {count}')
    print('open:', [each['name'] for opened in timeline.open.values() for each in opened])


if __name__ == '__main__':
    main()

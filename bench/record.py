# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Figures of a benchmark: kept in bench/results/<bench>.json with machine, date and commit, one record after the other, and
compared with the last one. Given the figures of a run; prints the comparison; writes only with --record. A difference is
reported and never an error.

A figure is Figure(value, unit, more_is_better).
"""
import collections
import datetime
import json
import os
import platform
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
# Single figures of one machine move by about this much from run to run.
NOISE = 0.1

Figure = collections.namedtuple('Figure', 'value unit more_is_better')
Change = collections.namedtuple('Change', 'name last now ratio verdict')


def add_options(parser, bench):
    parser.add_argument('--record', action='store_true', help='keep this run as the last recorded one')
    parser.add_argument('--results', metavar='FILE', default=os.path.join(HERE, 'results', f'{bench}.json'),
                        help='where the records are (default: %(default)s)')


def machine():
    """Processor and number of cores."""
    model = platform.processor() or platform.machine()
    with open('/proc/cpuinfo', encoding='utf-8') as lines:
        for line in lines:
            if line.startswith('model name'):
                model = line.split(':', 1)[1].strip()
                break
    return f'{model}, {os.cpu_count()} cores'


def commit():
    """'unknown' where there is no git, or no checkout."""
    try:
        return subprocess.run(['git', 'describe', '--always', '--dirty', '--exclude=*'], cwd=HERE, capture_output=True,
                              text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return 'unknown'


def load(path):
    """The records, the oldest first; none if there is no file."""
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as file:
        records = json.load(file)
    for record in records:
        record['figures'] = {name: Figure(*figure) for name, figure in record['figures'].items()}
    return records


def append(path, figures, rounds):
    """The record that was added. Written to a temporary file and renamed, so that the file is always complete."""
    record = {'date': datetime.date.today().isoformat(), 'commit': commit(), 'machine': machine(), 'rounds': rounds,
              'figures': {name: [round(figure.value, 4), *figure[1:]] for name, figure in figures.items()}}
    old = []
    if os.path.exists(path):
        with open(path, encoding='utf-8') as file:
            old = json.load(file)
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    with open(path + '.new', 'w', encoding='utf-8') as file:
        json.dump(old + [record], file, indent=1)
        file.write('\n')
    os.replace(path + '.new', path)
    return record


def change_of(name, last, now):
    if last is None or now is None:
        return Change(name, last, now, None, 'new' if last is None else 'removed')
    if last.unit != now.unit or last.value <= 0:
        return Change(name, last, now, None, 'not comparable')
    ratio = now.value / last.value
    if 1 / (1 + NOISE) <= ratio <= 1 + NOISE:
        return Change(name, last, now, ratio, 'same')
    return Change(name, last, now, ratio, 'better' if (ratio > 1) == now.more_is_better else 'worse')


def compare(last, now):
    """A Change for every figure of either."""
    names = list(now) + [name for name in last if name not in now]
    return [change_of(name, last.get(name), now.get(name)) for name in names]


def print_comparison(record, figures):
    print(f'\ncompared with {record["date"]}, commit {record["commit"]}, on {record["machine"]}'
          f' (same: within {NOISE:.0%})')
    if record['machine'] != machine():
        print('another machine than this one: only the ratios can be compared')
    for change in compare(record['figures'], figures):
        last, now = (f'{figure.value:10.2f}' if figure else ' ' * 9 + '-' for figure in (change.last, change.now))
        ratio = f'{change.ratio - 1:+8.1%}' if change.ratio else ' ' * 8
        print(f'{change.name:44}{last}{now} {(change.now or change.last).unit:8}{ratio}  {change.verdict}')


def finish(options, figures, rounds):
    """After the table: the comparison, then, if asked, the record, which is returned."""
    records = load(options.results)
    if records:
        print_comparison(records[-1], figures)
    else:
        print(f'\nno earlier record in {options.results}')
    if not options.record:
        return None
    record = append(options.results, figures, rounds)
    print(f'recorded in {options.results}')
    return record

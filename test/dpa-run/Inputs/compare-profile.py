# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: compare-profile.py PROFILE COUNTS STATISTICS: a profile as text, the instructions of functions as the program
has counted them ("NAME COUNT"), and the output of --stats. Functions agree within 1 %; the sum of all of them is exactly
what the execution units have retired."""
import re
import sys

profile, counts, statistics = (open(name, encoding='utf-8').read() for name in sys.argv[1:])


def rows(text, heading):
    """The rows under a heading, each a list of words."""
    lines = text.split(f'{heading}\n', 1)[1].splitlines()[1:]
    found = []
    for line in lines:
        if not line.startswith(' '):
            break
        found.append(line.split())
    return found


functions = {' '.join(row[6:]): int(row[3]) for row in rows(profile, 'functions')}
for name, count in (line.split() for line in counts.splitlines()):
    # An inlined function is a row of its own.
    sampled = functions[name] + (functions['mix'] if name == 'heavy' else 0)
    print(f'{name}: {sampled} instructions sampled, {count} counted')
    if abs(sampled - int(count)) > int(count) / 100:
        sys.exit(f'{name}: more than 1 % apart')
retired = sum(int(row[2]) for row in rows(statistics, '  execution units'))
units = sum(int(row[2]) for row in rows(profile, 'execution units'))
total = int(re.search(r'(\d+) instructions$', profile.splitlines()[0]).group(1))
print(f'all: {sum(functions.values())} in functions, {units} in units, {total} in total, {retired} retired')
if not sum(functions.values()) == units == total == retired:
    sys.exit('sums are not equal')

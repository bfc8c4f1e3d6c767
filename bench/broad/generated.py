# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs as generators write them: nets of transitions, automata with a label for each state, decision
trees. Given a size; returns C source. The same source every time."""
import random

HEAD = '#include "broad.h"\n'


def net(name, transitions):
    """One function whose transitions are all tested in each round: about 14 instructions each."""
    choose = random.Random(transitions)
    places = transitions // 2
    lines = [HEAD, f'static int32_t p[{places}];', 'static uint64_t step(uint64_t fired) {']
    for _ in range(transitions):
        a, b, c = (choose.randrange(places) for _ in range(3))
        lines.append(f'  if (p[{a}] > {choose.randrange(2)} && p[{b}] < {choose.randrange(3, 9)}) '
                     f'{{ p[{a}]--; p[{b}]++; p[{c}] ^= {choose.randrange(1, 4)}; fired++; }}')
    lines += ['  return fired;', '}', f'uint64_t program_{name}(uint64_t rounds) {{', '  uint64_t fired = 0;',
              f'  for (int i = 0; i < {places}; i++)', '    p[i] = i % 5;',
              '  for (uint64_t i = 0; i < rounds; i++)', '    fired = step(fired);',
              '  return mix_bytes(fired, p, sizeof p);', '}']
    return '\n'.join(lines) + '\n'


def automaton(name, states):
    """A label and jumps for each state, as generated scanners have them: about 10 instructions each."""
    choose = random.Random(states)
    lines = [HEAD, f'uint64_t program_{name}(uint64_t rounds) {{', '  uint32_t seed = 41, c;', '  uint64_t sum = 0;',
             f'  uint64_t left = rounds * {states};']
    for state in range(states):
        targets = [choose.randrange(states) for _ in range(3)]
        lines += [f's{state}:', '  if (left-- == 0)', '    return mix(sum, c);', '  c = next_random(&seed);',
                  f'  if (c & {1 << choose.randrange(24)}) {{ sum += c >> {choose.randrange(1, 9)}; goto s{targets[0]}; }}',
                  f'  if (c < {choose.randrange(1 << 31)}U) {{ sum ^= c * {choose.randrange(3, 99)}; goto s{targets[1]}; }}',
                  f'  goto s{(state + 1) % states};']
    return '\n'.join(lines) + '\n}\n'


def trees(name, count, depth=7):
    """Boosted decision trees: branches on data."""
    choose = random.Random(count)

    def node(level, indent):
        pad = '  ' * indent
        if level == 0:
            return f'{pad}score += {choose.randrange(-999, 999)};\n'
        return (f'{pad}if (f[{choose.randrange(16)}] < {choose.randrange(40, 216)}) {{\n{node(level - 1, indent + 1)}'
                f'{pad}}} else {{\n{node(level - 1, indent + 1)}{pad}}}\n')

    parts = [HEAD]
    for tree in range(count):
        parts.append(f'static int tree{tree}(const uint8_t *f) {{\n  int score = 0;\n{node(depth, 1)}  return score;\n}}\n')
    calls = ''.join(f'    score += tree{tree}(f);\n' for tree in range(count))
    parts.append(f'uint64_t program_{name}(uint64_t rounds) {{\n  uint32_t seed = 43;\n  uint64_t sum = 0;\n'
                 '  for (uint64_t i = 0; i < rounds; i++) {\n    uint8_t f[16];\n    int score = 0;\n'
                 '    for (int k = 0; k < 16; k++)\n      f[k] = (uint8_t)next_random(&seed);\n'
                 f'{calls}    sum = mix(sum, (uint64_t)score);\n  }}\n  return sum;\n}}\n')
    return '\n'.join(parts)

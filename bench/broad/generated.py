# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs as generators write them: nets of transitions, automata with a label for each state, decision
trees, tables of handlers, loops that run one after the other. Given a size; returns C source, the same every time."""
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


def table(result, function, parameter, count):
    """The constant table of functions whose names end in 0 to count - 1."""
    names = ', '.join(f'{function}{number}' for number in range(count))
    return f'static {result} (*const table[])({parameter}) = {{{names}}};'


def handlers(name, count):
    """Small functions, called through a table in an order that depends on data."""
    choose = random.Random(count)
    lines = [HEAD, 'static uint32_t r[16], m[1024];']
    for handler in range(count):
        a, b, c = (choose.randrange(16) for _ in range(3))
        action = choose.choice([
            f'r[{a}] = r[{b}] + r[{c}] * {choose.randrange(3, 99)}u;',
            f'r[{a}] ^= m[(r[{b}] + x) % 1024];',
            f'm[(x ^ r[{a}]) % 1024] += r[{c}];',
            f'if (r[{a}] & {1 << choose.randrange(20)}) r[{b}]++; else r[{c}] ^= x;',
            f'for (int i = 0; i < {choose.randrange(2, 5)}; i++) r[{a}] += m[(x + i) % 1024];'])
        lines.append(f'static uint32_t handler{handler}(uint32_t x) '
                     f'{{ {action} return x * {2 * choose.randrange(1000) + 1}u + r[{a}]; }}')
    lines += [table('uint32_t', 'handler', 'uint32_t', count), f'uint64_t program_{name}(uint64_t rounds) {{',
              '  uint32_t x = 5, seed = 47;', '  for (int i = 0; i < 1024; i++)', '    m[i] = next_random(&seed);',
              '  for (uint64_t i = 0; i < rounds * 1000; i++)', f'    x = table[(x >> 7 ^ next_random(&seed)) % {count}](x);',
              '  return mix_bytes(mix_bytes(x, r, sizeof r), m, sizeof m);', '}']
    return '\n'.join(lines) + '\n'


def phases(name, count):
    """Loops of 10 to 49 statements; each runs 3,000 times, then the next one."""
    choose = random.Random(count)

    def statement():
        a, b, c = (choose.randrange(8) for _ in range(3))
        return choose.choice([
            f'v[{a}] = v[{b}] + (v[{c}] ^ {choose.randrange(2000)}u);',
            f'v[{a}] = (v[{b}] << {choose.randrange(1, 31)}) ^ v[{c}];',
            f'v[{a}] = v[{b}] < v[{c}] ? v[{b}] : v[{c}] + 1;',
            f't[(v[{a}] ^ v[{b}]) % 256] += v[{c}];',
            f'if (v[{a}] & {1 << choose.randrange(16)}) v[{b}] += i; else v[{c}] ^= i;'])

    lines = [HEAD, 'static uint32_t t[256];']
    for phase in range(count):
        lines += [f'static void phase{phase}(uint32_t *state) {{', '  uint32_t v[8];', '  for (int k = 0; k < 8; k++)',
                  '    v[k] = state[k];', '  for (uint32_t i = 0; i < 3000; i++) {']
        lines += ['    ' + statement() for _ in range(choose.randrange(10, 50))]
        lines += ['  }', '  for (int k = 0; k < 8; k++)', '    state[k] += v[k];', '}']
    lines += [table('void', 'phase', 'uint32_t *', count), f'uint64_t program_{name}(uint64_t rounds) {{',
              '  uint32_t state[8] = {1, 2, 3, 4, 5, 6, 7, 8};', '  for (int i = 0; i < 256; i++)', '    t[i] = (uint32_t)i * 2654435761u;',
              '  for (uint64_t i = 0; i < rounds; i++)', f'    table[i % {count}](state);',
              '  return mix_bytes(mix_bytes(0, state, sizeof state), t, sizeof t);', '}']
    return '\n'.join(lines) + '\n'

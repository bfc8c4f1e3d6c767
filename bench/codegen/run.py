#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generated code: dpacc's, with and without -flto, against bare clang-22's for the same target, at -O2.

usage: run.py SDK [MODEL...]      SDK: the SDK tree, e.g. build/sdk; default models: nv-dpa-bf3 nv-dpa-cx8

The programs of bench/cpu/guest, bench/dpacc/flow-meter.c, and those of modules/, each of several files that call each
other; and copies.c, small uses of the C library, also with -fno-builtin. clang compiles as for a hosted program, so it
knows the C library. For each program: instructions in the image (of the functions that both images have), its text, and instructions
retired on the emulated device. Counts, no times: they are the same in every run. Exit status 1: dpacc's count is not
clang's, -flto's is larger, or checksums differ.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GUEST = f'{HERE}/../cpu/guest'
MODULES = f'{HERE}/modules'
sys.path.insert(0, f'{HERE}/../dpacc')
import by_hand  # noqa: E402

ROUNDS = {'list': 20, 'matrix': 20, 'crc': 20, 'state': 200, 'mix': 5, 'packet': 20, 'memory': 20}
SOURCES = [f'{GUEST}/{name}.c' for name in ROUNDS] + [f'{HERE}/measure.c']
MODULE_PROGRAMS = ['callers', 'fields', 'handlers', 'layers', 'lengths', 'loops', 'modes', 'stages', 'trace']
MODULE_ROUNDS = 200


def run(command):
    return subprocess.run(command, shell=True, check=True, stdout=subprocess.PIPE, text=True).stdout


def module_sources(program):
    return sorted(glob.glob(f'{MODULES}/{program}.c') + glob.glob(f'{MODULES}/{program}-*.c')) + [
        f'{MODULES}/measure-module.c']


def image_by_dpacc(sdk, folder, name, model, sources, more, define=''):
    image = f'{folder}/{name}.elf'
    run(f'{sdk}/bin/dpacc {" ".join(sources)} -o {folder}/{name}.a -mcpu={model} -hostcc=gcc -app-name=codegen_app '
        f'-devicecc-options="-O2 -I{GUEST} {define}" {more} && {sdk}/bin/dpacc-extract {folder}/{name}.a -o {image}')
    return image


def image_by_hand(sdk, folder, name, model, sources, define=''):
    objects = []
    for source in sources:
        objects.append(f'{folder}/{name}-{os.path.basename(source)}.o')
        run(f'{by_hand.clang(sdk, model)} -I{GUEST} {define} -c {source} -o {objects[-1]}')
    image = f'{folder}/{name}.elf'
    run(by_hand.link(sdk, ' '.join(objects), image, model))
    return image


def functions(image):
    """Instructions of each function of an image."""
    counts, current = {}, None
    for line in run(f'llvm-objdump-22 -d --no-show-raw-insn {image}').splitlines():
        if match := re.fullmatch(r'[0-9a-f]+ <(.+)>:', line):
            if not match[1].startswith('.L'):  # a label inside
                current = match[1]
                counts[current] = 0
        elif current and re.match(r'\s*[0-9a-f]+:\s', line):
            counts[current] += 1
    return counts


def text_size(image):
    return int(run(f'llvm-size-22 -A {image} | awk \'$1 == ".text" {{ print $2 }}\''))


def retired(sdk, folder, model, image, rounds):
    """Program -> (checksum, instructions); `rounds` has a number for each program."""
    programs = ' '.join(f'{name}:{number}' for name, number in rounds.items())
    rows = run(f'{sdk}/bin/dpa-run --model={model.rpartition("-")[2]} -- {folder}/count {image} {programs}').splitlines()
    return {name: (checksum, int(count)) for name, checksum, count, *_ in map(str.split, rows)}


class Comparison:
    """Prints rows and remembers whether one was not as it has to be."""

    def __init__(self):
        self.is_fine = True

    def row(self, name, hand, ours, lto):
        is_fine = ours == hand and lto <= ours
        self.is_fine &= is_fine
        print(f'  {name:32} {hand:10} {ours:10} {lto:10}   {ours / hand:.3f} {lto / ours:.3f}{"" if is_fine else "  !"}')

    def table(self, title):
        print(f'{title}\n  {"":32} {"clang-22":>10} {"dpacc":>10} {"-flto":>10}   dpacc/clang -flto/dpacc')


def compare_text(comparison, title, hand, ours, lto):
    """By function. What -flto inlines or drops shows in the whole text only, which for dpacc has the unpack stubs."""
    by_name, ours_by_name = functions(hand), functions(ours)
    names = [name for name in by_name if re.match(r'program_|measure_|meter_', name)]
    comparison.table(f'{title}: instructions in the image')
    for name in names:
        comparison.row(name, by_name[name], ours_by_name[name], ours_by_name[name])
    size = text_size(ours)
    comparison.row('whole text, bytes (dpacc only)', size, size, text_size(lto))


def compare_runs(comparison, counts):
    for name, (checksum, _) in counts[0].items():
        comparison.row(name, *(count[name][1] for count in counts))
        comparison.is_fine &= all(count[name][0] == checksum for count in counts)


def compare_modules(sdk, folder, model, comparison):
    """Programs of several files, where -flto has something to do: text, then instructions retired."""
    runs = []
    comparison.table(f'{model}, modules: instructions in the image without -flto; text, bytes (dpacc only)')
    for program in MODULE_PROGRAMS:
        sources, define = module_sources(program), f'-DPROGRAM={program}'
        hand = image_by_hand(sdk, folder, f'{program}-hand', model, sources, define)
        ours = image_by_dpacc(sdk, folder, program, model, sources, '', define)
        lto = image_by_dpacc(sdk, folder, f'{program}-lto', model, sources, '-flto', define)
        by_name, ours_by_name = functions(hand), functions(ours)
        names = [name for name in by_name if name in ours_by_name and not name.startswith('_')]  # without the SDK's
        counts = [sum(image[name] for name in names) for image in (by_name, ours_by_name)]
        comparison.row(f'{program}, instructions', *counts, counts[1])
        comparison.row(f'{program}, text', text_size(ours), text_size(ours), text_size(lto))
        runs.append([retired(sdk, folder, model, image, {program: MODULE_ROUNDS}) for image in (hand, ours, lto)])
    comparison.table(f'{model}, modules: instructions retired')
    for counts in runs:
        compare_runs(comparison, counts)


def compare_copies(sdk, folder, model, comparison):
    """Small uses of the C library: calls with -fno-builtin, else code in place, as hosted clang makes it."""
    sources = [f'{HERE}/copies.c', f'{HERE}/copies-program.c']
    images = [image_by_dpacc(sdk, folder, 'copies-calls', model, sources, '', '-fno-builtin'),
              image_by_dpacc(sdk, folder, 'copies', model, sources, ''),
              image_by_hand(sdk, folder, 'copies-hand', model, sources)]
    print(f'{model}, copies.c: instructions in the image, then retired\n'
          f'  {"":32} {"-fno-builtin":>12} {"dpacc":>10} {"clang-22":>10}')
    counts = [functions(image) for image in images]
    rows = [(name, [count[name] for count in counts]) for name in counts[0] if name.startswith('copies_')]
    runs = [retired(sdk, folder, model, image, {'copies': MODULE_ROUNDS})['copies'] for image in images]
    rows.append(('copies, retired', [count for _, count in runs]))
    for name, (calls, ours, hand) in rows:
        is_fine = ours == hand
        comparison.is_fine &= is_fine
        print(f'  {name:32} {calls:12} {ours:10} {hand:10}{"" if is_fine else "  !"}')
    comparison.is_fine &= len({checksum for checksum, _ in runs}) == 1 and runs[1][1] < runs[0][1]


def compare_model(sdk, folder, model, comparison):
    # As bench/cpu compiles them: what a library's memset() takes depends on where the data is.
    ours = image_by_dpacc(sdk, folder, 'ours', model, SOURCES, '', '-fno-builtin')
    lto = image_by_dpacc(sdk, folder, 'lto', model, SOURCES, '-flto', '-fno-builtin')
    hand = image_by_hand(sdk, folder, 'hand', model, SOURCES, '-fno-builtin')
    compare_text(comparison, f'{model}, programs of bench/cpu', hand, ours, lto)
    comparison.table(f'{model}: instructions retired')
    compare_runs(comparison, [retired(sdk, folder, model, image, ROUNDS) for image in (hand, ours, lto)])
    meter = [by_hand.FLOW_METER]
    compare_text(comparison, f'{model}, flow-meter.c', image_by_hand(sdk, folder, 'meter', model, meter),
                 image_by_dpacc(sdk, folder, 'meter-ours', model, meter, ''),
                 image_by_dpacc(sdk, folder, 'meter-lto', model, meter, '-flto'))
    compare_modules(sdk, folder, model, comparison)
    compare_copies(sdk, folder, model, comparison)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sdk = os.path.abspath(sys.argv[1])
    comparison = Comparison()
    with tempfile.TemporaryDirectory() as folder:
        run(f'gcc -std=gnu11 -O2 -Wall -Wextra -DFLEXIO_ALLOW_EXPERIMENTAL_API -I{sdk}/include {HERE}/count.c '
            f'-L{sdk}/lib -Wl,-rpath,{sdk}/lib -lflexio -libverbs -o {folder}/count')
        for model in sys.argv[2:] or ['nv-dpa-bf3', 'nv-dpa-cx8']:
            compare_model(sdk, folder, model, comparison)
    if not comparison.is_fine:
        sys.exit('! not as it has to be: equal to clang-22, -flto not larger, equal checksums')


if __name__ == '__main__':
    main()

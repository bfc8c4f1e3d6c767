# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a person would run without dpacc: clang-22, ld.lld-22, gcc, ar, and the sources for it.

Given the SDK and folders; returns command lines and writes input files, never runs anything.
"""
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
FLOW_METER = f'{HERE}/flow-meter.c'


def models():
    """Option names and architectures, from the one table."""
    rows = re.findall(r'^DPA_MODEL\(\d+, "([^"]+)", "[^"]+", "[^"]+", "([^"]+)"',
                      read(f'{HERE}/../../runtime/abi/hardware-models.def'), re.MULTILINE)
    return dict(rows)


def clang(sdk, model='nv-dpa-bf3', more='-O2'):
    """The bare device compiler for a model and the tuning of dpacc, as for a hosted program: it knows the C library."""
    if '-O2' in more.split():
        more += ' -mllvm -max-store-memcpy=16 -mllvm -max-store-memset=16'
    return (f'clang-22 --target=riscv64-unknown-unknown-elf -march={models()[model]} -mtune=rocket -mabi=lp64 -mcmodel=medany {more} '
            f'-ffunction-sections -nostdlibinc -isystem {sdk}/include -isystem {sdk}/lib/dpa/include '
            f'-D__dpa_global__= -D__dpa_rpc__=')


def link(sdk, objects, image, model='nv-dpa-bf3'):
    libraries = f'{sdk}/lib/dpa/{model.rpartition("-")[2]}'
    return (f'ld.lld-22 -T {sdk}/lib/dpacc/dpa_linker.ld {objects} {libraries}/crt0.o --whole-archive '
            f'{libraries}/libflexio_dev.a --no-whole-archive --start-group {libraries}/libflexio-libc.a '
            f'{libraries}/libgcc.a --end-group -o {image}')


def host_object(image, stub, output):
    return f'gcc -O2 -DIMAGE=\'"{image}"\' -c {stub} -o {output}'


def one_source(sdk, folder):
    return ' && '.join([
        f'{clang(sdk)} -c {FLOW_METER} -o {folder}/device.o',
        link(sdk, f'{folder}/device.o', f'{folder}/image.elf'),
        host_object(f'{folder}/image.elf', f'{HERE}/hand-stub.c', f'{folder}/stub.o'),
        f'ar crD {folder}/hand.a {folder}/stub.o',
    ])


def write_sources(folder, count):
    """flow-meter.c `count` times, each with names of its own."""
    text = read(FLOW_METER)
    names = []
    for i in range(count):
        names.append(f'flow-meter-{i}')
        write(f'{folder}/{names[-1]}.c', re.sub(r'\bmeter_', f'meter{i}_', text))
    return names


def write_ninja_folder(sdk, folder, sources, names):
    """A build of the same by ninja: a device compile for each source, the link, one host compile, the archive."""
    write(f'{folder}/stubs.c', hand_stubs(len(names)))
    objects = ' '.join(f'{name}.o' for name in names)
    rules = [
        f'rule device\n  command = {clang(sdk)} -c $in -o $out',
        f'rule link\n  command = {link(sdk, "$in", "$out")}',
        f'rule host\n  command = {host_object("image.elf", "$in", "$out")}',
        'rule archive\n  command = rm -f $out && ar crD $out $in',
        *(f'build {name}.o: device {sources}/{name}.c' for name in names),
        f'build image.elf: link {objects}',
        'build stubs.o: host stubs.c | image.elf',
        'build hand.a: archive stubs.o',
    ]
    write(f'{folder}/build.ninja', '\n'.join(rules) + '\n')


def hand_stubs(count):
    """hand-stub.c with its middle part repeated under the names of write_sources()."""
    head, middle, tail = re.split(r'/\* ---- [^\n]* ---- \*/\n', read(f'{HERE}/hand-stub.c'))
    parts = [re.sub(r'\bmeter_', f'meter{i}_', middle).replace('registerAll', f'registerAll{i}') for i in range(count)]
    return head + '\n'.join(parts) + tail


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def write(path, text):
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)

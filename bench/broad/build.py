# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the programs of the set, each for the device (dpacc), for qemu-riscv64 and for the host. Given the SDK and a
folder; downloads Debian source packages to it. Existing files are kept."""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'dpacc'))
import by_hand  # noqa: E402
from programs import PROGRAMS  # noqa: E402

MODEL = 'nv-dpa-bf3'
COMMON = f'-std=gnu11 -I{HERE}/programs -I{HERE}/programs/configuration'


def run(command, log, folder=None):
    """Raises CalledProcessError; what the command prints is appended to the log."""
    with open(log, 'a', encoding='utf-8') as file:
        file.write(command + '\n')
        file.flush()
        subprocess.run(command, shell=True, check=True, stdout=file, stderr=file, cwd=folder)


def fetch(folder):
    """Downloads Debian source packages, with separate lists, so that the lists of the machine do not need deb-src."""
    packages = sorted({program.package for program in PROGRAMS.values() if program.package})
    missing = [package for package in packages if not (folder / 'sources' / package).exists()]
    if not missing:
        return
    apt = folder / 'apt'
    (apt / 'lists/partial').mkdir(parents=True, exist_ok=True)
    (apt / 'files').mkdir(exist_ok=True)
    release = dict(re.findall(r'^(\w+)=(.*)$', pathlib.Path('/etc/os-release').read_text('utf-8'), re.MULTILINE))
    (apt / 'sources.list').write_text(f'deb-src http://deb.debian.org/debian {release["VERSION_CODENAME"]} main\n', 'utf-8')
    options = (f'-o Dir::Etc::sourcelist={apt}/sources.list -o Dir::Etc::sourceparts=- -o Dir::State::lists={apt}/lists '
               f'-o Dir::Cache={apt} -o APT::Sandbox::User=')
    run(f'apt-get {options} update && apt-get {options} source --tar-only {" ".join(missing)}', folder / 'log', apt / 'files')
    for package in missing:
        unpack(apt / 'files', package, folder / 'sources' / package)


def unpack(files, package, target):
    (archive,) = [path for path in files.glob(f'{package}_*.orig.tar.*') if not path.name.endswith('.asc')]
    target.mkdir(parents=True)
    with tarfile.open(archive) as tar:
        members = [member for member in tar.getmembers() if '/' in member.name]
        for member in members:
            member.name = member.name.split('/', 1)[1]
        tar.extractall(target, members, filter='data')


def sources_of(name, folder):
    program = PROGRAMS[name]
    own = HERE / f'programs/{name}.c'
    if program.text:
        own = folder / f'{name}.c'
        own.write_text(program.text, 'utf-8')
    package = folder / 'sources' / program.package
    return [own] + [package / source for source in program.sources.split()]


def flags_of(name, folder):
    program = PROGRAMS[name]
    flags = shlex.split(program.flags)
    flags += [f'-I{folder / "sources" / program.package / each}' for each in program.include.split()]
    return COMMON.split() + [f'-DPROGRAM={name}'] + flags


def build_device(name, sdk, folder, sources, flags):
    archive = folder / f'{name}.a'
    words = ['-O2'] + flags
    options = ' '.join('"' + word.replace('"', '\\"') + '"' for word in words)
    run(f'{sdk}/bin/dpacc {" ".join(map(str, sources))} {HERE}/system.c {HERE}/entry.c -o {archive} -mcpu={MODEL} '
        f'-hostcc=gcc -app-name=broad {shlex.quote("-devicecc-options=" + options)} '
        f'&& {sdk}/bin/dpacc-extract {archive} -o {folder}/{name}.device', folder / 'log')


def build_qemu(name, sdk, folder, sources, flags):
    objects = []
    for i, source in enumerate([*sources, HERE / 'system.c', HERE / 'once.c', HERE.parent / 'cpu/guest/linux-start.c']):
        objects.append(f'{folder}/{name}-{i}.o')
        run(f'{by_hand.clang(sdk, MODEL)} {" ".join(map(shlex.quote, flags))} -c {source} -o {objects[-1]}', folder / 'log')
    libraries = f'{sdk}/lib/dpa/bf3'
    run(f'ld.lld-22 -static {" ".join(objects)} --start-group {libraries}/libflexio-libc.a {libraries}/libgcc.a --end-group '
        f'-o {folder}/{name}.qemu', folder / 'log')


def build_native(name, folder, sources, flags):
    run(f'clang-22 -O2 -fno-vectorize -fno-slp-vectorize {" ".join(map(shlex.quote, flags))} '
        f'{" ".join(map(str, sources))} {HERE}/native.c -lm -o {folder}/{name}.native', folder / 'log')


def build(name, sdk, folder):
    if all((folder / f'{name}.{kind}').exists() for kind in ('device', 'qemu', 'native')):
        return
    sources, flags = sources_of(name, folder), flags_of(name, folder)
    build_device(name, sdk, folder, sources, flags)
    build_qemu(name, sdk, folder, sources, flags)
    build_native(name, folder, sources, flags)


def build_callers(sdk, folder):
    """The host programs that make the remote calls: one call, or calls on several execution units at the same time."""
    for source in (HERE.parent / 'codegen/count.c', HERE / 'units.c'):
        run(f'gcc -std=gnu11 -O2 -DFLEXIO_ALLOW_EXPERIMENTAL_API -I{sdk}/include {source} -L{sdk}/lib '
            f'-Wl,-rpath,{sdk}/lib -lflexio -libverbs -lpthread -o {folder}/{source.stem}', folder / 'log')


def build_all(names, sdk, folder):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / 'log').unlink(missing_ok=True)
    try:
        fetch(folder)
        build_callers(sdk, folder)
        for name in names:
            build(name, sdk, folder)
    except subprocess.CalledProcessError as error:
        sys.exit(f'run.py: error: a command failed (see {folder}/log): {error.cmd}')
    os.sync()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs programs that change one state directory at the same time, are killed, or find the disk full (store-survives.test).

usage: store-survives.py concurrent | killed | random | full | disk

Works in the current folder. After each program each part of the store (settings of the next boot, effective settings, each root) has the
bytes from before or those that the whole change makes, and dpa-state reads it. killed: at each call that changes files, by a library that
counts them; random: 200 times at any moment; full: each of these calls that needs space fails, then files that may not grow beyond each
size; disk: in a file system without space.
"""
import contextlib
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

DATA = os.environ['DATA']
STORE = pathlib.Path('state/mlx5_0')
FAULTS = os.path.abspath('file-faults.so')


def shell(text):
    return subprocess.run(['bash', '-c', '. "$INPUTS/flow.sh"; ' + text], capture_output=True, text=True, check=True).stdout


def apply(name):
    return ('dpa-config', '-d', STORE, 'apply', name)


def burn(name):
    return ('dpa-flint', '-d', STORE, '-i', f'{DATA}/{name}', 'burn')


ADD, REMOVE, REMOVE_ALL = burn('container-add.signed'), burn('container-remove.signed'), burn('container-remove-all.signed')
ON, OFF = apply('on.conf'), apply('off.conf')
RESET = ('dpa-state', 'factory-reset', STORE)
CHANGES = (ON, OFF, ADD, REMOVE, REMOVE_ALL)


def run(words, limit=None, **environment):
    if 'LD_PRELOAD' in environment:  # permits it before the library of AddressSanitizer
        environment['ASAN_OPTIONS'] = os.environ.get('ASAN_OPTIONS', '') + ':verify_asan_link_order=0'
    return subprocess.run(words, capture_output=True, text=True, env=dict(os.environ, **environment), preexec_fn=limit)


def start(words):
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def parts():
    """The bytes of each part of the store. Fails if it is damaged."""
    shown = run(('dpa-state', 'show', STORE))
    assert shown.returncode == 0, shown.stderr
    files = [STORE / 'nv.next', STORE / 'nv.current', *STORE.glob('cacert/*')]
    return {file.name: file.read_bytes() for file in files if file.suffix != '.tmp'}


class Saved:
    """A copy of the state directory."""

    def __init__(self):
        self.parts = parts()
        self.folder = pathlib.Path(f'saved-{time.monotonic_ns()}')
        shutil.copytree('state', self.folder)

    def restore(self):
        shutil.rmtree('state')
        shutil.copytree(self.folder, 'state')

    def check(self, after, what):
        now = parts()
        for name in self.parts | after | now:
            assert now.get(name) in (self.parts.get(name), after.get(name)), f'{what}: {name} is neither old nor new'
        return now == after


def after_change(saved, words):
    saved.restore()
    assert run(words).returncode == 0, words
    after = parts()
    saved.restore()
    return after


def calls_of(words):
    assert run(words, LD_PRELOAD=FAULTS, COUNT_TO='calls').returncode == 0, words
    return int(pathlib.Path('calls').read_text())


def for_each_change(check):
    """check(saved store, change, store after it, number of calls that change files) for each change, each from a store in which it has an
    effect."""
    cases = 0
    for before, words in (((), ON), ((ON,), OFF), ((), ADD), ((ADD,), REMOVE), ((ADD, ON), REMOVE_ALL), ((ADD, ON), RESET)):
        shutil.rmtree('state')
        shutil.copytree('claimed', 'state')
        for each in before:
            assert run(each).returncode == 0, each
        saved = Saved()
        after = after_change(saved, words)
        assert after != saved.parts, words
        count = calls_of(words)
        assert count >= 2, words
        cases += check(saved, words, after, count)
    return cases


def killed(saved, words, after, count):
    for number in range(count):
        saved.restore()
        assert run(words, LD_PRELOAD=FAULTS, KILL_AT=str(number)).returncode == -signal.SIGKILL, (words, number)
        if not saved.check(after, f'{words} killed at call {number}'):
            assert run(words).returncode == 0, words
            assert saved.check(after, f'{words} again')
    return count


def full(saved, words, after, count):
    for number in range(count):
        saved.restore()
        done = run(words, LD_PRELOAD=FAULTS, FULL_AT=str(number))
        is_new = saved.check(after, f'{words} without space from call {number}')
        assert done.returncode == 0 and is_new or done.returncode in (1, 3) and 'No space left' in done.stderr, done
        assert is_new or run(words).returncode == 0, words
        assert saved.check(after, f'{words} again')
    size = max(map(len, [*saved.parts.values(), *after.values()]))
    sizes = range(0, size, 97)
    for limit in sizes:
        def limit_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        saved.restore()
        done = run(words, limit_files)
        is_new = saved.check(after, f'{words} with files of at most {limit} bytes')
        assert done.returncode == 0 and is_new or done.returncode in (1, 3) and 'too large' in done.stderr, done
    return count + len(sizes)


def disk(saved, words, after, _):
    """The file system of the current folder is small; a file fills it."""
    saved.restore()
    filler = pathlib.Path('filler')
    with filler.open('wb', buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    done = run(words)
    is_new = saved.check(after, f'{words} on a full disk')
    assert done.returncode == 0 and is_new or done.returncode in (1, 3) and 'No space left' in done.stderr, done
    filler.unlink()
    assert is_new or run(words).returncode == 0
    assert saved.check(after, f'{words} again')
    return 1


def killed_at_random():
    random.seed(1)
    begin = time.monotonic()
    run(ON)
    length = time.monotonic() - begin
    for _ in range(200):
        words = random.choice(CHANGES)
        saved = Saved()
        run(words)
        after = parts()
        saved.restore()
        process = start(words)
        time.sleep(random.random() * length)
        process.kill()
        process.wait()
        saved.check(after, words)
        shutil.rmtree(saved.folder)
    return 200


def concurrent():
    """Two changes at once have the effect of both; any number leave a good store."""
    for _ in range(20):
        for pair in ((ON, ADD), (OFF, REMOVE)):
            writers = [start(words) for words in pair]
            assert [writer.wait() for writer in writers] == [0, 0]
            now = parts()
            assert now['nv.next'] == now['nv.current']
            assert (len(now) == 3) == (pair[1] == ADD), now.keys()
    random.seed(1)
    for _ in range(10):
        for each in [start(random.choice(CHANGES)) for _ in range(6)]:
            assert each.wait() in (0, 1, 3)
        assert len(parts()) <= 3
    return 100


what = sys.argv[1]
subprocess.run(['gcc', '-shared', '-fPIC', '-O2', os.environ['INPUTS'] + '/file-faults.c', '-o', FAULTS], check=True)
shell('claim; owner_file on.conf True "$(auth_tlv True 0)"; owner_file off.conf True "$(auth_tlv False 0)"')
shutil.copytree('state', 'claimed')
actions = {'concurrent': concurrent, 'random': killed_at_random, 'killed': lambda: for_each_change(killed),
           'full': lambda: for_each_change(full), 'disk': lambda: for_each_change(disk)}
print(f'{what}: {actions[what]()} programs, the store is good')

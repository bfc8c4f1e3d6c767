#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writers of one state directory at once, killed writers, a full disk (store-survives.test). Works in the current folder."""
import os
import random
import resource
import signal
import subprocess
import time

DATA = os.environ['DATA']
STORE = 'state/mlx5_0'
SHELL = '. "$INPUTS/flow.sh"; '


def shell(text):
    return subprocess.run(['bash', '-c', SHELL + text], capture_output=True, text=True, check=True).stdout


def command(*words):
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def changes():
    return [('dpa-config', '-d', STORE, 'apply', 'on.conf'), ('dpa-config', '-d', STORE, 'apply', 'off.conf'),
            ('dpa-flint', '-d', STORE, '-i', DATA + '/container-add.signed', 'burn'),
            ('dpa-flint', '-d', STORE, '-i', DATA + '/container-remove.signed', 'burn'),
            ('dpa-flint', '-d', STORE, '-i', DATA + '/container-remove-all.signed', 'burn')]


def state():
    """The store as dpa-state reports it; fails if it is damaged."""
    return subprocess.run(['dpa-state', 'show', STORE], capture_output=True, text=True, check=True).stdout


def is_good():
    text = state()
    assert 'owner=11111111-2222-3333-4444-555555555555' in text, text
    for key in ('authentication', 'authentication_next_boot'):
        assert f'\n{key}=0' in text or f'\n{key}=1' in text, text
    assert text.count('root=') <= 1, text


shell('claim; owner_file on.conf True "$(auth_tlv True 0)"; owner_file off.conf True "$(auth_tlv False 0)"')

random.seed(1)
for _ in range(10):
    pairs = [command(*random.choice(changes())) for _ in range(4)]
    for each in pairs:
        assert each.wait() in (0, 1, 3)
    is_good()
print('concurrent: 40 changes, store is good')

# How long a change takes here, so that the moments cover it.
start = time.monotonic()
command(*changes()[0]).wait()
length = time.monotonic() - start
for _ in range(200):
    process = command(*random.choice(changes()))
    time.sleep(random.random() * length)
    process.kill()
    process.wait()
    is_good()
for _ in range(2):
    assert command(*changes()[0]).wait() == 0
assert '\nauthentication=1' in state()
print('killed: 200 programs, store is good')

# Writes beyond a file size limit fail as on a full disk.
before = state()


def limit_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


full = subprocess.run(changes()[1], capture_output=True, text=True, preexec_fn=limit_files)
assert full.returncode == 3 and "too large" in full.stderr, full
assert state() == before
print('full disk: error, store unchanged')

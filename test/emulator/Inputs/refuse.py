#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs a command in which a system call fails with EPERM, as under a kernel that forbids it.
#
# usage: refuse.py memfd_create COMMAND...
import ctypes
import errno
import os
import platform
import struct
import sys

PR_SET_NO_NEW_PRIVS = 38
PR_SET_SECCOMP = 22
SECCOMP_MODE_FILTER = 2
NUMBERS = {'memfd_create': {'x86_64': 319, 'aarch64': 279}}


def instruction(code, true_skip, false_skip, value):
    return struct.pack('<HBBI', code, true_skip, false_skip, value)


def main():
    number = NUMBERS[sys.argv[1]][platform.machine()]
    rules = b''.join((
        instruction(0x20, 0, 0, 0),                          # load the number of the call
        instruction(0x15, 0, 1, number),                     # the one?
        instruction(0x06, 0, 0, 0x00050000 | errno.EPERM),   # fail
        instruction(0x06, 0, 0, 0x7fff0000),                 # allow
    ))
    buffer = ctypes.create_string_buffer(rules)

    class Program(ctypes.Structure):
        _fields_ = [('length', ctypes.c_ushort), ('rules', ctypes.c_void_p)]

    program = Program(len(rules) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    if prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program)):
        sys.exit(f'refuse.py: error: prctl: {os.strerror(ctypes.get_errno())}')
    os.execvp(sys.argv[2], sys.argv[2:])


main()

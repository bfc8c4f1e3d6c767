# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the scripts of this folder share: a work folder whose files are compared, runs of a command in it with a folder for
temporary files of its own, and the rule that after any run every output is the old one or the new one, whole, and that
nothing else is left."""
import ctypes
import os
import signal
import subprocess
import sys

OLD = b'what was there before\n'


def fail(message):
    sys.exit(f'FAILED: {message}')


def snapshot(folder):
    """Path below the folder -> bytes of every file in it."""
    files = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            with open(path, 'rb') as file:
                files[os.path.relpath(path, folder)] = file.read()
    return files


def adopt_orphans():
    """Makes this process the parent of descendants whose own parent ended: `wait_for_all` waits for them, too."""
    PR_SET_CHILD_SUBREAPER = 36
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def wait_for_all():
    while True:
        try:
            os.wait()
        except ChildProcessError:
            return


class Work:
    """A folder that holds the inputs. The first run, undisturbed, makes the expected outputs."""

    def __init__(self, folder, *commands, has_outputs=True):
        self.folder = os.path.abspath(folder)
        self.temporary = self.folder + '.tmp'
        os.makedirs(self.temporary, exist_ok=True)
        self.inputs = snapshot(self.folder)
        self.outputs = {}
        for command in commands:
            process = self.start(command)
            _, errors = process.communicate()
            if process.returncode != 0:
                fail(f'undisturbed: exit code {process.returncode}\n{errors}')
            self.outputs |= {name: data for name, data in snapshot(self.folder).items() if name not in self.inputs}
        if has_outputs and not self.outputs:
            fail('undisturbed: no output')

    def start(self, command, prepare=None):
        def fresh():
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGQUIT, signal.SIGXFSZ, signal.SIGPIPE):
                signal.signal(number, signal.SIG_DFL)
            if prepare:
                prepare()

        environment = dict(os.environ, TMPDIR=self.temporary)
        return subprocess.Popen(command, cwd=self.folder, env=environment, preexec_fn=fresh, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')

    def remove_outputs(self):
        for name in snapshot(self.folder):
            if name not in self.inputs:
                os.remove(os.path.join(self.folder, name))

    def make_old_outputs(self):
        for name in self.outputs:
            with open(os.path.join(self.folder, name), 'wb') as file:
                file.write(OLD)

    def check(self, what, allowed):
        """`allowed` maps the name of an output to its valid contents; None: it may be missing."""
        left = snapshot(self.temporary)
        folders = os.listdir(self.temporary)
        if left or folders:
            fail(f'{what}: left in the temporary folder: {sorted(left) or folders}')
        now = snapshot(self.folder)
        for name, data in self.inputs.items():
            if now.pop(name, None) != data:
                fail(f'{what}: input {name} changed')
        for name in self.outputs:
            if now.pop(name, None) not in allowed(name):
                fail(f'{what}: {name} is neither the old file nor the right one')
        if now:
            fail(f'{what}: left beside the outputs: {sorted(now)}')

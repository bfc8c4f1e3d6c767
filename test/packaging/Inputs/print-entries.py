# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Prints a compilation database, one entry a line; with --shell the command of one file with more
# words at its end, quoted for a shell.
import json
import shlex
import sys

if sys.argv[1] == '--shell':
    entries = json.load(open(sys.argv[2]))
    print(shlex.join(next(e for e in entries if e['file'].endswith(sys.argv[3]))['arguments'] + sys.argv[4:]))
else:
    for e in json.load(open(sys.argv[1])):
        print(f"{e['directory']}: {e['file']}: {e.get('command') or ' '.join(e['arguments'])}")

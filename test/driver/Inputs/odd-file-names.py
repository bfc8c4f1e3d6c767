# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a folder of sources and headers whose names have backslashes and line breaks; with --compile compiles the source
whose own name has a line break."""
import pathlib
import subprocess
import sys

folder = pathlib.Path(sys.argv[1])
if sys.argv[2:]:
    command = ['dpacc', '-c', 'two\nlines.c', '-mcpu=nv-dpa-bf3', '-hostcc=gcc', '-MMD']
    sys.exit(0 if subprocess.run(command, cwd=folder).returncode == 1 else 1)
files = {
    'own.c': '#include "a\\b.h"\n#include "c\\d/e\\f.h"\n#include "plain/g.h"\n__dpa_rpc__ unsigned long f(void) { return 0; }\n',
    'breaks.c': '#include <far.h>\n__dpa_rpc__ unsigned long g(void) { return 0; }\n',
    'options': '-I"two\nlines"\n',
    'two\nlines.c': '__dpa_rpc__ unsigned long h(void) { return 0; }\n',
    'a\\b.h': '', 'c\\d/e\\f.h': '', 'plain/g.h': '', 'two\nlines/far.h': '',
}
for name, text in files.items():
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)

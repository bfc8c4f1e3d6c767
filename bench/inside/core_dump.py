# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A core dump of a process with 64 MiB of heap in use, compared with a plain write of the same bytes to the same folder."""
import os

import host_program
import record

CORE, RATIO = 'core dump of 64 MiB', 'core dump of 64 MiB / plain write'
AIMS = {CORE: 1}
BUILDS = {'core-bench': 'crash.c'}


def measure(sdk, folder):
    figures = host_program.run(sdk, [], f'{folder}/core-bench', [])
    for name in ('bench.1.core', 'bench.plain'):
        os.remove(name)
    return figures


def figures(medians):
    return {CORE: record.Figure(medians['core'], 's', False),
            'plain write of 64 MiB': record.Figure(medians['plain'], 's', False),
            RATIO: record.Figure(medians['core'] / medians['plain'], 'times', False)}

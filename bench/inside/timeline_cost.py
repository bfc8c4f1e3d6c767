# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An event of the timeline: a doorbell with a timeline, compared with one without."""
import host_program
import record

EVENT = 'event of the timeline'
AIMS = {EVENT: 200}
BUILDS = {'trace-bench': 'trace.c'}


def measure(sdk, folder):
    program = f'{folder}/trace-bench'
    return {'untraced': host_program.run(sdk, [], program, [])['doorbell'],
            'traced': host_program.run(sdk, [f'--trace={folder}/trace.json'], program, [])['doorbell']}


def figures(medians):
    return {EVENT: record.Figure(medians['traced'] - medians['untraced'], 'ns', False),
            'doorbell without a timeline': record.Figure(medians['untraced'], 'ns', False)}

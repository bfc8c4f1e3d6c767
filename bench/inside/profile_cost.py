# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processor time of a call with a profile, compared with the same call without."""
import host_program
import record

PROFILE = 'profile at 1 kHz / none'
AIMS = {PROFILE: 1.05}
BUILDS = {'profile-bench': 'busy.c'}


def measure(sdk, folder):
    program = f'{folder}/profile-bench'
    profiled = host_program.run(sdk, [f'--profile={folder}/profile'], program, [])
    return {'profiled': profiled['work'], **host_program.run(sdk, [], program, [])}


def figures(medians):
    return {PROFILE: record.Figure(medians['profiled'] / medians['work'], 'times', False)}

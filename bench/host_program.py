# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Benchmarks that are a host program with device code: builds one with an SDK, runs it on an emulated device, prints its
figures and their aims. Independent of the benchmark; never fails because of a figure."""
import statistics
import subprocess
import sys


def build(sdk, device, host, app, program, device_options='-O2', dpacc_options=(), libraries=()):
    """`program` from the sources `device` and `host`, with the app `app` in it. `libraries`: of the SDK, before libflexio."""
    archive = f'{program}.a'
    subprocess.run([f'{sdk}/bin/dpacc', device, '-o', archive, '-mcpu=nv-dpa-bf3', '-hostcc=gcc', f'-app-name={app}',
                    f'-devicecc-options={device_options}', '-hostcc-options=-O2', *dpacc_options], check=True)
    subprocess.run(['gcc', '-std=gnu11', '-O2', '-Wall', '-Wextra', '-DFLEXIO_ALLOW_EXPERIMENTAL_API',
                    '-DDOCA_ALLOW_EXPERIMENTAL_API', f'-I{sdk}/include', host, archive, f'-L{sdk}/lib', f'-Wl,-rpath,{sdk}/lib',
                    *(f'-l{name}' for name in libraries), '-lflexio', '-libverbs', '-lpthread', '-o', program], check=True)


def run(sdk, options, program, arguments):
    """{name: value} of the lines 'NAME VALUE' that it prints. Its standard error is printed if it fails."""
    done = subprocess.run([f'{sdk}/bin/dpa-run', *options, '--', program, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f'{done.stderr}{program} {" ".join(arguments)}: ended with status {done.returncode}')
    return {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}


def medians(runs):
    """{name: median} of several runs' figures."""
    return {name: statistics.median(figures[name] for figures in runs) for name in runs[0]}


def print_table(figures, aims):
    """`figures`: {name: record.Figure}; `aims`: {name: what it is to reach}, for some of them."""
    for name, figure in figures.items():
        aim = f'{"at least" if figure.more_is_better else "at most"} {aims[name]}' if name in aims else ''
        print(f'{name:44}{figure.value:10.2f} {figure.unit:8} {aim}'.rstrip())

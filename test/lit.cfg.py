# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lit configuration: one suite over the finished SDK. DPA_BUILD_DIR names the build folder (default:
# build).
import os
import shutil
import subprocess
import tempfile

import lit.formats

source_root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build_dir = os.path.abspath(os.environ.get('DPA_BUILD_DIR', os.path.join(source_root, 'build')))
sdk = os.path.join(build_dir, 'sdk')
llvm_bin = '/usr/lib/llvm-22/bin'

config.name = 'dpacc'
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = ['.test', '.c', '.cpp', '.S', '.py']
config.excludes = ['Inputs', 'unit', 'fuzz', 'lit.cfg.py', 'CMakeLists.txt']
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(build_dir, 'test')

path = [os.path.join(sdk, 'bin'), llvm_bin, config.environment.get('PATH', os.environ['PATH'])]
config.environment['PATH'] = os.pathsep.join(path)
config.environment['LC_ALL'] = 'C'
for name in ('DPA_ENGINE', 'DPA_CHECK', 'ASAN_OPTIONS', 'UBSAN_OPTIONS', 'LSAN_OPTIONS', 'TSAN_OPTIONS'):
    if name in os.environ:
        config.environment[name] = os.environ[name]

clang_dpa = ' '.join([
    os.path.join(llvm_bin, 'clang'), '--target=riscv64-unknown-unknown-elf', '-march=rv64imac_zbb_zbs', '-mabi=lp64',
    '-mcmodel=medany', '-ffreestanding', '-isystem', os.path.join(sdk, 'include'),
    '-isystem', os.path.join(sdk, 'lib/dpa/include'), '-fplugin=' + os.path.join(sdk, 'lib/dpacc/dpacc-plugin.so'),
    '-D__dpa_global__="__attribute__((dpa_global))"', '-D__dpa_rpc__="__attribute__((dpa_rpc))"',
])
pkg_config = 'env PKG_CONFIG_PATH=' + os.path.join(sdk, 'lib/pkgconfig')
config.substitutions += [
    ('%clang_dpa', clang_dpa),
    ('%dpacc_bf3', 'dpacc -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API"'),
    ('%hostcc_flexio', ' '.join([
        'gcc', '-std=gnu11', '-Wall', '-Wextra', '-Werror', '-DFLEXIO_ALLOW_EXPERIMENTAL_API',
        '-I' + os.path.join(sdk, 'include')])),
    ('%flexio_libs', ' '.join(['-L' + os.path.join(sdk, 'lib'), '-Wl,-rpath,' + os.path.join(sdk, 'lib'), '-lflexio',
                               '-libverbs'])),
    ('%hostcc', 'gcc'),
    ('%pkg_config', pkg_config + ' pkg-config'),
    ('%sdk', sdk),
    ('%build', build_dir),
    ('%src', source_root),
]
# How much the tests of test/soak do; scripts/soak.sh sets 1000 for their full length.
soak_scale = int(os.environ.get('DPA_SOAK_SCALE', '1'))
config.substitutions += [
    ('%{packets}', str(10000 * soak_scale)),
    ('%{operations}', str(1000 * soak_scale)),
    ('%{messages}', str(1 + soak_scale // 10)),
    ('%{restarts}', str(20 + soak_scale)),
    ('%{rounds}', str(max(20, soak_scale))),
]

clangd = next(filter(None, map(shutil.which, ('clangd-22', 'clangd'))), None)
if clangd:
    config.available_features.add('clangd')
    config.substitutions.append(('%clangd', clangd))
for tool in ('qemu-riscv64', 'csmith', 'valgrind', 'gdb-multiarch', 'lldb-22', 'aarch64-linux-gnu-gcc', 'meson', 'g++', 'ccache', 'doxygen', 'tshark', 'callgrind_annotate'):
    if shutil.which(tool):
        config.available_features.add(tool)
if shutil.which('chromium-headless-shell') or shutil.which('chromium'):
    config.available_features.add('chromium')
if shutil.which('mpirun') and shutil.which('mpicc'):
    config.available_features.add('mpi')
if shutil.which('ibv_rc_pingpong'):
    config.available_features.add('ibverbs-utils')
if shutil.which('ib_write_bw'):
    config.available_features.add('perftest')
# A module of Debian's Python, which need not be the first in PATH.
if subprocess.run(['/usr/bin/python3', '-c', 'import pyverbs'], capture_output=True).returncode == 0:
    config.available_features.add('pyverbs')
if subprocess.run(['/usr/bin/python3', '-c', 'import scapy'], capture_output=True).returncode == 0:
    config.available_features.add('scapy')
# A container may forbid disabling address space randomization.
if shutil.which('setarch') and subprocess.run(['setarch', '-R', 'true'], capture_output=True).returncode == 0:
    config.available_features.add('fixed-addresses')
# Mounts in a namespace of a process's own, which a container may forbid.
if shutil.which('unshare') and subprocess.run(['unshare', '-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt'], capture_output=True).returncode == 0:
    config.available_features.add('mount')
# Interfaces in a network namespace, which a container may forbid.
if subprocess.run(['unshare', '-rn', 'sh', '-c', 'ip link add dpa0 type veth peer name dpa1 && ip tuntap add mode tap name dpa2'],
                  capture_output=True).returncode == 0:
    config.available_features.add('network-namespaces')
# What scripts/packages.sh installs to build and run AArch64 programs.
if shutil.which('qemu-aarch64') and all(map(os.path.exists, [
        '/usr/aarch64-linux-gnu/include/c++', '/usr/src/googletest',
        os.path.join(source_root, 'build/packages/arm64/usr/include/vixl')])):
    config.available_features.add('aarch64-cross')
# LeakSanitizer stops the program with ptrace, which a container may forbid.
leaker = ('#include <stdlib.h>\nint main(void) { return malloc(9) == (void *)1; }\n')
with tempfile.TemporaryDirectory() as folder:
    leaks = os.path.join(folder, 'leaks')
    if subprocess.run(['gcc', '-O0', '-fsanitize=leak', '-x', 'c', '-', '-o', leaks], input=leaker, text=True,
                      capture_output=True).returncode == 0 and subprocess.run([leaks], capture_output=True).returncode == 23:
        config.available_features.add('leak-sanitizer')
if os.environ.get('TEST_SANITIZED'):
    config.available_features.add('sanitized')
if os.environ.get('TEST_SANITIZED') == 'thread':
    config.available_features.add('thread-sanitizer')

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiles what signatures.py --mode buffer made in this folder with the given host compiler and its
# options, lets the host pack (under $RUNNER, linked with $EXTRA, if set) and the device unpack.
# Prints the verdict; status 1 if signatures differ.
set -e
"$@" -Wno-psabi -w -c host.c -o host.o
"$@" -Wall -Wextra -Werror -c device.dpa.host.c -o stub.o
"$@" host.o stub.o $EXTRA -o host
$RUNNER ./host > calls.inc
clang --target=riscv64-unknown-elf -march=rv64imac -mabi=lp64 -mcmodel=medany -ffreestanding -fno-builtin -O1 \
  -c device-main.c -o device-main.o
ld.lld --gc-sections -e _start device-main.o device.o -o device
qemu-riscv64 ./device

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Calls dpacc as programs that use experimental Flex IO functions need it: one macro for the generated host code, another for
# the device code. Both lists may be given again: lists of several options add up.
#
# usage: doca_build_dpacc.sh <dpacc's arguments>
#   doca_build_dpacc.sh device.c -o app.a --app-name=app -mcpu=nv-dpa-bf3 -hostcc=gcc --devicecc_options="-O2"
exec dpacc --hostcc_args="-DFLEXIO_ALLOW_EXPERIMENTAL_API" --devicecc_options="-DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API" "$@"

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions of functions in a profile agree within 1 % with what the program counts itself, and their
// sum is exactly what the execution units have retired; with both engines. In a reproducible run the profile
// is the same each time.
// DEFINE: %{build} = rm -rf %t && mkdir %t && %dpacc_bf3 -devicecc-options="-O2 -g" %S/Inputs/profiled-device.c -o %t/app.a -app-name=test_app && %hostcc_flexio -I%S/../host/Inputs %S/Inputs/profiled-host.c %t/app.a %flexio_libs -o %t/host
// RUN: %{build}
// RUN: dpa-run --seed=1 --engine=interp --stats --profile=%t/1,frequency=1000000 -- %t/host 1000 >%t/counts 2>%t/stats
// RUN: python3 %S/Inputs/compare-profile.py %t/1 %t/counts %t/stats
// RUN: dpa-run --seed=1 --profile=%t/2,frequency=1000000 -- %t/host 1000
// RUN: cmp %t/1 %t/2
// RUN: dpa-run --stats --profile=%t/3,frequency=10000 -- %t/host 1000 2>%t/stats
// RUN: python3 %S/Inputs/compare-profile.py %t/3 /dev/null %t/stats

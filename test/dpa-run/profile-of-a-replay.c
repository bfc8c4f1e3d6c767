// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Samples and counters change neither the order of turns nor the recording: a run that was recorded
// without them is repeated with them, with the same results.
// RUN: rm -rf %t && mkdir %t && %dpacc_bf3 -devicecc-options="-O2 -fprofile-instr-generate -fcoverage-mapping" %S/Inputs/profiled-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/../host/Inputs %S/Inputs/profiled-host.c %t/app.a %flexio_libs -o %t/host
// RUN: cd %t && dpa-run --seed=7 --record=plain --coverage=1.profraw -- ./host 50 >expected
// RUN: cd %t && dpa-run --replay=plain --coverage=2.profraw --profile=profile,frequency=1000000 -- ./host 50 | diff expected -
// RUN: cd %t && dpa-run --seed=7 --record=sampled --coverage=3.profraw --profile=again,frequency=1000000 -- ./host 50 | diff expected -
// RUN: cd %t && cmp plain sampled && cmp profile again && cmp 1.profraw 2.profraw && cmp 1.profraw 3.profraw
// RUN: FileCheck %s <%t/profile
// CHECK: heavy

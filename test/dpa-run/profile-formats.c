// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A profile as text, as folded stacks and for callgrind_annotate: functions with their callers, inlined
// functions, source lines, and execution units.
// REQUIRES: callgrind_annotate
// DEFINE: %{build} = rm -rf %t && mkdir %t && cp %S/Inputs/profiled-device.c %t && cd %t && %dpacc_bf3 -devicecc-options="-O2 -g" profiled-device.c -o app.a -app-name=test_app && %hostcc_flexio -I%S/../host/Inputs %S/Inputs/profiled-host.c app.a %flexio_libs -o host
// RUN: %{build}
// RUN: cd %t && dpa-run --seed=1 --profile='%%%%-text,frequency=100000' -- %t/host 200
// RUN: FileCheck --check-prefix=TEXT %s <%t/%%-text
// RUN: cd %t && dpa-run --seed=1 --profile=folded,format=folded,frequency=100000 -- %t/host 200
// RUN: FileCheck --check-prefix=FOLDED %s <%t/folded
// RUN: cd %t && dpa-run --seed=1 --profile=callgrind,frequency=100000,format=callgrind -- %t/host 200
// RUN: cd %t && callgrind_annotate callgrind --inclusive=yes | FileCheck --check-prefix=INCLUSIVE %s
// RUN: cd %t && callgrind_annotate callgrind profiled-device.c | FileCheck --check-prefix=ANNOTATED %s
// TEXT: process 'test_app' on 'mlx5_0': {{[0-9]+}} samples, [[CYCLES:[0-9]+]] cycles, [[CYCLES]] instructions
// TEXT: functions
// TEXT-NEXT: cycles % % with callees instructions % samples function
// TEXT-NEXT: {{[0-9]+ +[0-9]+\.[0-9]+ +[0-9]+\.[0-9]+ +[0-9]+ +[0-9]+\.[0-9]+ +[0-9]+ +}}heavy
// TEXT: 99.{{[0-9]+ .*}} work
// TEXT: lines
// TEXT: profiled-device.c:2{{[0-9]}} heavy
// TEXT: execution units
// TEXT-NEXT: EU cycles
// TEXT-NEXT: {{^ +}}0 {{.*}} heavy
// FOLDED: {{^}}'test_app' on 'mlx5_0';{{.*}};work;both;heavy [[#]]
// FOLDED: {{^}}'test_app' on 'mlx5_0';{{.*}};work;both;heavy;mix [[#]]
// FOLDED: {{^}}'test_app' on 'mlx5_0';{{.*}};work;both;light [[#]]
// INCLUSIVE: PROGRAM TOTALS
// INCLUSIVE-DAG: profiled-device.c:work ['test_app' on 'mlx5_0']
// INCLUSIVE-DAG: profiled-device.c:both
// INCLUSIVE-DAG: profiled-device.c:heavy
// ANNOTATED: profiled-device.c:heavy
// ANNOTATED: User-annotated source: profiled-device.c
// ANNOTATED: value = mix(value) ^ (value >> 3);

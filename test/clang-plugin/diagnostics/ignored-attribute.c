// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clang still reports that it ignores other attributes in front of a struct, also as an error; the
// keyword is accepted there.
// DIAGNOSTIC: AttributeIgnored
// RUN: %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: not %clang_dpa -fsyntax-only -Werror %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %clang_dpa -fsyntax-only -Wno-ignored-attributes -Werror %s 2>&1 | count 0
// RUN: %clang_dpa -fsyntax-only -w %s 2>&1 | count 0

// WARNING: [[#@LINE+2]]:16: warning: attribute 'packed' is ignored{{.*}}[-Wignored-attributes]
// ERROR: [[#@LINE+1]]:16: error: attribute 'packed' is ignored{{.*}}[-Werror,-Wignored-attributes]
__attribute__((packed)) struct s { char a; int b; };
__dpa_global__ struct t { char a; int b; };
__dpa_global__ enum e { A };
// WARNING: 1 warning generated
// ERROR: 1 error generated

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sanitizer reports to suppress: LLVM's readers copy from outside of damaged files, and leak memory
// when they crash. Both are defects of LLVM; the targets check that our code survives them.

extern "C" {

const char *__asan_default_suppressions() {
  return "interceptor_via_lib:libLLVM\n";
}

const char *__lsan_default_suppressions() {
  // Its strings grow in the C++ library, where the stack trace is cut off.
  return "leak:libLLVM\nleak:libstdc++\n";
}
}

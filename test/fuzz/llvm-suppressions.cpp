// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the sanitizers say nothing about: LLVM's readers copy from outside of damaged files, and what they hold is lost
// when they crash. Both is theirs; that our code lives on is what the targets find out.

extern "C" {

const char *__asan_default_suppressions() {
  return "interceptor_via_lib:libLLVM\n";
}

const char *__lsan_default_suppressions() {
  // Its strings grow in the C++ library, where the stack is lost.
  return "leak:libLLVM\nleak:libstdc++\n";
}
}

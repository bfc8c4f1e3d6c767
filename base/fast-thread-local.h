// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Thread-local variables that are used for each packet. Without this, code of a shared library
// calls a function of the dynamic linker for each use.
#ifndef DPA_BASE_FAST_THREAD_LOCAL_H
#define DPA_BASE_FAST_THREAD_LOCAL_H

/// In place of thread_local. All thread-local variables of a library that has such ones take
/// part of the room that the C library reserves for libraries that are opened at run time, so
/// their sum must stay below 1 KiB (test/packaging/thread-local-size.test).
#define DPA_FAST_THREAD_LOCAL [[gnu::tls_model("initial-exec")]] thread_local

#endif

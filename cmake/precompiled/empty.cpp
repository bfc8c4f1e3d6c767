// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one source of each target that owns a precompiled header
// (DpaPrecompile.cmake).

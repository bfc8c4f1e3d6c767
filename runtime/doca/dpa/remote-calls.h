// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of device functions with the variable arguments of a public function, as
// one call of Flex IO: a function of this file packs the arguments, and
// calls the packing function that dpacc has generated. Thread safe.
#ifndef DPA_RUNTIME_DOCA_DPA_REMOTE_CALLS_H
#define DPA_RUNTIME_DOCA_DPA_REMOTE_CALLS_H

#include "runtime/doca/dpa/program.h"

#include <cstdarg>

namespace dpa::doca {

/// Variable arguments, for lambdas.
struct Arguments {
  va_list list;
};

/// The argument of the packing function of a forwarded call.
struct ForwardedArguments {
  Arguments *arguments = nullptr;
  flexio_func_arg_pack_fn_t *pack = nullptr; ///< of dpacc
  const void *head = nullptr;                ///< stored before the arguments
  size_t headSize = 0;
};

/// Kinds of calls: of the function, or of the launch of a kernel.
enum class Forwarding { Call, Launch };

/// The stub that calls `function` of the app, which is that of a model, with a ForwardedArguments *; null,
/// with a log entry, if it has no packed arguments. Stubs live as long as the app.
flexio_func_t *forwardingStub(const char *call, flexio_app *app,
                              flexio_func_t *function, Forwarding forwarding);

/// A remote call of the program's function.
doca_error_t callFunction(const char *call, Program &program,
                          flexio_func_t *function, Arguments &arguments,
                          uint64_t &value);

} // namespace dpa::doca

#endif

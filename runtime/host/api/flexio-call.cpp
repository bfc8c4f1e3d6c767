// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flexio_process_call: from the host stub and its variable arguments to a call
// on the device and its result.
#include "runtime/host/api/api-call.h"
#include "runtime/host/process/functions.h"
#include "runtime/host/process/remote-call.h"

#include <libflexio/flexio.h>

#include <cstdarg>

using namespace dpa::host;

namespace {

flexio_status runPacked(const char *call, FlexioProcess &process,
                        const Function &function, va_list arguments,
                        uint64_t &value) {
  // First, because the device's heap bounds the size, which may be any number.
  ArgumentBuffers::Lease buffer(process.argumentBuffers(),
                                function.argumentSize);
  if (buffer.address() == 0 && function.argumentSize != 0) {
    logError(
        call,
        "'%s' in process %s: the heap has no room for %zu bytes of arguments",
        function.name.c_str(), process.title().c_str(), function.argumentSize);
    return FLEXIO_STATUS_FAILED;
  }
  PackedArguments packed(function.argumentSize);
  function.pack(packed.data(), arguments);
  return runCall(process,
                 {.caller = call,
                  .function = function.name,
                  .entry = function.unpackAddress,
                  .argument0 = buffer.address(),
                  .argument1 = function.address,
                  .arguments = packed.bytes()},
                 value);
}

flexio_status run(const char *call, FlexioProcess &process, flexio_func_t *stub,
                  uint64_t *result, va_list arguments) {
  const Function *function = functionOf(call, process, stub);
  if (!function)
    return FLEXIO_STATUS_FAILED;
  if (process.status() != 0) {
    logError(call, "'%s': process %s is dead: %s", function->name.c_str(),
             process.title().c_str(), process.whyEnded().c_str());
    return FLEXIO_STATUS_FATAL_ERR;
  }
  logDebug(call, "process %s: '%s'", process.title().c_str(),
           function->name.c_str());
  uint64_t value = 0;
  flexio_status status =
      function->pack ? runPacked(call, process, *function, arguments, value)
                     : runCall(process,
                               {.caller = call,
                                .function = function->name,
                                .entry = function->address,
                                .argument0 = va_arg(arguments, uint64_t)},
                               value);
  if (status == FLEXIO_STATUS_SUCCESS && result)
    *result = value;
  return status;
}

} // namespace

flexio_status flexio_process_call(flexio_process *process,
                                  flexio_func_t *host_func, uint64_t *func_ret,
                                  ...) {
  va_list arguments;
  va_start(arguments, func_ret);
  flexio_status status =
      ApiCall(__func__, Given(process, host_func, func_ret),
              Live(processes, process))
          .status([&](const char *call, const auto &found) {
            return run(call, *found, host_func, func_ret, arguments);
          });
  va_end(arguments);
  return status;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flexio_process_call: from the host stub and its variable arguments to a call
// on the device and its result.
#include "runtime/host/api/guard.h"
#include "runtime/host/process/packed-arguments.h"
#include "runtime/host/process/process.h"

#include <libflexio/flexio.h>

#include <cstdarg>

using namespace dpa;
using namespace dpa::host;

namespace {

constexpr const char *callName = "flexio_process_call";

// Null, with an entry in the log, if the process's app has no such function.
const Function *functionOf(const FlexioProcess &process, flexio_func_t *stub) {
  if (!stub) {
    logError(callName, "process %s: the function is NULL",
             process.title().c_str());
    return nullptr;
  }
  const Function *function = process.app().find(stub);
  if (!function)
    logError(callName,
             "process %s: app '%s' has no function with the host stub %p",
             process.title().c_str(), process.app().name().c_str(),
             reinterpret_cast<void *>(stub));
  return function;
}

flexio_status runPacked(FlexioProcess &process, const Function &function,
                        va_list arguments, uint64_t &value) {
  // First, because the device's heap bounds the size, which may be any number.
  ArgumentBuffers::Lease buffer(process.argumentBuffers(),
                                function.argumentSize);
  if (buffer.address() == 0 && function.argumentSize != 0) {
    logError(
        callName,
        "'%s' in process %s: the heap has no room for %zu bytes of arguments",
        function.name.c_str(), process.title().c_str(), function.argumentSize);
    return FLEXIO_STATUS_FAILED;
  }
  PackedArguments packed(function.argumentSize);
  function.pack(packed.data(), arguments);
  return process.call(
      {callName,
       function.name,
       function.unpackAddress,
       buffer.address(),
       function.address,
       {},
       {static_cast<const std::byte *>(packed.data()), packed.size()}},
      value);
}

flexio_status run(flexio_process *handle, flexio_func_t *stub, uint64_t *result,
                  va_list arguments) {
  std::shared_ptr<FlexioProcess> process = processOf(callName, handle);
  if (!process)
    return FLEXIO_STATUS_FAILED;
  const Function *function = functionOf(*process, stub);
  if (!function)
    return FLEXIO_STATUS_FAILED;
  if (process->status() != 0) {
    logError(callName, "'%s': process %s is dead: %s", function->name.c_str(),
             process->title().c_str(), process->whyEnded().c_str());
    return FLEXIO_STATUS_FATAL_ERR;
  }
  uint64_t value = 0;
  flexio_status status = function->pack
                             ? runPacked(*process, *function, arguments, value)
                             : process->call({callName,
                                              function->name,
                                              function->address,
                                              va_arg(arguments, uint64_t),
                                              0,
                                              {},
                                              {}},
                                             value);
  if (status == FLEXIO_STATUS_SUCCESS && result)
    *result = value;
  return status;
}

} // namespace

flexio_status flexio_process_call(flexio_process *process,
                                  flexio_func_t *hostFunc, uint64_t *funcRet,
                                  ...) {
  va_list arguments;
  va_start(arguments, funcRet);
  flexio_status status = guardedStatus(
      callName, [&] { return run(process, hostFunc, funcRet, arguments); });
  va_end(arguments);
  return status;
}

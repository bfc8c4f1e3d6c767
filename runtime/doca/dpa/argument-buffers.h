// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for the arguments of remote calls, one buffer for each call at a time.
// Thread safe. Arguments are packed by the functions that dpacc made.
#ifndef DPA_RUNTIME_DOCA_DPA_ARGUMENT_BUFFERS_H
#define DPA_RUNTIME_DOCA_DPA_ARGUMENT_BUFFERS_H

#include "runtime/doca/dpa/program.h"

#include <cstdarg>

namespace dpa::doca {

/// Variable arguments, for lambdas.
struct Arguments {
  va_list list;
};

class ArgumentBuffers {
public:
  explicit ArgumentBuffers(Program &program) : program_(program) {}

  /// A remote call of the program's function.
  doca_error_t call(const char *call, flexio_func_t *stub, Arguments &arguments,
                    uint64_t &value);

private:
  struct Buffer {
    uint64_t address = 0;
    size_t capacity = 0; ///< for arguments
    std::vector<std::byte> host;
  };

  std::optional<Buffer> take(size_t size);
  void giveBack(Buffer buffer);

  Program &program_;
  std::mutex lock_;
  std::vector<Buffer> free_;
};

} // namespace dpa::doca

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Remote calls of functions of the program: see argument-buffers.h.
#include "runtime/doca/dpa/argument-buffers.h"

#include <bit>
#include <cstring>

namespace dpa::doca {

namespace {
constexpr size_t argumentsMin = 960; // with the call, 1 KiB
} // namespace

std::optional<ArgumentBuffers::Buffer> ArgumentBuffers::take(size_t size) {
  {
    std::lock_guard lock(lock_);
    for (size_t i = free_.size(); i-- > 0;)
      if (free_[i].capacity >= size) {
        Buffer found = std::move(free_[i]);
        free_.erase(free_.begin() + static_cast<ptrdiff_t>(i));
        return found;
      }
  }
  Buffer made;
  made.capacity = size <= argumentsMin ? argumentsMin : std::bit_ceil(size);
  made.address = program_.allocate(sizeof(doca_abi_call) + made.capacity);
  if (made.address == 0)
    return {};
  made.host.resize(sizeof(doca_abi_call) + made.capacity);
  return made;
}

void ArgumentBuffers::giveBack(Buffer buffer) {
  std::lock_guard lock(lock_);
  free_.push_back(std::move(buffer));
}

doca_error_t ArgumentBuffers::call(const char *call, flexio_func_t *stub,
                                   Arguments &arguments, uint64_t &value) {
  std::optional<DeviceFunction> function = program_.find(call, stub);
  if (!function)
    return DOCA_ERROR_INVALID_VALUE;
  if (!function->pack)
    return program_.run(call, stub, va_arg(arguments.list, uint64_t), value);
  std::optional<Buffer> buffer = take(function->argumentSize);
  if (!buffer)
    return DOCA_ERROR_NO_MEMORY;
  doca_abi_call head{};
  head.unpack = function->unpack;
  head.function = function->address;
  head.arguments = buffer->address + sizeof head;
  memcpy(buffer->host.data(), &head, sizeof head);
  function->pack(buffer->host.data() + sizeof head, arguments.list);
  doca_error_t status = program_.write(buffer->address, buffer->host.data(),
                                       sizeof head + function->argumentSize);
  if (status == DOCA_SUCCESS)
    status = program_.run(call, program_.entries().rpc, buffer->address, value);
  giveBack(std::move(*buffer));
  return status;
}

} // namespace dpa::doca

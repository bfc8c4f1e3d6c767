// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forwarded calls: see remote-calls.h.
#include "runtime/doca/dpa/remote-calls.h"

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <tuple>

namespace dpa::doca {

namespace {

/// The packing function of all forwarding stubs.
void packForwarded(void *buffer, va_list list) {
  const auto *from = va_arg(list, const ForwardedArguments *);
  if (from->headSize != 0)
    memcpy(buffer, from->head, from->headSize);
  from->pack(static_cast<std::byte *>(buffer) + from->headSize,
             from->arguments->list);
}

/// A stub is an address that nothing else has; it is never called.
/// Never destroyed: programs may start while others exit.
struct ForwardingTable {
  std::mutex lock;
  std::map<std::tuple<flexio_app *, flexio_func_t *, Forwarding>,
           std::unique_ptr<char>>
      stubs;
};

ForwardingTable &forwardingTable() {
  static auto &table = *new ForwardingTable;
  return table;
}

using NameBuffer = std::array<char, FLEXIO_MAX_NAME_LEN + 1>;

bool registerForwarding(flexio_app *app, flexio_func_t *function,
                        Forwarding forwarding, flexio_func_t *stub) {
  NameBuffer name{};
  NameBuffer unpack{};
  uint32_t isPacked = 0;
  size_t size = 0;
  if (flexio_func_get_register_info(
          app, function, &isPacked, name.data(), unpack.data(), name.size(),
          &size, nullptr, nullptr, nullptr) != FLEXIO_STATUS_SUCCESS ||
      !isPacked)
    return false;
  bool launches = forwarding == Forwarding::Launch;
  return flexio_func_pup_register(
             app, name.data(), launches ? DOCA_ABI_LAUNCH : unpack.data(), stub,
             size + (launches ? sizeof(doca_abi_launch) : 0),
             packForwarded) == FLEXIO_STATUS_SUCCESS;
}

flexio_func_t *stubAt(const std::unique_ptr<char> &place) {
  return reinterpret_cast<flexio_func_t *>(place.get());
}

} // namespace

flexio_func_t *forwardingStub(const char *call, flexio_app *app,
                              flexio_func_t *function, Forwarding forwarding) {
  ForwardingTable &table = forwardingTable();
  std::lock_guard lock(table.lock);
  std::unique_ptr<char> &stub = table.stubs[{app, function, forwarding}];
  if (stub)
    return stubAt(stub);
  auto made = std::make_unique<char>();
  if (!registerForwarding(app, function, forwarding, stubAt(made))) {
    sdkLog(DOCA_LOG_LEVEL_ERROR, call,
           "%p is not a function of the context's app",
           reinterpret_cast<void *>(function));
    return nullptr;
  }
  stub = std::move(made);
  return stubAt(stub);
}

doca_error_t callFunction(const char *call, Program &program,
                          flexio_func_t *function, Arguments &arguments,
                          uint64_t &value) {
  std::optional<DeviceFunction> found = program.find(call, function);
  if (!found)
    return DOCA_ERROR_INVALID_VALUE;
  if (!found->pack) // takes one word
    return program.run(call, function, va_arg(arguments.list, uint64_t), value);
  ForwardedArguments forwarded{.arguments = &arguments, .pack = found->pack};
  return program.run(call, found->callStub,
                     reinterpret_cast<uint64_t>(&forwarded), value);
}

} // namespace dpa::doca

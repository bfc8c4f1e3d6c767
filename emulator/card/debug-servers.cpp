// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Servers by address; each exists as long as a device uses it.
#include "emulator/card/debug-servers.h"

#include "base/fork-generation.h"
#include "base/log-line.h"

#include <map>

namespace dpa {
namespace {

struct Servers {
  std::mutex lock;
  std::map<std::string, std::weak_ptr<gdb::Server>, std::less<>> byAddress;
};

} // namespace

std::shared_ptr<gdb::Server> debugServerAt(std::string_view address,
                                           std::string &error) {
  auto &all = perProgram<Servers>();
  const std::lock_guard guard(all.lock);
  if (const auto found = all.byAddress.find(address);
      found != all.byAddress.end())
    if (auto server = found->second.lock())
      return server;
  gdb::Endpoint endpoint;
  gdb::parseEndpoint(address, endpoint); // the settings were checked
  auto server = gdb::Server::create(std::move(endpoint), "", error);
  if (!server) {
    error.insert(0, "gdb: ");
    return nullptr;
  }
  if (server->endpoint().kind != gdb::Endpoint::Kind::Descriptor)
    printLine("dpa-emulator", "note", "gdb can connect to %s",
              textOf(server->endpoint()).c_str());
  all.byAddress[std::string(address)] = server;
  return server;
}

} // namespace dpa

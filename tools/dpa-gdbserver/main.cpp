// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-gdbserver: connects gdb to a process of a running program. Given the
// process's debug token, finds the program, which serves only the same user and
// root. Exit status 0 when gdb has detached or the process has ended, else 1.
#include "base/parse-number.h"
#include "emulator/gdb/endpoint.h"
#include "tools/command-line/command-line.h"
#include "tools/command-line/option-table.h"
#include "tools/dpa-gdbserver/relay.h"

#include <csignal>
#include <cstdio>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace dpa::gdbserver {
namespace {

constexpr tools::Program program = {
    "dpa-gdbserver",
    "dpa-gdbserver: connects gdb to a DPA process of a running program of the "
    "same user. In gdb: target remote | dpa-gdbserver --token=<number>",
    "dpa-gdbserver --token=<number> [--listen=<where>]"};

struct Options {
  uint64_t token = 0;
  std::optional<gdb::Endpoint> listen; ///< nothing: standard input and output
};

/// Hexadecimal, as programs print it.
std::optional<uint64_t> parseToken(std::string_view text) {
  constexpr int hexadecimal = 16;
  if (text.starts_with("0x"))
    text.remove_prefix(2);
  uint64_t token = 0;
  if (!parseNumber(text, token, hexadecimal))
    return std::nullopt;
  return token;
}

Result<Options> readOptions(const tools::CommandLine &line) {
  Options options;
  if (const auto words = line.inputs(); !words.empty())
    return Error{"unexpected word '" + words.front() +
                 "' (expected options only)"};
  const std::string text = line.value(OPT_token_EQ).value_or("");
  const auto token = parseToken(text);
  if (!token)
    return Error{"--token: expected a hexadecimal number, got '" + text + "'"};
  if (*token == 0)
    return Error{"--token: 0 means that the process may not be debugged"};
  options.token = *token;
  if (const auto where = line.value(OPT_listen_EQ)) {
    gdb::Endpoint endpoint;
    if (!gdb::parseEndpoint(*where, endpoint))
      return Error{"--listen: expected :PORT, localhost:PORT or unix:PATH, "
                   "got '" +
                   *where + "'"};
    options.listen = std::move(endpoint);
  }
  return options;
}

/// How long read() may wait for bytes; 0: for ever.
void limitReading(const Descriptor &process, time_t seconds) {
  const timeval limit = {.tv_sec = seconds, .tv_usec = 0};
  setsockopt(process.number(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

/// Sends the token; whether the process accepts it. While another debugger is
/// connected it does not answer.
bool isWelcome(const Descriptor &process, uint64_t token) {
  constexpr time_t secondsMax = 5;
  limitReading(process, secondsMax);
  const std::string greeting = gdb::greetingOf(token);
  std::string answer(gdb::welcome.size(), '\0');
  if (!writeAll(process.number(), greeting.data(), greeting.size()))
    return false;
  for (size_t size = 0; size < answer.size();) {
    const ssize_t part =
        read(process.number(), answer.data() + size, answer.size() - size);
    if (part <= 0)
      return false;
    size += static_cast<size_t>(part);
  }
  limitReading(process, 0);
  return answer == gdb::welcome;
}

Result<Descriptor> connectToProcess(uint64_t token) {
  std::string error;
  Descriptor process = gdb::connectTo(gdb::endpointOf(token), error);
  if (process.isOpen() && isWelcome(process, token))
    return process;
  return Error{"no process of this user has this token, or another debugger "
               "is connected to it"};
}

/// The first debugger that connects. The file of a UNIX socket is removed then.
Result<Descriptor> waitForDebugger(gdb::Endpoint endpoint) {
  std::string error;
  const Descriptor listener = gdb::listenAt(endpoint, error);
  if (!listener.isOpen())
    return Error{"--listen: " + error};
  std::fprintf(stderr, "dpa-gdbserver: note: gdb can connect to %s\n",
               gdb::textOf(endpoint).c_str());
  Descriptor debugger;
  while (!debugger.isOpen()) {
    pollfd waiting = {.fd = listener.number(), .events = POLLIN, .revents = 0};
    poll(&waiting, 1, -1);
    debugger = gdb::acceptFrom(listener, endpoint);
  }
  if (endpoint.kind == gdb::Endpoint::Kind::Path)
    unlink(endpoint.path.c_str());
  return debugger;
}

Result<void> run(const Options &options) {
  std::signal(SIGPIPE, SIG_IGN);
  Result<Descriptor> process = connectToProcess(options.token);
  if (!process)
    return process.error();
  if (!options.listen)
    return relay({}, process->number());
  Result<Descriptor> debugger = waitForDebugger(*options.listen);
  if (!debugger)
    return debugger.error();
  return relay({debugger->number(), debugger->number()}, process->number());
}

} // namespace
} // namespace dpa::gdbserver

int main(int argc, char **argv) {
  using namespace dpa::gdbserver;
  return dpa::tools::runCommand<Options>(
      dpa::tools::CommandLine(program, optionTable(), commonOptions), argc,
      argv, readOptions, run);
}

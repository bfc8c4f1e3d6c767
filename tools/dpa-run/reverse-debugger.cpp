// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The connection to gdb, which outlives the runs of the program.
#include "tools/dpa-run/reverse-debugger.h"

#include "emulator/gdb/text.h"

#include <array>
#include <cstdio>
#include <poll.h>
#include <unistd.h>

namespace dpa::run {

Result<int> ReverseDebugger::run(gdb::Endpoint endpoint) {
  endpoint_ = std::move(endpoint);
  std::string error;
  listener_ = gdb::listenAt(endpoint_, error);
  if (!listener_.isOpen())
    return Error{"--gdb: " + error};
  auto first = ReplayedRun::start(program_, false);
  if (!first)
    return first.error();
  current_ = std::make_unique<ReplayedRun>(std::move(*first));
  std::fprintf(stderr, "dpa-run: note: gdb can connect to %s\n",
               gdb::textOf(endpoint_).c_str());
  while (waitForInput()) {
  }
  takeFromProgram(); // how its process has ended
  if (endpoint_.kind == gdb::Endpoint::Kind::Path)
    unlink(endpoint_.path.c_str());
  return current_->exitStatus();
}

/// False: the program has ended.
bool ReverseDebugger::waitForInput() {
  RspLink *const link = current_->link();
  std::array<pollfd, 3> files = {
      pollfd{.fd = current_->endedFile(), .events = POLLIN, .revents = 0},
      pollfd{.fd = debugger_ ? debugger_->file() : listener_.number(),
             .events = POLLIN,
             .revents = 0},
      pollfd{.fd = link ? link->file() : -1, .events = POLLIN, .revents = 0}};
  poll(files.data(), files.size(), -1);
  if (files[0].revents != 0)
    return false;
  if (files[2].revents != 0)
    takeFromProgram();
  if (files[1].revents != 0 && debugger_)
    takeFromDebugger();
  else if (files[1].revents != 0)
    acceptDebugger();
  return true;
}

void ReverseDebugger::acceptDebugger() {
  Descriptor socket = gdb::acceptFrom(listener_, endpoint_);
  if (!socket.isOpen() || !current_->connect())
    return;
  debugger_ = std::make_unique<RspLink>(std::move(socket), true);
  points_.clear();
  known_.clear();
}

/// The program continues.
void ReverseDebugger::dropDebugger() {
  debugger_.reset();
  current_->disconnect();
}

void ReverseDebugger::takeFromDebugger() {
  const bool isOpen = debugger_->receive();
  while (debugger_) {
    const auto input = debugger_->next();
    if (!input)
      break;
    if (input->isInterrupt)
      current_->link()->sendInterrupt();
    else
      handlePacket(input->text);
  }
  if (!isOpen && debugger_)
    dropDebugger();
}

void ReverseDebugger::takeFromProgram() {
  RspLink *const link = current_->link();
  if (!link)
    return;
  const bool isOpen = link->receive();
  while (const auto input = link->next()) {
    noteAnswer(input->text);
    debugger_->send(input->text);
  }
  if (!isOpen)
    dropDebugger();
}

/// Requests pass on to the program, except those that it cannot answer alone.
void ReverseDebugger::handlePacket(const std::string &text) {
  if (text == "bs" || text == "bc")
    return goBack(text == "bs");
  if (text == "QStartNoAckMode") {
    debugger_->send("OK");
    return debugger_->stopAcknowledging();
  }
  if (text.starts_with("QNonStop:1")) { // all units share one host thread
    debugger_->send("E01");
    return;
  }
  if (text.starts_with("Hc") && text != "Hc0" && text != "Hc-1")
    thread_ = text.substr(2);
  else if (text.starts_with("Z"))
    points_.insert(text);
  else if (text.starts_with("z"))
    points_.erase("Z" + text.substr(1));
  else if (text.starts_with("vCont;") || text.starts_with("c") ||
           text.starts_with("s") || text.starts_with("C") ||
           text.starts_with("S"))
    isAtBegin_ = false;
  else if (text.starts_with("M") || text.starts_with("X") ||
           text.starts_with("P") || text.starts_with("G"))
    hasChanged_ = true;
  if (!current_->link()->send(text))
    dropDebugger();
}

/// The thread that has stopped.
void ReverseDebugger::noteAnswer(const std::string &text) {
  constexpr std::string_view name = "thread:";
  const size_t found = text.find(name);
  if (text.starts_with("T") && found != text.npos)
    thread_ = text.substr(found + name.size(),
                          text.find(';', found) - found - name.size());
}

} // namespace dpa::run

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packets to answers; attaching and detaching.
#include "emulator/gdb/session.h"

#include <algorithm>

namespace dpa::gdb {
namespace {

/// Bytes without a packet after which the other end is not a debugger.
constexpr size_t garbageMax = size_t(64) << 10;

std::string supportedFeatures() {
  std::string text = "PacketSize=";
  appendNumber(text, packetSizeMax);
  return text + ";QStartNoAckMode+;QNonStop+;vContSupported+;"
                "qXfer:features:read+;qXfer:threads:read+;swbreak+;hwbreak+;"
                "ReverseStep+;ReverseContinue+";
}

} // namespace

Session::~Session() {
  detach();
}

void Session::attach() {
  if (isAttached_ || !target_)
    return;
  isAttached_ = true;
  target_->attach();
  const std::vector<uint32_t> threads = target_->threads();
  thread_ = threads.empty() ? 1 : threads.front();
  lastStop_ = {thread_, {.signal = Signal::Trap}};
}

void Session::detach() {
  if (isAttached_ && target_)
    target_->detach();
  isAttached_ = false;
  hasResumed_ = true;
  target_ = nullptr;
}

void Session::forgetTarget() {
  const bool wasAttached = isAttached_;
  detach();
  isAttached_ = wasAttached;
}

void Session::reply(std::string_view text) {
  last_ = packet(text);
  send_(last_);
}

void Session::receive(std::string_view bytes) {
  for (const char byte : bytes) {
    if (isOver_)
      return;
    switch (reader_.take(byte)) {
    case Received::Packet:
      if (acknowledges_)
        send_("+");
      handlePacket(reader_.text());
      break;
    case Received::Damaged:
      if (acknowledges_)
        send_("-");
      break;
    case Received::Refused:
      if (acknowledges_ && !last_.empty())
        send_(last_);
      break;
    case Received::Interrupt:
      interrupt();
      break;
    case Received::Nothing:
      break;
    }
    isOver_ |= reader_.garbage() > garbageMax;
  }
}

/// Byte 3, with which gdb interrupts in all-stop mode; in non-stop mode it sends vCtrlC.
void Session::interrupt() {
  if (!isAttached_ || !isRunning_ || !target_)
    return;
  target_->stopAll();
  if (const std::optional<StopEvent> event = target_->takeEvent())
    return showStop(*event);
  const std::vector<uint32_t> threads = target_->threads();
  if (std::ranges::find(threads, thread_) == threads.end() && !threads.empty())
    thread_ = threads.front();
  showStop({thread_, {.signal = Signal::Interrupt}});
}

void Session::handlePacket(const std::string &text) {
  // While the process runs only an interrupt may follow.
  if (isRunning_ && !isNonStop_)
    return;
  isAnswerDue_ = true;
  const std::string result = answer(text);
  if (isAnswerDue_)
    reply(result);
  if (text == "QStartNoAckMode") {
    acknowledges_ = false;
    reader_.trustChecksums();
  }
}

/// Empty: the request is not supported.
std::string Session::answer(std::string_view text) {
  if (text.starts_with("qSupported"))
    return supportedFeatures();
  if (text == "QStartNoAckMode")
    return "OK";
  if (text == "vMustReplyEmpty" || text.empty())
    return "";
  attach();
  if (text == "D" || text.starts_with("D;") || text == "k" ||
      text.starts_with("vKill")) {
    detach();
    isOver_ = true;
    return "OK";
  }
  if (!target_ || exitStatus_)
    return text == "vStopped" && isNonStop_ ? nextStopped() : exitReply();
  return answerStopped(text);
}

std::string Session::answerStopped(std::string_view text) {
  Cursor cursor(text.substr(1));
  switch (text.front()) {
  case '?':
    return halted();
  case 'H':
    return selectThread(cursor);
  case 'T': {
    const auto thread = cursor.thread();
    const std::vector<uint32_t> all = target_->threads();
    return thread && std::ranges::find(all, static_cast<uint32_t>(*thread)) !=
                         all.end()
               ? "OK"
               : "E01";
  }
  case 'Z':
  case 'z':
    return setPoint(cursor, text.front() == 'Z');
  case 'c':
  case 's':
  case 'C':
  case 'S':
    return resumeOld(text);
  case 'b':
    return text == "bs" || text == "bc" ? refuseReverse() : "";
  case 'q':
    return query(cursor);
  case 'Q':
    return cursor.skip("NonStop:") ? setNonStop(cursor) : "";
  case 'v':
    return continued(cursor.rest());
  default:
    break;
  }
  if (auto registers = answerRegisters(cursor, text.front()))
    return *registers;
  return answerMemory(cursor, text.front()).value_or("");
}

std::optional<std::string> Session::answerRegisters(Cursor cursor, char kind) {
  switch (kind) {
  case 'g':
    return readRegisters();
  case 'G':
    return writeRegisters(cursor);
  case 'p':
    return readRegister(cursor);
  case 'P':
    return writeRegister(cursor);
  default:
    return std::nullopt;
  }
}

std::optional<std::string> Session::answerMemory(Cursor cursor, char kind) {
  switch (kind) {
  case 'm':
    return readMemory(cursor);
  case 'M':
    return writeMemory(cursor);
  case 'X':
    return writeBinary(cursor);
  default:
    return std::nullopt;
  }
}

/// "g3", "c-1": a kind of requests and their thread. That of "c" is ignored, because
/// vCont names its threads.
std::string Session::selectThread(Cursor cursor) {
  const bool isForOthers = cursor.skip("g");
  if (!isForOthers && !cursor.skip("c"))
    return "E01";
  const auto thread = cursor.thread();
  if (!thread)
    return "E01";
  const std::vector<uint32_t> all = target_->threads();
  if (*thread > 0 &&
      std::ranges::find(all, static_cast<uint32_t>(*thread)) == all.end())
    return "E01";
  if (isForOthers && *thread > 0)
    thread_ = static_cast<uint32_t>(*thread);
  return "OK";
}

} // namespace dpa::gdb

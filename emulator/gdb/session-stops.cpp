// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resuming threads, and reporting why they have stopped.
#include "emulator/gdb/resume-actions.h"
#include "emulator/gdb/session.h"
#include "emulator/gdb/stop-reply.h"
#include "emulator/gdb/target-description.h"

#include <algorithm>
#include <utility>

namespace dpa::gdb {

std::string Session::stopReply(uint32_t thread, const StopReason &reason) {
  std::string text = stopText(thread, reason);
  uint64_t pc = 0;
  if (target_ && target_->readRegister(thread, programCounter, pc)) {
    appendNumber(text, programCounter);
    text += ':';
    appendRegister(text, pc);
    text += ';';
  }
  return text;
}

/// The answer to `?`: the process is stopped, and why.
std::string Session::halted() {
  if (!isNonStop_)
    return stopReply(lastStop_.thread, lastStop_.reason);
  stops_.clear();
  for (const uint32_t thread : target_->threads())
    if (target_->isStopped(thread))
      stops_.push_back({thread, {}});
  isNotified_ = !stops_.empty();
  return isNotified_ ? stopReply(stops_.front().thread, stops_.front().reason)
                     : "OK";
}

/// The answer to vStopped. The end of the process follows the stops before it.
std::string Session::nextStopped() {
  if (!stops_.empty())
    stops_.pop_front();
  if (!stops_.empty())
    return stopReply(stops_.front().thread, stops_.front().reason);
  if (exitStatus_ && !isExitShown_)
    return exitReply();
  isNotified_ = false;
  isOver_ |= isExitShown_;
  return "OK";
}

/// The end of the process; the answer to other requests after it.
std::string Session::exitReply() {
  std::string text = "W";
  appendByte(text, exitStatus_.value_or(0));
  isExitShown_ = true;
  isOver_ |= !isNonStop_;
  return text;
}

std::string Session::setNonStop(Cursor cursor) {
  const bool isOn = cursor.rest() == "1";
  if (!isOn && cursor.rest() != "0")
    return "E01";
  isNonStop_ = isOn;
  target_->setAllStop(!isOn);
  return "OK";
}

/// A packet that begins with 'v'.
std::string Session::continued(std::string_view text) {
  if (text == "Cont?")
    return "vCont;c;C;s;S;t;r";
  if (text == "Stopped")
    return isNonStop_ ? nextStopped() : "";
  if (text == "CtrlC") {
    for (const uint32_t thread : target_->threads())
      target_->requestStop(thread);
    return "OK";
  }
  if (text.starts_with("Dpa.search:"))
    return search(Cursor(text)) ? "OK" : "E01";
  if (!text.starts_with("Cont;"))
    return "";
  text.remove_prefix(std::string_view("Cont").size());
  return act(text) ? "OK" : "E01";
}

/// c, s, C and S without threads: the selected one steps, all continue.
std::string Session::resumeOld(std::string_view text) {
  std::string actions = ";";
  actions += text;
  if (text.front() == 's' || text.front() == 'S') {
    actions += ':';
    appendNumber(actions, thread_);
    actions += ";c";
  }
  return act(actions) ? "OK" : "E01";
}

/// The answer follows when a thread stops.
void Session::startRunning() {
  isRunning_ = true;
  isAnswerDue_ = false;
}

bool Session::act(std::string_view text) {
  const auto actions = parseResumeActions(text);
  if (!actions)
    return false;
  hasResumed_ = true;
  if (!isNonStop_) {
    startRunning();
    if (const std::optional<StopEvent> event = target_->takeEvent()) {
      showStop(*event);
      return true;
    }
  }
  std::vector<uint32_t> named;
  for (const ResumeAction &action : *actions)
    if (action.thread)
      named.push_back(*action.thread);
  for (const ResumeAction &action : *actions) {
    if (!action.stops && action.thread)
      target_->resume(*action.thread, action.how);
    else if (!action.stops)
      target_->resumeAll(action.how, named);
    else if (action.thread)
      target_->requestStop(*action.thread);
    else
      for (const uint32_t thread : target_->threads())
        target_->requestStop(thread);
  }
  return true;
}

void Session::handleEvents() {
  if (!isAttached_ || !target_)
    return;
  if (const auto status = target_->exitStatus(); status && !exitStatus_)
    return processEnded(*status);
  if (!isNonStop_) {
    if (!isRunning_)
      return;
    if (const std::optional<StopEvent> event = target_->takeEvent()) {
      target_->stopAll();
      showStop(*event);
    }
    return;
  }
  while (const std::optional<StopEvent> event = target_->takeEvent())
    showStop(*event);
}

/// All-stop: the answer to the request that has continued the process.
void Session::showStop(const StopEvent &event) {
  if (!isNonStop_) {
    target_->dropRepeatableEvents();
    isRunning_ = false;
    lastStop_ = event;
    thread_ = event.thread;
    return reply(stopReply(event.thread, event.reason));
  }
  stops_.push_back(event);
  if (isNotified_)
    return;
  isNotified_ = true;
  send_(notification("Stop:" + stopReply(event.thread, event.reason)));
}

void Session::processEnded(uint8_t status) {
  if (exitStatus_)
    return;
  exitStatus_ = status;
  hasResumed_ = true;
  if (!isAttached_)
    return;
  if (isNonStop_ && !std::exchange(isNotified_, true)) {
    send_(notification("Stop:" + exitReply()));
  } else if (!isNonStop_ && isRunning_) {
    isRunning_ = false;
    reply(exitReply());
  }
}

} // namespace dpa::gdb

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One debugger: answers the packets of gdb's remote protocol about a target.
// Knows no sockets and no emulator; any bytes may arrive. Used by one thread.
#ifndef DPA_EMULATOR_GDB_SESSION_H
#define DPA_EMULATOR_GDB_SESSION_H

#include "emulator/gdb/packets.h"
#include "emulator/gdb/target.h"
#include "emulator/gdb/text.h"

#include <deque>
#include <functional>

namespace dpa::gdb {

class Session {
public:
  using Send = std::function<void(std::string_view bytes)>;
  /// With a null `target`, requests are answered as after the end of the process.
  Session(Target *target, Send send)
      : target_(target), send_(std::move(send)) {}
  /// Detaches.
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  void receive(std::string_view bytes);
  /// Takes the events of the target.
  void handleEvents();
  /// The process is about to be destroyed; no target follows.
  void processEnded(uint8_t status);

  /// The target is about to be destroyed; detaches first.
  void forgetTarget();

  /// The debugger has sent a request that needs the process, which was stopped.
  bool isAttached() const { return isAttached_; }
  /// It has continued the process or detached, or the process has ended.
  bool hasResumed() const { return hasResumed_; }
  /// It has detached, or the bytes are not those of a debugger.
  bool isOver() const { return isOver_; }

private:
  void handlePacket(const std::string &text);
  std::string answer(std::string_view text);
  std::string answerStopped(std::string_view text);
  std::optional<std::string> answerRegisters(Cursor cursor, char kind);
  std::optional<std::string> answerMemory(Cursor cursor, char kind);
  void reply(std::string_view text);
  void attach();
  void detach();
  void interrupt();

  std::string setNonStop(Cursor cursor);
  std::string selectThread(Cursor cursor);
  std::string halted();
  std::string nextStopped();
  std::string exitReply();
  std::string stopReply(uint32_t thread, const StopReason &reason);
  std::string continued(std::string_view actions);
  std::string resumeOld(std::string_view text);
  bool act(std::string_view actions);
  void showStop(const StopEvent &event);

  std::string refuseReverse();
  std::string queryHistory(Cursor cursor);
  bool search(Cursor cursor);
  void startRunning();

  std::string query(Cursor cursor);
  std::string transfer(Cursor cursor);
  std::string threadList();
  std::string threadsXml();
  std::string monitor(Cursor cursor);

  std::string readRegisters();
  std::string writeRegisters(Cursor cursor);
  std::string readRegister(Cursor cursor);
  std::string writeRegister(Cursor cursor);
  std::string readMemory(Cursor cursor);
  std::string writeMemory(Cursor cursor);
  std::string writeBinary(Cursor cursor);
  std::string setPoint(Cursor cursor, bool isSet);

  Target *target_;
  Send send_;
  PacketReader reader_;
  std::string last_; ///< the last packet, to be sent again
  bool acknowledges_ = true;
  bool isAttached_ = false;
  bool hasResumed_ = false;
  bool isOver_ = false;
  bool isNonStop_ = false;
  bool isAnswerDue_ = false; ///< to the request that is handled
  bool isRunning_ = false;   ///< all-stop: the answer to a resume is due
  bool isNotified_ = false;  ///< non-stop: the debugger is taking events
  std::optional<uint8_t> exitStatus_;
  bool isExitShown_ = false; ///< the debugger has it, or a notification of it
  uint32_t thread_ = 0;      ///< of the following requests
  StopEvent lastStop_;
  std::deque<StopEvent> stops_; ///< non-stop: not taken yet
};

} // namespace dpa::gdb

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that serves debuggers, one at a time, and gives each the first of the
// targets. The connection of a debugger that does not read, or that sends anything
// but packets, is closed. When a connection ends, the target continues.
#ifndef DPA_EMULATOR_GDB_SERVER_H
#define DPA_EMULATOR_GDB_SERVER_H

#include "emulator/gdb/endpoint.h"
#include "emulator/gdb/session.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace dpa::gdb {

class Server {
public:
  /// `greeting`: the line that a connection begins with, or empty. Null on
  /// failure, with the reason in `error`.
  static std::shared_ptr<Server> create(Endpoint endpoint, std::string greeting,
                                        std::string &error);
  ~Server();
  Server(const Server &) = delete;
  Server &operator=(const Server &) = delete;

  const Endpoint &endpoint() const { return endpoint_; }

  void add(Target &target);
  /// Before its destruction; reports the end of the process to its debugger.
  void remove(Target &target);
  /// Returns when a debugger has continued the target or has disconnected. Does not
  /// wait if that has already happened to any target.
  void waitForDebugger(Target &target);
  /// A target has an event. By any thread, takes no lock.
  void notify();

private:
  /// A connection, its session and the output that is not sent yet.
  struct Connection {
    Descriptor socket;
    std::string greeting; ///< what is left of it
    std::string output;
    int64_t openedAt = 0;     ///< milliseconds
    int64_t stalledSince = 0; ///< milliseconds; 0: it reads
    std::unique_ptr<Session> session;
  };

  Server(Endpoint endpoint, std::string greeting)
      : endpoint_(std::move(endpoint)), greeting_(std::move(greeting)) {}
  void work();
  void serveConnection();
  void acceptDebugger();
  void receive();
  bool isLate() const;
  bool takeGreeting(std::string_view &bytes);
  void flush();
  void drop();
  void releaseWaiter();
  void waitForInput();
  int timeout() const;

  Endpoint endpoint_;
  const std::string greeting_;
  Descriptor listener_;
  Descriptor wakeUp_; ///< eventfd
  std::atomic<bool> isStopping_ = false;

  std::mutex lock_; ///< of what follows
  std::condition_variable released_;
  std::vector<Target *> targets_;
  std::unique_ptr<Connection> connection_;
  Target *debugged_ = nullptr; ///< of the connection
  bool waits_ = true;          ///< no debugger was connected yet
  std::thread thread_;
};

} // namespace dpa::gdb

#endif

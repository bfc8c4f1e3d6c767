// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the protocol needs of the process that it debugs. All of it is called by
// one thread, that of the server. Threads have numbers from 1 on.
#ifndef DPA_EMULATOR_GDB_TARGET_H
#define DPA_EMULATOR_GDB_TARGET_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dpa::gdb {

/// Signals as gdb numbers them.
enum class Signal : uint8_t {
  None = 0,
  Interrupt = 2,
  Illegal = 4,
  Trap = 5,
  Bus = 10,
  Segment = 11,
};

enum class WatchKind : uint8_t { Write, Read, Access };

/// Why a thread has stopped.
struct StopReason {
  Signal signal = Signal::None;
  bool isBreakpoint = false;
  std::optional<WatchKind> watch = {};
  uint64_t watchAddress = 0;
};

struct StopEvent {
  uint32_t thread = 0;
  StopReason reason;
};

/// How a thread continues.
struct Resume {
  bool steps = false;
  bool passesSignal = false; ///< the exception that stopped it is taken
  uint64_t from = 0;         ///< of the range that a step leaves; else 0
  uint64_t to = 0;
};

/// A run up to a position of a run that can be repeated: the number of instructions
/// that the device has run.
struct Search {
  uint64_t position = 0;
  uint32_t noted = 0;     ///< the thread whose instructions are noted; 0: none
  uint64_t notedFrom = 0; ///< position from which on they are
};

struct SearchFinds {
  /// The last breakpoint or watched access before the end, and its position.
  std::optional<StopEvent> stop = {};
  uint64_t stopPosition = 0;
  /// Positions of the last noted instructions, the oldest first.
  std::vector<uint64_t> instructions = {};
};

class Target {
public:
  virtual ~Target() = default;

  /// Stops all threads. From now on there are events, and the server is notified of
  /// each.
  virtual void attach() = 0;
  /// Continues all threads, without breakpoints.
  virtual void detach() = 0;
  /// All threads stop when one does; true after attach().
  virtual void setAllStop(bool allStop) = 0;

  virtual std::vector<uint32_t> threads() = 0;
  virtual std::string threadName(uint32_t thread) = 0;

  /// Returns when no thread runs.
  virtual void stopAll() = 0;
  /// An event follows.
  virtual void requestStop(uint32_t thread) = 0;
  virtual void resume(uint32_t thread, const Resume &how) = 0;
  /// All threads but those.
  virtual void resumeAll(const Resume &how,
                         std::span<const uint32_t> except) = 0;
  virtual bool isStopped(uint32_t thread) = 0;

  /// Of the stopped process. Nothing: the run cannot be repeated.
  virtual std::optional<uint64_t> position() = 0;
  /// Resumes all threads up to a position, without stops before; an event follows.
  /// Only if there is a position().
  virtual void search(const Search &search) = 0;
  /// By the last search.
  virtual SearchFinds found() = 0;

  virtual std::optional<StopEvent> takeEvent() = 0;
  /// Drops the events that will occur again when their threads continue.
  virtual void dropRepeatableEvents() = 0;
  /// The status of a process that has ended.
  virtual std::optional<uint8_t> exitStatus() = 0;

  /// x0 to x31, pc, then the control registers of target-description.h. Those of
  /// a stopped thread; false: cannot be accessed.
  virtual bool readRegister(uint32_t thread, unsigned number,
                            uint64_t &value) = 0;
  virtual bool writeRegister(uint32_t thread, unsigned number,
                             uint64_t value) = 0;

  /// As a thread sees it. Returns how many bytes from the first on are
  /// accessible, and were copied.
  virtual size_t read(uint32_t thread, uint64_t address,
                      std::span<std::byte> bytes) = 0;
  virtual bool write(uint32_t thread, uint64_t address,
                     std::span<const std::byte> bytes) = 0;

  virtual bool setBreakpoint(uint64_t address, bool isSet) = 0;
  virtual bool setWatchpoint(uint64_t address, uint64_t size, WatchKind kind,
                             bool isSet) = 0;

  /// The answer to a `monitor` command.
  virtual std::string monitor(std::string_view command) = 0;
};

} // namespace dpa::gdb

#endif

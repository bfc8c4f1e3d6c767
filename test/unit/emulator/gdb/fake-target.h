// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process of two threads and 256 bytes of memory at 0x1000, for sessions.
#ifndef DPA_TEST_UNIT_EMULATOR_GDB_FAKE_TARGET_H
#define DPA_TEST_UNIT_EMULATOR_GDB_FAKE_TARGET_H

#include "emulator/gdb/target.h"

#include <algorithm>
#include <array>
#include <deque>

namespace dpa::gdb {

struct FakeTarget : Target {
  static constexpr uint64_t base = 0x1000;

  void attach() override { log += "attach "; }
  void detach() override { log += "detach "; }
  void setAllStop(bool allStop) override { log += allStop ? "all " : "one "; }
  std::vector<uint32_t> threads() override { return {1, 20}; }
  std::string threadName(uint32_t thread) override {
    return "<" + std::to_string(thread) + ">";
  }
  void stopAll() override { log += "stopAll "; }
  void requestStop(uint32_t thread) override {
    log += "stop" + std::to_string(thread) + " ";
  }
  void resume(uint32_t thread, const Resume &how) override {
    log += (how.steps ? "step" : "go") + std::to_string(thread) + " ";
  }
  void resumeAll(const Resume &how, std::span<const uint32_t> except) override {
    log += how.passesSignal ? "pass" : "all";
    log += "-" + std::to_string(except.size()) + " ";
  }
  bool isStopped(uint32_t) override { return true; }
  std::optional<uint64_t> position() override { return place; }
  void search(const Search &search) override {
    log += "search" + std::to_string(search.position) + "," +
           std::to_string(search.noted) + "," +
           std::to_string(search.notedFrom) + " ";
  }
  SearchFinds found() override { return finds; }
  std::optional<StopEvent> takeEvent() override {
    if (events.empty())
      return std::nullopt;
    const StopEvent event = events.front();
    events.pop_front();
    return event;
  }
  void dropRepeatableEvents() override { events.clear(); }
  std::optional<uint8_t> exitStatus() override { return status; }
  bool readRegister(uint32_t thread, unsigned number,
                    uint64_t &value) override {
    value = 256 * thread + number;
    return true;
  }
  bool writeRegister(uint32_t, unsigned number, uint64_t value) override {
    log += "x" + std::to_string(number) + "=" + std::to_string(value) + " ";
    return true;
  }
  size_t read(uint32_t, uint64_t address, std::span<std::byte> bytes) override {
    if (address - base >= memory.size())
      return 0;
    const size_t from = address - base;
    const size_t size = std::min(bytes.size(), memory.size() - from);
    std::copy_n(memory.begin() + static_cast<long>(from), size, bytes.begin());
    return size;
  }
  bool write(uint32_t, uint64_t address,
             std::span<const std::byte> bytes) override {
    if (address - base >= memory.size() ||
        bytes.size() > memory.size() - (address - base))
      return false;
    std::ranges::copy(bytes,
                      memory.begin() + static_cast<long>(address - base));
    return true;
  }
  bool setBreakpoint(uint64_t address, bool isSet) override {
    log += (isSet ? "break" : "clear") + std::to_string(address) + " ";
    return address % 2 == 0;
  }
  bool setWatchpoint(uint64_t address, uint64_t size, WatchKind,
                     bool) override {
    log += "watch" + std::to_string(address) + "," + std::to_string(size) + " ";
    return true;
  }
  std::string monitor(std::string_view command) override {
    return "did " + std::string(command);
  }

  std::string log;
  std::deque<StopEvent> events;
  std::optional<uint8_t> status;
  std::optional<uint64_t> place;
  SearchFinds finds;
  std::array<std::byte, 256> memory{};
};

} // namespace dpa::gdb

#endif

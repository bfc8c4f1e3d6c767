// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any bytes as what a debugger sends, in frames and as
// the text of packets, to a process of memory alone.
#include "emulator/gdb/session.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace {

using namespace dpa::gdb;

/// Two threads and a kilobyte of memory; each resume stops at once.
class FakeTarget : public Target {
public:
  void attach() override { isAttached_ = true; }
  void detach() override {
    if (!isAttached_)
      std::abort();
    isAttached_ = false;
  }
  void setAllStop(bool) override {}
  std::vector<uint32_t> threads() override { return {1, 2}; }
  std::string threadName(uint32_t thread) override {
    return "<thread & " + std::to_string(thread) + ">";
  }
  void stopAll() override {}
  void requestStop(uint32_t thread) override {
    events_.push_back({thread, {}});
  }
  void resume(uint32_t thread, const Resume &) override {
    events_.push_back({thread, {.signal = Signal::Trap}});
  }
  void resumeAll(const Resume &, std::span<const uint32_t>) override {
    events_.push_back({2, {.signal = Signal::Trap, .isBreakpoint = true}});
  }
  bool isStopped(uint32_t) override { return true; }
  std::optional<StopEvent> takeEvent() override {
    if (events_.empty())
      return std::nullopt;
    const StopEvent event = events_.back();
    events_.pop_back();
    return event;
  }
  std::optional<uint64_t> position() override { return 7; }
  void search(const Search &search) override {
    events_.push_back({search.noted, {.signal = Signal::Trap}});
  }
  SearchFinds found() override {
    return {.stop = StopEvent{2, {.signal = Signal::Trap}},
            .stopPosition = 5,
            .instructions = {1, 3}};
  }
  void dropRepeatableEvents() override { events_.clear(); }
  std::optional<uint8_t> exitStatus() override { return std::nullopt; }
  bool readRegister(uint32_t, unsigned number, uint64_t &value) override {
    value = number;
    return true;
  }
  bool writeRegister(uint32_t, unsigned, uint64_t) override { return true; }
  size_t read(uint32_t, uint64_t address, std::span<std::byte> bytes) override {
    if (address >= memory_.size())
      return 0;
    const size_t size = std::min(bytes.size(), memory_.size() - address);
    std::copy_n(memory_.begin() + static_cast<long>(address), size,
                bytes.begin());
    return size;
  }
  bool write(uint32_t, uint64_t address,
             std::span<const std::byte> bytes) override {
    if (address >= memory_.size() || bytes.size() > memory_.size() - address)
      return false;
    std::ranges::copy(bytes, memory_.begin() + static_cast<long>(address));
    return true;
  }
  bool setBreakpoint(uint64_t, bool) override { return true; }
  bool setWatchpoint(uint64_t, uint64_t, WatchKind, bool) override {
    return true;
  }
  std::string monitor(std::string_view command) override {
    return std::string(command);
  }

private:
  bool isAttached_ = false;
  std::vector<StopEvent> events_;
  std::array<std::byte, 1024> memory_{};
};

/// What a debugger would check of the answers: whole frames.
void run(std::string_view bytes) {
  FakeTarget target;
  size_t sent = 0;
  Session session(&target, [&](std::string_view answer) {
    if (answer.empty())
      std::abort();
    sent += answer.size();
  });
  constexpr size_t piece = 7;
  for (size_t from = 0; from < bytes.size(); from += piece) {
    session.receive(bytes.substr(from, piece));
    session.handleEvents();
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  run(text);
  std::string packets = packet("?");
  for (size_t from = 0; from < text.size();) {
    const size_t end = std::min(text.find('\n', from), text.size());
    packets += packet(text.substr(from, end - from));
    from = end + 1;
  }
  run(packets);
  return 0;
}

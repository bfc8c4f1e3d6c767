// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A port with a receiver that stores its frames and background work that the test runs.
#ifndef DPA_TEST_EMULATOR_NIC_PORT_FIXTURE_H
#define DPA_TEST_EMULATOR_NIC_PORT_FIXTURE_H

#include "emulator/nic/port/port.h"
#include "test/unit/emulator/scratch-file.h"

#include <condition_variable>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <thread>

namespace dpa::test {

using FrameBytes = std::vector<std::byte>;

/// A frame of this size whose payload is the number.
inline FrameBytes frameOf(uint32_t number, size_t size = 64) {
  FrameBytes frame(size, std::byte{0xa5});
  std::memcpy(frame.data() + std::min<size_t>(14, size), &number,
              std::min(sizeof number, size - std::min<size_t>(14, size)));
  return frame;
}

inline uint32_t numberOf(Frame frame) {
  uint32_t number = 0;
  std::memcpy(&number, frame.data() + 14, sizeof number);
  return number;
}

class StoringReceiver : public FrameReceiver {
public:
  void receive(Frame frame) noexcept override {
    const std::lock_guard guard(lock_);
    if (buffers_ == 0)
      return;
    --buffers_;
    threads_.insert(std::this_thread::get_id());
    frames_.emplace_back(frame.begin(), frame.end());
    changed_.notify_all();
  }
  bool isReadyFor(Frame /*frame*/) const noexcept override {
    const std::lock_guard guard(lock_);
    return buffers_ != 0;
  }
  bool receiveIfReady(Frame frame) noexcept override {
    if (!isReadyFor(frame))
      return false;
    receive(frame);
    return true;
  }

  void setBuffers(size_t buffers) {
    const std::lock_guard guard(lock_);
    buffers_ = buffers;
  }
  /// All frames, when there are at least this many.
  std::vector<FrameBytes> wait(size_t count) {
    std::unique_lock guard(lock_);
    changed_.wait(guard, [&] { return frames_.size() >= count; });
    return frames_;
  }
  /// Whether the calling thread has received one.
  bool hasReceivedHere() const {
    const std::lock_guard guard(lock_);
    return threads_.contains(std::this_thread::get_id());
  }
  std::vector<uint32_t> numbers() {
    std::vector<uint32_t> numbers;
    for (const FrameBytes &frame : wait(0))
      numbers.push_back(numberOf(frame));
    return numbers;
  }

private:
  mutable std::mutex lock_;
  std::condition_variable changed_;
  size_t buffers_ = SIZE_MAX;
  std::vector<FrameBytes> frames_;
  std::set<std::thread::id> threads_;
};

class TestBackground : public Background {
public:
  uint64_t now() noexcept override { return time; }
  void post(std::shared_ptr<BackgroundWork> posted) noexcept override {
    if (std::ranges::find(work, posted) == work.end())
      work.push_back(std::move(posted));
  }
  /// One step of each work that is ready; whether there was one.
  bool step() {
    bool isAny = false;
    for (size_t i = 0; i < work.size(); ++i)
      if (work[i]->state(time) == BackgroundWork::State::Ready) {
        work[i]->step(time);
        isAny = true;
      }
    std::erase_if(work, [&](const auto &each) {
      return each->state(time) == BackgroundWork::State::Idle;
    });
    return isAny;
  }
  void run() {
    while (step()) {
    }
  }

  std::atomic<uint64_t> time = 0;
  std::vector<std::shared_ptr<BackgroundWork>> work;
};

class PortTest : public testing::Test {
protected:
  PortSurroundings surroundings() {
    return {receiver, background, "test/1", true};
  }
  std::unique_ptr<Port> open(const std::string &text) {
    std::string error;
    auto port = tryOpen(text, error);
    EXPECT_TRUE(port) << error;
    return port;
  }
  std::string openError(const std::string &text) {
    std::string error;
    EXPECT_FALSE(tryOpen(text, error));
    return error;
  }
  std::unique_ptr<Port> tryOpen(const std::string &text, std::string &error) {
    PortSettings settings;
    if (!parsePortText(text, settings, error))
      return nullptr;
    auto port = makePort(settings, surroundings(), error);
    return port && port->beginCapture(error) && port->start(error)
               ? std::move(port)
               : nullptr;
  }
  static void send(Port &port, uint32_t first, uint32_t count) {
    for (uint32_t i = first; i < first + count; ++i)
      port.send(frameOf(i));
  }

  StoringReceiver receiver;
  TestBackground background;
};

inline std::string bytesOfFile(const std::string &name) {
  std::ifstream stream(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline void writeFile(const std::string &name, const std::string &bytes) {
  std::ofstream(name, std::ios::binary) << bytes;
}

/// A file of the frames 0 to count - 1, `distance` nanoseconds after each other.
inline std::string pcapOf(uint32_t count, uint32_t distance = 0,
                          size_t size = 64) {
  const uint32_t head[] = {0xa1b23c4d, 2 | 4 << 16, 0, 0, 262144, 1};
  std::string bytes(reinterpret_cast<const char *>(head), sizeof head);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t record[] = {7, i * distance, static_cast<uint32_t>(size),
                               static_cast<uint32_t>(size)};
    const FrameBytes frame = frameOf(i, size);
    bytes.append(reinterpret_cast<const char *>(record), sizeof record);
    bytes.append(reinterpret_cast<const char *>(frame.data()), frame.size());
  }
  return bytes;
}

} // namespace dpa::test

#endif

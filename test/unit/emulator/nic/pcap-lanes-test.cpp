// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file whose frames are received by several threads: their order in a queue, frames
// that need all queues, changes of rules, and the end of the port.
#include "emulator/schedule/shared-scheduler.h"
#include "port-fixture.h"

#include <map>

namespace dpa::test {
namespace {

/// Has several receive queues, the order of a frame.
class QueuesReceiver : public FrameReceiver {
public:
  void receive(Frame frame) noexcept override {
    const std::lock_guard guard(lock_);
    --buffers_;
    numbers_.push_back(numberOf(frame));
    EXPECT_TRUE(check_(frame));
    threads_.insert(std::this_thread::get_id());
    EXPECT_FALSE(isClosed_);
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
  uint64_t orderOf(Frame frame) const noexcept override {
    asked_ = std::max<uint32_t>(asked_, numberOf(frame));
    return order_(numberOf(frame));
  }
  uint64_t orderVersion() const noexcept override { return version_; }

  void setBuffers(size_t buffers) {
    const std::lock_guard guard(lock_);
    buffers_ = buffers;
  }
  void setOrder(std::function<uint64_t(uint32_t)> order) {
    order_ = std::move(order);
    ++version_;
  }
  /// Called for each frame that is received.
  void setCheck(std::function<bool(Frame)> check) { check_ = std::move(check); }
  void close() {
    const std::lock_guard guard(lock_);
    isClosed_ = true;
  }
  std::vector<uint32_t> wait(size_t count) {
    std::unique_lock guard(lock_);
    changed_.wait(guard, [&] { return numbers_.size() >= count; });
    return numbers_;
  }
  size_t threadCount() const {
    const std::lock_guard guard(lock_);
    return threads_.size();
  }
  /// The last frame whose order was asked.
  uint32_t asked() const { return asked_; }
  uint64_t order(uint32_t number) const { return order_(number); }

private:
  mutable std::mutex lock_;
  std::condition_variable changed_;
  size_t buffers_ = SIZE_MAX;
  bool isClosed_ = false;
  std::vector<uint32_t> numbers_;
  std::set<std::thread::id> threads_;
  std::function<uint64_t(uint32_t)> order_ = [](uint32_t number) {
    return number % 8 + 1;
  };
  std::function<bool(Frame)> check_ = [](Frame) { return true; };
  std::atomic<uint64_t> version_ = 1;
  mutable std::atomic<uint32_t> asked_ = 0;
};

/// The test makes the steps of all lanes.
class LaneBackground : public TestBackground {
public:
  unsigned laneCount() const noexcept override { return 2; }
};

/// A frame whose size and bytes depend on its number.
FrameBytes variedFrame(uint32_t number) {
  FrameBytes frame = frameOf(number, 18 + number * 7919 % 1400);
  std::fill(frame.begin() + 18, frame.end(), std::byte(number % 251));
  return frame;
}

/// Each fifth frame is cut. `isForLibrary`: the link type has a flag, so that libpcap reads
/// the file.
std::string variedPcap(uint32_t count, bool isForLibrary) {
  const uint32_t linkType = isForLibrary ? 1 | 4u << 24 : 1;
  const uint32_t head[] = {0xa1b23c4d, 2 | 4 << 16, 0, 0, 262144, linkType};
  std::string bytes(reinterpret_cast<const char *>(head), sizeof head);
  for (uint32_t i = 0; i < count; ++i) {
    const FrameBytes frame = variedFrame(i);
    const auto size = static_cast<uint32_t>(frame.size());
    const uint32_t record[] = {7, 0, size, size + (i % 5 == 4 ? 1 : 0)};
    bytes.append(reinterpret_cast<const char *>(record), sizeof record);
    bytes.append(reinterpret_cast<const char *>(frame.data()), frame.size());
  }
  return bytes;
}

class PcapLanesTest : public testing::Test {
protected:
  std::unique_ptr<Port> open(Background &background, uint32_t count,
                             const std::string &options = "") {
    return open(background, pcapOf(count), options);
  }
  std::unique_ptr<Port> open(Background &background, const std::string &bytes,
                             const std::string &options = "") {
    writeFile(file.name, bytes);
    PortSettings settings;
    std::string error;
    EXPECT_TRUE(parsePortText("pcap:" + file.name + options, settings, error));
    auto port =
        makePort(settings, {receiver, background, "test/1", false}, error);
    EXPECT_TRUE(port && port->start(error)) << error;
    return port;
  }
  /// All frames were received, those of an order in their order.
  void expectOrders(const std::vector<uint32_t> &numbers, uint32_t count) {
    EXPECT_EQ(std::set(numbers.begin(), numbers.end()).size(), count);
    EXPECT_EQ(numbers.size(), count);
    std::map<uint64_t, uint32_t> last;
    for (const uint32_t number : numbers) {
      const auto [found, isFirst] =
          last.try_emplace(receiver.order(number), number);
      EXPECT_TRUE(isFirst || found->second < number);
      found->second = number;
    }
  }

  const ScratchFile file;
  QueuesReceiver receiver;
};

TEST_F(PcapLanesTest, QueuesReceiveInOrderOnSeveralThreads) {
  constexpr uint32_t count = 20'000;
  SharedScheduler scheduler(4, 2);
  const auto port = open(scheduler, count);
  expectOrders(receiver.wait(count), count);
  EXPECT_EQ(receiver.threadCount(), 2u);
  EXPECT_EQ(port->counters()->receivedFrames.value(), count);
}

TEST_F(PcapLanesTest, OneQueueReceivesOnOneThread) {
  constexpr uint32_t count = 5000;
  receiver.setOrder([](uint32_t) { return 1; });
  SharedScheduler scheduler(4, 2);
  const auto port = open(scheduler, count);
  expectOrders(receiver.wait(count), count);
  EXPECT_EQ(receiver.threadCount(), 1u);
}

/// Frames of several queues, also if queues have few buffers.
TEST_F(PcapLanesTest, AFrameWithoutAnOrderIsAlone) {
  constexpr uint32_t count = 4000;
  receiver.setOrder(
      [](uint32_t number) { return number % 50 == 49 ? 0 : number % 8 + 1; });
  LaneBackground background;
  const auto port = open(background, count);
  std::vector<uint32_t> numbers;
  for (unsigned i = 0; numbers.size() < count && i < count; ++i) {
    receiver.setBuffers(1 + i % 7);
    background.run();
    numbers = receiver.wait(0);
  }
  ASSERT_EQ(numbers.size(), count);
  for (uint32_t i = 49; i < count; i += 50) {
    EXPECT_EQ(numbers[i], i);
    EXPECT_LT(*std::max_element(numbers.begin(), numbers.begin() + i), i);
  }
  EXPECT_TRUE(background.work.empty());
}

/// Otherwise frames of one flow could reach their new queue in another order.
TEST_F(PcapLanesTest, FramesAfterAChangeOfRulesFollowThoseBefore) {
  constexpr uint32_t count = 4000;
  LaneBackground background;
  const auto port = open(background, count);
  receiver.setBuffers(1000);
  background.run();
  const uint32_t changed = receiver.asked(); // may be read and have no lane
  ASSERT_GT(changed, 1000u);
  receiver.setOrder([](uint32_t number) { return number / 2 % 8 + 1; });
  receiver.setBuffers(count);
  background.run();
  const std::vector<uint32_t> numbers = receiver.wait(count);
  ASSERT_EQ(numbers.size(), count);
  const auto firstAfter = std::ranges::find_if(
      numbers, [&](uint32_t number) { return number > changed; });
  EXPECT_LE(*std::max_element(numbers.begin(), firstAfter), changed);
  EXPECT_EQ(firstAfter - numbers.begin(), changed + 1);
  std::map<uint64_t, uint32_t> last;
  for (auto each = firstAfter; each != numbers.end(); ++each) {
    EXPECT_LT(last[receiver.order(*each)], *each);
    last[receiver.order(*each)] = *each;
  }
}

/// Frames that wait in the rings of lanes stay as they are while the file is read on.
TEST_F(PcapLanesTest, FramesAreUnchanged) {
  constexpr uint32_t count = 5000;
  constexpr uint32_t whole = count / 5 * 4;
  for (const bool isForLibrary : {false, true}) {
    QueuesReceiver own;
    own.setCheck([](Frame frame) {
      return std::ranges::equal(frame, variedFrame(numberOf(frame)));
    });
    LaneBackground background;
    writeFile(file.name, variedPcap(count, isForLibrary));
    PortSettings settings;
    std::string error;
    ASSERT_TRUE(parsePortText("pcap:" + file.name, settings, error)) << error;
    auto port = makePort(settings, {own, background, "test/1", false}, error);
    ASSERT_TRUE(port && port->start(error)) << error;
    std::vector<uint32_t> numbers;
    for (unsigned i = 0; numbers.size() < whole && i < count; ++i) {
      own.setBuffers(i % 300);
      background.run();
      numbers = own.wait(0);
    }
    EXPECT_EQ(std::set(numbers.begin(), numbers.end()).size(), whole);
    EXPECT_EQ(numbers.size(), whole);
    EXPECT_TRUE(background.work.empty());
    EXPECT_EQ(port->counters()->receivedFrames.value(), whole);
  }
}

TEST_F(PcapLanesTest, FramesAreUnchangedOnSeveralThreads) {
  constexpr uint32_t count = 20'000;
  constexpr uint32_t whole = count / 5 * 4;
  receiver.setCheck([](Frame frame) {
    return std::ranges::equal(frame, variedFrame(numberOf(frame)));
  });
  SharedScheduler scheduler(4, 2);
  const auto port = open(scheduler, variedPcap(count, false));
  expectOrders(receiver.wait(whole), whole);
}

/// Frames at recorded distances have one order.
TEST_F(PcapLanesTest, TimedFramesStayInTheirOrder) {
  constexpr uint32_t count = 2000;
  SharedScheduler scheduler(4, 2);
  const auto port = open(scheduler, count, ",times=recorded");
  const std::vector<uint32_t> numbers = receiver.wait(count);
  EXPECT_TRUE(std::ranges::is_sorted(numbers));
  EXPECT_EQ(receiver.threadCount(), 1u);
}

TEST_F(PcapLanesTest, APortThatEndsReceivesNothingAfterwards) {
  constexpr unsigned rounds = 20;
  constexpr uint32_t some = 2000;
  SharedScheduler scheduler(4, 2);
  for (unsigned i = 1; i <= rounds; ++i) {
    QueuesReceiver own;
    PortSettings settings;
    std::string error;
    writeFile(file.name, pcapOf(10 * some));
    ASSERT_TRUE(parsePortText("pcap:" + file.name, settings, error)) << error;
    auto port = makePort(settings, {own, scheduler, "test/1", false}, error);
    ASSERT_TRUE(port && port->start(error)) << error;
    own.wait(some);
    port.reset();
    own.close();
  }
}

} // namespace
} // namespace dpa::test

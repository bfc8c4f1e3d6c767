// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host memory that runs out at any moment: for each allocation in the life of a process, this one
// fails, or this one and all that follow. The program continues, the error is a value, an exception
// of the interface or a status, and the next process works. A program of its own, because it
// replaces operator new.
#include "emulator/memory/pinned-memories.h"
#include "runtime/abi/process-status.h"
#include "test/unit/emulator/fixture.h"

#include <atomic>
#include <barrier>
#include <climits>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <thread>

namespace {

/// Number of allocations of all threads that succeed; negative afterwards.
std::atomic<int64_t> allocationsLeft = INT64_MAX;
/// True once an allocation has failed. `failsOnce`: all that follow succeed.
std::atomic<bool> hasFailed = false;
std::atomic<bool> failsOnce = true;

bool fails() {
  if (allocationsLeft.fetch_sub(1) > 0)
    return false;
  return !hasFailed.exchange(true) || !failsOnce;
}

void *allocate(size_t size, size_t alignment) {
  if (fails())
    throw std::bad_alloc();
  size_t rounded = (size + alignment - 1) / alignment * alignment;
  if (void *memory = std::aligned_alloc(alignment, rounded))
    return memory;
  throw std::bad_alloc();
}

} // namespace

// The other forms of operator new call these.
void *operator new(size_t size) {
  return allocate(size, alignof(std::max_align_t));
}
void *operator new(size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<size_t>(alignment));
}
void operator delete(void *memory) noexcept {
  std::free(memory);
}
void operator delete(void *memory, size_t) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void *memory, size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace dpa::test {
namespace {

/// Must not allocate.
class Silent : public ProcessObserver {
public:
  void message(uint32_t, uint32_t, std::string_view) noexcept override {}
  void messageRecords(uint32_t, uint64_t, std::string_view) noexcept override {}
  void ended(uint8_t status, const Crash *) noexcept override {
    endStatus = status;
  }
  std::atomic<uint8_t> endStatus = 0;
};

/// During its lifetime, memory runs out after this many allocations.
class Shortage {
public:
  Shortage(int64_t allocations, bool once) {
    hasFailed = false;
    failsOnce = once;
    allocationsLeft = allocations;
  }
  ~Shortage() { allocationsLeft = INT64_MAX; }
  Shortage(const Shortage &) = delete;
  Shortage &operator=(const Shortage &) = delete;
};

struct Outcome {
  bool isOk = false;
  unsigned exceptions = 0;
  uint8_t status = 0;
};

/// Runs long enough for a loop to be translated.
constexpr uint64_t rounds = 20'000;

void callAll(Process &process, Outcome &outcome) {
  for (int i = 0; i < 2; ++i) {
    uint64_t value = 0;
    try {
      outcome.isOk =
          call(process, GUEST_COUNT_DOWN, rounds, 0, value) == CallResult::Ok &&
          call(process, GUEST_ADD, 40, 2, value) == CallResult::Ok &&
          value == 42;
    } catch (const std::bad_alloc &) {
      outcome.isOk = false;
      ++outcome.exceptions;
    }
  }
}

Outcome liveWith(EmulatedDevice &device, const Bytes &image,
                 int64_t allocations, bool once) {
  Outcome outcome;
  Silent observer;
  std::string error(1000, ' '); // large enough for every message
  Shortage shortage(allocations, once);
  try {
    auto process = device.createProcess({image, "guest"}, observer, error);
    if (process) {
      callAll(*process, outcome);
      outcome.status = process->status();
    }
  } catch (const std::bad_alloc &) {
    ++outcome.exceptions;
  }
  EXPECT_EQ(observer.endStatus, outcome.status);
  return outcome;
}

class OutOfMemoryTest : public testing::TestWithParam<const char *> {
protected:
  /// Fails each allocation in turn, up to the last.
  void tryAll(const DeviceSettings &settings, bool once) {
    Bytes firmware = readFile(TEST_FIRMWARE);
    Bytes image = testImage();
    std::string error;
    auto device = EmulatedDevice::create(settings, firmware, error);
    ASSERT_TRUE(device) << error;
    bool ended = false;
    bool thrown = false;
    bool wasHarmless = false;
    int64_t count = 0;
    for (bool failed = true; failed; ++count) {
      Outcome outcome = liveWith(*device, image, count, once);
      failed = hasFailed;
      ended = ended || outcome.status == DPA_STATUS_HOST_MEMORY;
      thrown = thrown || outcome.exceptions != 0;
      wasHarmless = wasHarmless || (failed && outcome.isOk);
      EXPECT_TRUE(outcome.status == 0 ||
                  outcome.status == DPA_STATUS_HOST_MEMORY)
          << count << ": " << int(outcome.status);
      EXPECT_TRUE(outcome.isOk || failed) << count;
      if (count % 16 == 0)
        EXPECT_TRUE(liveWith(*device, image, INT64_MAX, once).isOk) << count;
    }
    EXPECT_GT(count, 20);
    EXPECT_TRUE(ended) << "none in a turn";
    EXPECT_TRUE(thrown) << "none in the interface";
    if (settings.engine == EngineChoice::Jit && once)
      EXPECT_TRUE(wasHarmless) << "none after which the call succeeded";
  }

  static DeviceSettings settings() {
    DeviceSettings result;
    std::string text = GetParam();
    result.engine = text.find("jit") == std::string::npos
                        ? EngineChoice::Interpreter
                        : EngineChoice::Jit;
    if (text.find("Seed") != std::string::npos)
      result.seed = 1;
    return result;
  }
  void SetUp() override {
    std::string why;
    if (settings().engine == EngineChoice::Jit && !cpu::jitIsAvailable(why))
      GTEST_SKIP() << why;
  }
};

TEST_P(OutOfMemoryTest, OneAllocationThatFails) {
  tryAll(settings(), true);
}

TEST_P(OutOfMemoryTest, AllAllocationsFromOneOn) {
  tryAll(settings(), false);
}

/// Calls that wait for an execution unit and share host threads.
TEST_P(OutOfMemoryTest, ManyCallersAtOnce) {
  constexpr int callerCount = 4;
  constexpr uint64_t manyRounds = 400'000;
  DeviceSettings crowded = settings();
  crowded.executionUnits = 2;
  crowded.hostThreads = 1;
  Bytes firmware = readFile(TEST_FIRMWARE);
  Bytes image = testImage();
  for (int64_t count = 0; count < 60; ++count) {
    // A new device creates its threads again.
    std::string error;
    auto device = EmulatedDevice::create(crowded, firmware, error);
    ASSERT_TRUE(device) << error;
    Silent observer;
    auto process = device->createProcess({image, "guest"}, observer, error);
    ASSERT_TRUE(process) << error;
    std::barrier begin(callerCount + 1);
    std::barrier end(callerCount + 1);
    std::atomic<int> good = 0;
    std::vector<std::thread> callers;
    callers.reserve(callerCount);
    for (int i = 0; i < callerCount; ++i)
      callers.emplace_back([&] {
        begin.arrive_and_wait();
        uint64_t value = 0;
        try {
          if (call(*process, GUEST_COUNT_DOWN, manyRounds, 0, value) ==
              CallResult::Ok)
            ++good;
        } catch (const std::bad_alloc &) {
          EXPECT_TRUE(hasFailed);
        }
        end.arrive_and_wait();
      });
    {
      Shortage shortage(count, count % 2 == 0);
      begin.arrive_and_wait();
      end.arrive_and_wait();
    }
    for (std::thread &caller : callers)
      caller.join();
    EXPECT_TRUE(good == callerCount || hasFailed) << count;
    EXPECT_EQ(observer.endStatus, process->status());
  }
}

/// Each allocation fails in turn; afterwards the same memory can be pinned.
TEST(PinnedMemoriesTest, WithoutHostMemoryPinNothing) {
  constexpr size_t size = 4096;
  void *shared = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  const auto *memory = static_cast<const std::byte *>(shared);
  const SharedMapping mapping{.inode = 1, .first = memory, .size = size};
  int64_t count = 0;
  for (bool failed = true; failed; ++count) {
    PinnedMemories pins;
    std::shared_ptr<std::byte> pinned;
    try {
      const Shortage shortage(count, true);
      pinned = pins.pin(memory, size, mapping);
    } catch (const std::bad_alloc &) {
      EXPECT_FALSE(pinned);
    }
    failed = hasFailed;
    EXPECT_TRUE(pinned || failed) << count;
    EXPECT_TRUE(pins.pin(memory, size, mapping)) << count;
  }
  EXPECT_GT(count, 2);
  munmap(shared, size);
}

INSTANTIATE_TEST_SUITE_P(Engines, OutOfMemoryTest,
                         testing::Values("interp", "interpSeed", "jit",
                                         "jitSeed"),
                         [](const auto &test) {
                           return std::string(test.param);
                         });

} // namespace
} // namespace dpa::test

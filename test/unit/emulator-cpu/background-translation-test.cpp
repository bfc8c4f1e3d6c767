// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread of the address space translates hot code while harts interpret it, and populates memory.
#include "test/unit/emulator-cpu/code-runner.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace test {
namespace {

using dpa::cpu::AddressSpace;
using dpa::cpu::BackgroundTranslator;
using dpa::cpu::Chunk;
using dpa::cpu::Engine;
using dpa::cpu::EngineOptions;
using dpa::cpu::Permissions;
using dpa::cpu::TranslatedCode;
using dpa::cpu::TranslationCost;

constexpr uint64_t codeBase = 0x10000;
constexpr uint32_t addOne = 0x00150513;    // addi a0, a0, 1
constexpr uint32_t countDown = 0xfff58593; // addi a1, a1, -1
constexpr uint32_t loopBack = 0xfe059ce3;  // bnez a1, -8
constexpr uint32_t returnToRa = 0x00008067;
constexpr size_t functions = 5000; ///< more than there may be requests
constexpr uint64_t instructionsOfRound = 3;
/// With a warm-up of 10 runs, a usual request is made at run 10, an urgent one at run 40, and at
/// run 70 the hart may translate the block itself.
constexpr uint64_t hotRounds = 30;
constexpr uint64_t urgentRounds = 60;
constexpr std::chrono::minutes waitMax(2);

/// Holds the thread that translates until it is opened.
class Gate {
public:
  void pass() {
    std::unique_lock lock(mutex_);
    hasArrived_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return isOpen_; });
    ++passed_;
    changed_.notify_all();
  }
  bool waitForArrival() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, waitMax, [this] { return hasArrived_; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    isOpen_ = true;
    changed_.notify_all();
  }
  /// Until so many translations are complete but for the rest of their locks.
  bool waitFor(unsigned translations) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, waitMax,
                             [&] { return passed_ >= translations; });
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool hasArrived_ = false;
  bool isOpen_ = false;
  unsigned passed_ = 0;
};

class BackgroundTranslation : public JitTest {
protected:
  BackgroundTranslation() : code_(4 * functions) {
    for (size_t i = 0; i < functions; ++i) {
      const uint32_t function[] = {addOne, countDown, loopBack, returnToRa};
      std::copy(std::begin(function), std::end(function), &code_[4 * i]);
    }
  }

  void TearDown() override { gate_.open(); } // also if an assertion failed

  enum class Held : uint8_t { Never, InTranslation, BetweenTranslations };

  /// Where the thread stops until the gate is opened.
  void make(Held held) {
    EngineOptions options = {
        .engine = Engine::Jit, .warmUp = 10, .translatesInBackground = true};
    if (held == Held::InTranslation)
      options.translated = [this](const TranslatedCode &) {
        if (!isOwner())
          gate_.pass();
      };
    options.translationCost = [this, held](const TranslationCost &cost) {
      if (isOwner())
        ownTranslations_ += cost.instructions != 0 ? 1 : 0;
      else if (held == Held::BetweenTranslations)
        gate_.pass();
    };
    space_ = std::make_unique<AddressSpace>(options);
    const Permissions all{true, true, true};
    space_->add({codeBase, code_.size() * 4,
                 reinterpret_cast<std::byte *>(code_.data()), nullptr, all,
                 all});
    hart_ = std::make_unique<Hart>(*space_, Isa{}, 0, clock_);
    hart_->reset(codeBase);
  }

  /// So many rounds of the loop of a function, with an exact count.
  void call(size_t function, uint64_t rounds) {
    const uint64_t at = codeBase + 16 * function;
    hart_->setPc(at);
    hart_->setX(10, 0);
    hart_->setX(11, rounds);
    ASSERT_EQ(hart_->run(instructionsOfRound * rounds), Stop::Fuel);
    ASSERT_EQ(hart_->x(10), rounds);
    ASSERT_EQ(hart_->pc(), at + 12);
  }
  /// Enough to wake the thread.
  void requestSome() {
    constexpr size_t requests = 16;
    for (size_t i = 0; i < requests; ++i)
      call(i, hotRounds);
  }
  void waitUntilExpected(bool translates) {
    using Clock = std::chrono::steady_clock;
    BackgroundTranslator &background = space_->state().background;
    const Clock::time_point end = Clock::now() + waitMax;
    while (background.isExpectedToTranslate() != translates &&
           Clock::now() < end)
      std::this_thread::yield();
  }
  bool isOwner() const { return std::this_thread::get_id() == owner_; }
  uint64_t work() const { return space_->state().budget.spent(); }

  std::vector<uint32_t> code_;
  Clock clock_;
  Gate gate_;
  const std::thread::id owner_ = std::this_thread::get_id();
  unsigned ownTranslations_ = 0;
  std::unique_ptr<AddressSpace> space_;
  std::unique_ptr<Hart> hart_;
};

TEST_F(BackgroundTranslation, LetsTheHartInterpretMeanwhile) {
  make(Held::InTranslation);
  requestSome();
  ASSERT_TRUE(gate_.waitForArrival());
  call(100, 100000); // requested again
  call(200, 100000);
  EXPECT_EQ(ownTranslations_, 0U);
  gate_.open();
  EXPECT_TRUE(gate_.waitFor(18));
  call(100, 100000);
  EXPECT_EQ(ownTranslations_, 0U);
}

/// As many requests as may wait, and more. The rest of the test drops most of them.
TEST_F(BackgroundTranslation, LetsTheHartInterpretIfMuchIsHot) {
  make(Held::InTranslation);
  requestSome();
  ASSERT_TRUE(gate_.waitForArrival());
  for (size_t i = 1; i < functions; ++i)
    call(i, hotRounds);
  EXPECT_EQ(ownTranslations_, 0U);
  gate_.open();
  hart_.reset();
  space_.reset();
}

/// Though the hart has run few instructions.
TEST_F(BackgroundTranslation, BeginsAtOnceIfABlockRunsOften) {
  make(Held::BetweenTranslations);
  call(0, urgentRounds);
  EXPECT_TRUE(gate_.waitForArrival());
  gate_.open();
}

/// As if the thread got no processor after its first batch.
TEST_F(BackgroundTranslation, IsMadeByTheHartIfTheThreadIsLate) {
  make(Held::BetweenTranslations);
  requestSome();
  ASSERT_TRUE(gate_.waitForArrival());
  for (int attempt = 0; attempt < 10000 && ownTranslations_ == 0; ++attempt)
    call(100, 10000);
  EXPECT_EQ(ownTranslations_, 1U);
  gate_.open();
}

TEST_F(BackgroundTranslation, LetsTheHartTranslateIfTheRequestWasDropped) {
  make(Held::InTranslation);
  requestSome();
  ASSERT_TRUE(gate_.waitForArrival());
  call(100, urgentRounds);
  waitUntilExpected(false); // no progress for some time
  std::jthread cancels(
      [this] { space_->setDebugPoints({}); }); // keeps the code
  waitUntilExpected(true); // the requests are dropped, a batch is still held
  gate_.open();
  cancels.join();
  call(100, 1000);
  EXPECT_EQ(ownTranslations_, 1U);
}

/// Fresh memory without huge pages.
Chunk mapChunk(size_t size) {
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return {};
  madvise(memory, size, MADV_NOHUGEPAGE);
  return {std::shared_ptr<std::byte[]>(
              static_cast<std::byte *>(memory),
              [size](std::byte *bytes) { munmap(bytes, size); }),
          size};
}

size_t pageSize() {
  return static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

size_t residentPages(const Chunk &chunk) {
  std::vector<unsigned char> pages(chunk.size / pageSize());
  EXPECT_EQ(mincore(chunk.memory.get(), chunk.size, pages.data()), 0);
  return static_cast<size_t>(
      std::count_if(pages.begin(), pages.end(),
                    [](unsigned char page) { return page % 2 == 1; }));
}

/// Some emulators of other processors accept the request and ignore it.
bool kernelPopulates() {
  const Chunk page = mapChunk(pageSize());
  return page.size != 0 &&
         madvise(page.memory.get(), page.size, MADV_POPULATE_WRITE) == 0 &&
         residentPages(page) == 1;
}

TEST_F(BackgroundTranslation, PopulatesMemoryAndDoesNotChangeIt) {
  if (!kernelPopulates())
    GTEST_SKIP() << "the kernel cannot populate memory on request";
  make(Held::Never);
  const Chunk chunk = mapChunk(size_t(1) << 20);
  ASSERT_NE(chunk.size, 0U);
  const size_t pages = chunk.size / pageSize();
  const size_t changed = chunk.size / 2;
  chunk.memory[changed] = std::byte{0x5a};
  ASSERT_EQ(residentPages(chunk), 1U);
  space_->state().background.populate(chunk);
  const auto end = std::chrono::steady_clock::now() + waitMax;
  while (residentPages(chunk) != pages &&
         std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  EXPECT_EQ(residentPages(chunk), pages);
  EXPECT_EQ(chunk.memory[changed], std::byte{0x5a});
}

TEST_F(BackgroundTranslation, PopulatesMemoryOnlyIfThereIsAThread) {
  make(Held::Never);
  EXPECT_EQ(space_->state().populator(), &space_->state().background);
  AddressSpace withoutThread({.engine = Engine::Jit});
  EXPECT_EQ(withoutThread.state().populator(), nullptr);
  AddressSpace interpreter(
      {.engine = Engine::Interpreter, .translatesInBackground = true});
  EXPECT_EQ(interpreter.state().populator(), nullptr);
}

TEST_F(BackgroundTranslation, EndsWithTheAddressSpace) {
  for (int round = 0; round < 50; ++round) {
    make(Held::Never);
    for (size_t i = 0; i < 40; ++i)
      call(i, hotRounds);
    hart_.reset();
    space_.reset();
  }
}

/// Translating reads the points of a debugger.
TEST_F(BackgroundTranslation, RestsAfterPointsWereSet) {
  make(Held::Never);
  for (size_t round = 0; round < 20; ++round) {
    for (size_t i = 0; i < 100; ++i)
      call(i, hotRounds);
    dpa::cpu::DebugPoints points;
    points.breakpoints = {codeBase + 16 * round};
    space_->setDebugPoints(points);
    const uint64_t before = work();
    for (int look = 0; look < 1000; ++look)
      std::this_thread::yield();
    ASSERT_EQ(work(), before);
  }
}

/// Its thread reads code that the host changes.
TEST_F(BackgroundTranslation, IsOfTheCodeAsItWasChanged) {
  constexpr uint32_t addTwo = 0x00250513;
  make(Held::Never);
  for (int round = 0; round < 200; ++round) {
    __atomic_store_n(&code_[0], round % 2 == 0 ? addOne : addTwo,
                     __ATOMIC_RELAXED);
    space_->codeChanged(codeBase, 4);
    hart_->setPc(codeBase);
    hart_->setX(10, 0);
    hart_->setX(11, 500);
    ASSERT_EQ(hart_->run(instructionsOfRound * 500), Stop::Fuel);
    ASSERT_EQ(hart_->x(10), 500U * (round % 2 == 0 ? 1 : 2));
  }
}

} // namespace
} // namespace test

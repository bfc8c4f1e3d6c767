// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread of the address space translates hot code while harts interpret it.
#include "test/unit/emulator-cpu/code-runner.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace test {
namespace {

using dpa::cpu::AddressSpace;
using dpa::cpu::Engine;
using dpa::cpu::EngineOptions;
using dpa::cpu::Permissions;
using dpa::cpu::TranslatedCode;

constexpr uint64_t codeBase = 0x10000;
constexpr uint32_t addOne = 0x00150513;    // addi a0, a0, 1
constexpr uint32_t countDown = 0xfff58593; // addi a1, a1, -1
constexpr uint32_t loopBack = 0xfe059ce3;  // bnez a1, -8
constexpr uint32_t returnToRa = 0x00008067;
constexpr size_t functions = 5000; ///< more than there may be requests
constexpr uint64_t instructionsOfRound = 3;
/// Enough for a request, though the last 64 instructions of a budget do not count, but too few
/// for the hart to translate the function itself.
constexpr uint64_t hotRounds = 60;

/// Holds the thread that translates at its first translation, until it is opened.
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
  void waitForArrival() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return hasArrived_; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    isOpen_ = true;
    changed_.notify_all();
  }
  /// Until so many translations are complete but for the rest of their locks.
  void waitFor(unsigned translations) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return passed_ >= translations; });
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

  /// `isHeld`: the thread stops at its first translation until the gate is opened.
  void make(bool isHeld) {
    EngineOptions options = {
        .engine = Engine::Jit, .warmUp = 10, .translatesInBackground = true};
    if (isHeld)
      options.translated = [this](const TranslatedCode &) {
        if (std::this_thread::get_id() == owner_)
          ++ownTranslations_;
        else
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
  make(true);
  requestSome();
  gate_.waitForArrival();
  call(100, 100000); // requested again, and the hart tries to translate it
  call(200, 100000);
  EXPECT_EQ(ownTranslations_, 0U);
  gate_.open();
  gate_.waitFor(18);
  call(100, 100000);
  EXPECT_EQ(ownTranslations_, 0U);
}

/// As many requests as may wait, and more. The rest of the test drops most of them.
TEST_F(BackgroundTranslation, LetsTheHartInterpretIfMuchIsHot) {
  make(true);
  requestSome();
  gate_.waitForArrival();
  for (size_t i = 1; i < functions; ++i)
    call(i, hotRounds);
  EXPECT_EQ(ownTranslations_, 0U);
  gate_.open();
  hart_.reset();
  space_.reset();
}

TEST_F(BackgroundTranslation, EndsWithTheAddressSpace) {
  for (int round = 0; round < 50; ++round) {
    make(false);
    for (size_t i = 0; i < 40; ++i)
      call(i, hotRounds);
    hart_.reset();
    space_.reset();
  }
}

/// Translating reads the points of a debugger.
TEST_F(BackgroundTranslation, RestsAfterPointsWereSet) {
  make(false);
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
  make(false);
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

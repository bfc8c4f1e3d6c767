// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the litmus tests on harts, each on a host thread of its own, and counts outcomes. Every
// round has cells of its own; the harts go through them in step. Exit status 1: a forbidden outcome
// was seen, or one is missing that proves that the harts ran at the same time: in every engine one
// of harts that do not run one after the other, in at least one engine one that is weak on every
// host.
#include "test/conformance/Inputs/encode.h"
#include "test/conformance/Inputs/engines.h"
#include "test/conformance/Inputs/litmus-tests.h"

#include <algorithm>
#include <cinttypes>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <sched.h>
#include <set>
#include <string>
#include <thread>

namespace conformance {
namespace {

using dpa::cpu::Permissions;

constexpr uint64_t codeBase = 0x10000;
constexpr uint64_t codeSize = 0x1000;
constexpr uint64_t hartCodeSize = 0x200;
constexpr uint64_t dataBase = 0x100000;
constexpr uint64_t roundsAtOnce = 5000;
/// Instructions until a hart that may be waiting for the others lets those on
/// the same core run.
constexpr uint64_t turn = 5000;
constexpr uint32_t wfi = 0x10500073;
/// How many times the rounds may be repeated until what must be seen is seen:
/// on a busy machine the harts meet less often.
constexpr uint64_t patience = 100;

/// One round: each on a cache line of its own.
struct alignas(64) Cell {
  uint64_t value;
};
struct Round {
  Cell x;
  Cell y;
  Cell arrived; ///< harts that have arrived here
};
struct Reads {
  uint64_t first;
  uint64_t second;
};

/// The cores that this program may use.
std::vector<int> allowedCores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof allowed, &allowed);
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &allowed))
      cores.push_back(core);
  return cores;
}

/// On a busy machine two threads may stay on one core for long, and never run at the same time.
void stayOn(int core) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(core, &only);
  sched_setaffinity(0, sizeof only, &only);
}

/// The harts of one core, which run in turn. A hart whose turn is over sleeps:
/// with sched_yield() a busy kernel would give a whole time slice to another
/// program in each round.
class CoreTurns {
public:
  /// Waits for the first turn of a hart.
  void enter(unsigned hart) {
    std::unique_lock lock(mutex_);
    harts_.push_back(hart);
    waitFor(hart, lock);
  }
  /// Lets the other harts run and waits for the next turn. A hart that has the
  /// core alone keeps running.
  void pass() {
    std::unique_lock lock(mutex_);
    const unsigned hart = harts_.front();
    harts_.pop_front();
    harts_.push_back(hart);
    changed_.notify_all();
    waitFor(hart, lock);
  }
  /// Ends the last turn of a hart.
  void leave() {
    const std::lock_guard lock(mutex_);
    harts_.pop_front();
    changed_.notify_all();
  }

private:
  void waitFor(unsigned hart, std::unique_lock<std::mutex> &lock) {
    changed_.wait(lock, [&] { return harts_.front() == hart; });
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<unsigned> harts_; ///< the first has the turn
};

class NoClock : public dpa::cpu::Clock {
public:
  uint64_t cycles(const dpa::cpu::Hart &) override { return 0; }
  uint64_t time(const dpa::cpu::Hart &) override { return 0; }
};

/// Registers of a hart's loop; those of a test are in litmus-tests.h.
enum : unsigned {
  RoundPointer = 8,
  ReadsPointer = 9,
  Left = 18,
  Arrived = 19,
  Delay = 20,
  Count = 21,
  Harts = 22
};

/// Words that jump back `count` words if `left` and `right` differ.
uint32_t backIfNot(unsigned left, unsigned right, int count) {
  constexpr uint32_t bne = 0x00001063;
  return storeForm(bne, left, right, 0) | branchOffset(-4 * count);
}

/// The loop of one hart over all rounds.
std::vector<uint32_t> loopOf(const std::vector<uint32_t> &body) {
  constexpr uint32_t amoaddD = 0x0000302f;
  constexpr uint32_t ld = 0x00003003;
  constexpr uint32_t srli = 0x00005013;
  constexpr uint32_t mul = 0x02000033;
  std::vector<uint32_t> words;
  const auto add = [&](std::initializer_list<uint32_t> more) {
    words.insert(words.end(), more);
  };
  add({immediateForm(addi, 5, RoundPointer, offsetof(Round, x)),
       immediateForm(addi, 6, RoundPointer, offsetof(Round, y)),
       immediateForm(addi, 10, 0, 0), immediateForm(addi, 11, 0, 0)});
  add({immediateForm(addi, Arrived, RoundPointer, offsetof(Round, arrived)),
       registerForm(amoaddD, 0, Arrived, 12), // one more has arrived
       immediateForm(ld, Count, Arrived, 0),  // until all are there
       backIfNot(Count, Harts, 1)});
  // Up to 15 empty iterations, so that the harts' timing varies.
  add({registerForm(mul, Delay, Delay, 23),
       immediateForm(addi, Delay, Delay, 1),
       immediateForm(srli, Count, Delay, 60),
       immediateForm(addi, Count, Count, 1),
       immediateForm(addi, Count, Count, -1), backIfNot(Count, 0, 1)});
  words.insert(words.end(), body.begin(), body.end());
  add({storeForm(sd, ReadsPointer, 10, offsetof(Reads, first)),
       storeForm(sd, ReadsPointer, 11, offsetof(Reads, second)),
       immediateForm(addi, RoundPointer, RoundPointer, sizeof(Round)),
       immediateForm(addi, ReadsPointer, ReadsPointer, sizeof(Reads)),
       immediateForm(addi, Left, Left, -1)});
  words.push_back(backIfNot(Left, 0, static_cast<int>(words.size())));
  words.push_back(wfi);
  return words;
}

class Litmus {
public:
  Litmus(const LitmusTest &test, const std::string &engine);

  void run(uint64_t rounds);
  uint64_t forbidden() const { return forbidden_; }
  bool hasMet() const { return !mustMeet() || met_ > 0; }
  /// Whether an engine must still show the weak outcome of this test.
  bool isWeakOpen() const { return mustMeet() && weak_ == 0; }
  void print() const;

private:
  struct Data {
    Round rounds[roundsAtOnce];
    Reads reads[hartsMax][roundsAtOnce];
  };

  bool mustMeet() const;
  bool isOpen() const { return !hasMet() || isWeakOpen(); }
  void runOnce();
  void runHart(unsigned index, CoreTurns &turns);
  void count();

  const LitmusTest &test_;
  std::string engine_;
  std::unique_ptr<dpa::cpu::AddressSpace> space_;
  std::vector<uint64_t> code_;
  std::vector<int> cores_ = allowedCores();
  std::unique_ptr<Data> data_ = std::make_unique<Data>();
  NoClock clock_;
  std::vector<std::unique_ptr<dpa::cpu::Hart>> harts_;
  std::map<std::vector<uint64_t>, uint64_t> outcomes_;
  uint64_t rounds_ = 0;
  uint64_t forbidden_ = 0;
  uint64_t met_ = 0;
  uint64_t weak_ = 0;
};

Litmus::Litmus(const LitmusTest &test, const std::string &engine)
    : test_(test), engine_(engine), space_(makeSpace(engine)),
      code_(codeSize / 8) {
  auto *code = reinterpret_cast<std::byte *>(code_.data());
  for (size_t i = 0; i < test.harts.size(); ++i) {
    const std::vector<uint32_t> words = loopOf(test.harts[i]);
    std::memcpy(code + i * hartCodeSize, words.data(), words.size() * 4);
  }
  if (!space_->add({codeBase,
                    codeSize,
                    code,
                    nullptr,
                    {},
                    Permissions{true, false, true}}) ||
      !space_->add({dataBase,
                    sizeof(Data),
                    reinterpret_cast<std::byte *>(data_.get()),
                    nullptr,
                    {},
                    Permissions{true, true, false}}))
    std::abort();
  for (unsigned i = 0; i < test.harts.size(); ++i)
    harts_.push_back(
        std::make_unique<dpa::cpu::Hart>(*space_, dpa::cpu::Isa{}, i, clock_));
}

void Litmus::run(uint64_t rounds) {
  for (rounds_ = 0;
       rounds_ < rounds || (isOpen() && rounds_ < patience * rounds);
       rounds_ += roundsAtOnce)
    runOnce();
}

/// On one core harts take turns, and a store buffer is empty at the end of each turn.
bool Litmus::mustMeet() const {
  return test_.isMeeting && test_.isWeak && cores_.size() > 1;
}

void Litmus::runOnce() {
  std::memset(static_cast<void *>(data_.get()), 0, sizeof(Data));
  std::vector<CoreTurns> turns(std::max<size_t>(cores_.size(), 1));
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < harts_.size(); ++i)
    threads.emplace_back([this, i, &turns] {
      const size_t core = i % turns.size();
      if (core < cores_.size())
        stayOn(cores_[core]);
      runHart(i, turns[core]);
    });
  for (std::thread &thread : threads)
    thread.join();
  count();
}

void Litmus::runHart(unsigned index, CoreTurns &turns) {
  dpa::cpu::Hart &hart = *harts_[index];
  hart.reset(codeBase + index * hartCodeSize);
  hart.setX(RoundPointer, dataBase + offsetof(Data, rounds));
  hart.setX(ReadsPointer,
            dataBase + offsetof(Data, reads) + index * sizeof(data_->reads[0]));
  hart.setX(Left, roundsAtOnce);
  hart.setX(Harts, harts_.size());
  hart.setX(Delay,
            (rounds_ + 1) * 0x9e3779b97f4a7c15 + index * 0xd1342543de82ef95);
  hart.setX(12, 1);
  hart.setX(13, 2);
  hart.setX(14, ~uint64_t(0));
  hart.setX(23, 6364136223846793005); // of the delay's generator
  dpa::cpu::Stop stop = dpa::cpu::Stop::Fuel;
  turns.enter(index);
  while ((stop = hart.run(turn)) == dpa::cpu::Stop::Fuel)
    turns.pass();
  turns.leave();
  if (stop == dpa::cpu::Stop::Wfi)
    return;
  std::fprintf(stderr, "error: %s: hart %u did not end: pc %#" PRIx64 "\n",
               test_.name, index, hart.pc());
  std::exit(2);
}

void Litmus::count() {
  for (uint64_t i = 0; i < roundsAtOnce; ++i) {
    Outcome outcome{};
    std::vector<uint64_t> key;
    for (size_t hart = 0; hart < harts_.size(); ++hart) {
      const Reads &reads = data_->reads[hart][i];
      outcome.read[hart] = {reads.first, reads.second};
      key.insert(key.end(), {reads.first, reads.second});
    }
    outcome.x = data_->rounds[i].x.value;
    outcome.y = data_->rounds[i].y.value;
    key.insert(key.end(), {outcome.x, outcome.y});
    ++outcomes_[key];
    forbidden_ += test_.isForbidden(outcome) ? 1 : 0;
    met_ += test_.isMeeting && test_.isMeeting(outcome) ? 1 : 0;
    weak_ += test_.isWeak && test_.isWeak(outcome) ? 1 : 0;
  }
}

void Litmus::print() const {
  std::printf(
      "%-26s %s: %" PRIu64 " rounds, %" PRIu64 " forbidden, %zu outcomes\n",
      test_.name, engine_.c_str(), rounds_, forbidden_, outcomes_.size());
  if (mustMeet())
    std::printf("  the harts met %" PRIu64
                " times, the weak outcome was seen %" PRIu64 " times\n",
                met_, weak_);
  if (forbidden_ == 0)
    return;
  for (const auto &[values, count] : outcomes_) {
    std::printf("  %8" PRIu64 " times: read", count);
    for (size_t i = 0; i + 2 < values.size(); ++i)
      std::printf("%s %" PRIu64, i % 2 == 0 ? " |" : "", values[i]);
    std::printf(" | x %" PRIu64 " y %" PRIu64 "\n", values[values.size() - 2],
                values.back());
  }
}

/// The results of all tests in all engines.
class Tally {
public:
  void add(const LitmusTest &test, const std::string &engine, uint64_t rounds);
  /// Whether all is well.
  bool print() const;

private:
  size_t count_ = 0;
  uint64_t forbidden_ = 0;
  std::set<std::string>
      apart_; ///< tests whose harts never ran at the same time in some engine
  std::map<std::string, bool>
      isWeakSeen_; ///< for each test that must show its weak outcome
};

void Tally::add(const LitmusTest &test, const std::string &engine,
                uint64_t rounds) {
  Litmus litmus(test, engine);
  litmus.run(rounds);
  litmus.print();
  ++count_;
  forbidden_ += litmus.forbidden();
  if (!litmus.hasMet())
    apart_.insert(test.name);
  isWeakSeen_[test.name] |= !litmus.isWeakOpen();
}

bool Tally::print() const {
  std::set<std::string> apart = apart_;
  for (const auto &[name, isSeen] : isWeakSeen_)
    if (!isSeen)
      apart.insert(name);
  std::printf("%zu tests, %" PRIu64 " forbidden outcomes, %zu in which the "
              "harts never met\n",
              count_, forbidden_, apart.size());
  return forbidden_ == 0 && apart.empty();
}

} // namespace
} // namespace conformance

int main(int argc, char **argv) {
  using namespace conformance;
  if (argc != 2 && argc != 3) {
    std::fprintf(stderr, "usage: litmus ROUNDS [all|tiers|ENGINE,...]\n");
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  const uint64_t rounds = std::strtoull(argv[1], nullptr, 10);
  Tally tally;
  for (const std::string &engine : enginesOf(argc == 3 ? argv[2] : "all"))
    for (const LitmusTest &test : litmusTests())
      tally.add(test, engine, rounds);
  return tally.print() ? 0 : 1;
}

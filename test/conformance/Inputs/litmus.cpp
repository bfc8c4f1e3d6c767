// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the litmus tests on harts, each on a host thread of its own, and counts outcomes. Every round has cells of its own;
// the harts go through them in step.
// Exit status 1: an outcome was seen that the memory model forbids, or one was not that shows that the harts meet at all: in
// every engine an outcome of harts that do not run one after the other, in one engine an outcome that is weak on every
// host.
#include "test/conformance/Inputs/encode.h"
#include "test/conformance/Inputs/engines.h"
#include "test/conformance/Inputs/litmus-tests.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sched.h>
#include <set>
#include <string>
#include <thread>

namespace conformance {
namespace {

using dpa::cpu::Permissions;

constexpr uint64_t CodeBase = 0x10000;
constexpr uint64_t CodeSize = 0x1000;
constexpr uint64_t HartCodeSize = 0x200;
constexpr uint64_t DataBase = 0x100000;
constexpr uint64_t RoundsAtOnce = 5000;
/// Instructions until a hart that may be waiting for the others lets their host
/// threads run.
constexpr uint64_t Turn = 5000;
constexpr uint32_t Wfi = 0x10500073;
/// How many times the rounds may be repeated until what must be seen is seen:
/// on a busy machine the harts meet less often.
constexpr uint64_t Patience = 100;

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

/// On a busy machine two threads may stay on one core for long, and never meet.
void stayOn(int core) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(core, &only);
  sched_setaffinity(0, sizeof only, &only);
}

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
  constexpr uint32_t Bne = 0x00001063;
  return storeForm(Bne, left, right, 0) | branchOffset(-4 * count);
}

/// The loop of one hart over all rounds.
std::vector<uint32_t> loopOf(const std::vector<uint32_t> &body) {
  constexpr uint32_t AmoaddD = 0x0000302f;
  constexpr uint32_t Ld = 0x00003003;
  constexpr uint32_t Srli = 0x00005013;
  constexpr uint32_t Mul = 0x02000033;
  std::vector<uint32_t> words;
  const auto add = [&](std::initializer_list<uint32_t> more) {
    words.insert(words.end(), more);
  };
  add({immediateForm(Addi, 5, RoundPointer, offsetof(Round, x)),
       immediateForm(Addi, 6, RoundPointer, offsetof(Round, y)),
       immediateForm(Addi, 10, 0, 0), immediateForm(Addi, 11, 0, 0)});
  add({immediateForm(Addi, Arrived, RoundPointer, offsetof(Round, arrived)),
       registerForm(AmoaddD, 0, Arrived, 12), // one more has arrived
       immediateForm(Ld, Count, Arrived, 0),  // until all are there
       backIfNot(Count, Harts, 1)});
  // Up to 15 turns of nothing, so that the harts meet in every way.
  add({registerForm(Mul, Delay, Delay, 23),
       immediateForm(Addi, Delay, Delay, 1),
       immediateForm(Srli, Count, Delay, 60),
       immediateForm(Addi, Count, Count, 1),
       immediateForm(Addi, Count, Count, -1), backIfNot(Count, 0, 1)});
  words.insert(words.end(), body.begin(), body.end());
  add({storeForm(Sd, ReadsPointer, 10, offsetof(Reads, first)),
       storeForm(Sd, ReadsPointer, 11, offsetof(Reads, second)),
       immediateForm(Addi, RoundPointer, RoundPointer, sizeof(Round)),
       immediateForm(Addi, ReadsPointer, ReadsPointer, sizeof(Reads)),
       immediateForm(Addi, Left, Left, -1)});
  words.push_back(backIfNot(Left, 0, static_cast<int>(words.size())));
  words.push_back(Wfi);
  return words;
}

class Litmus {
public:
  Litmus(const LitmusTest &test, const std::string &engine);

  void run(uint64_t rounds);
  uint64_t forbidden() const { return Forbidden; }
  bool hasMet() const { return !mustMeet() || Met > 0; }
  /// Whether an engine must still show the weak outcome of this test.
  bool isWeakOpen() const { return mustMeet() && Weak == 0; }
  void print() const;

private:
  struct Data {
    Round rounds[RoundsAtOnce];
    Reads reads[HartsMax][RoundsAtOnce];
  };

  bool mustMeet() const;
  bool isOpen() const { return !hasMet() || isWeakOpen(); }
  void runOnce();
  void runHart(unsigned index);
  void count();

  const LitmusTest &Test;
  std::string Engine;
  std::unique_ptr<dpa::cpu::AddressSpace> Space;
  std::vector<uint64_t> Code;
  std::vector<int> Cores = allowedCores();
  std::unique_ptr<Data> TheData = std::make_unique<Data>();
  NoClock Clock;
  std::vector<std::unique_ptr<dpa::cpu::Hart>> TheHarts;
  std::map<std::vector<uint64_t>, uint64_t> Outcomes;
  uint64_t Rounds = 0;
  uint64_t Forbidden = 0;
  uint64_t Met = 0;
  uint64_t Weak = 0;
};

Litmus::Litmus(const LitmusTest &test, const std::string &engine)
    : Test(test), Engine(engine), Space(makeSpace(engine)), Code(CodeSize / 8) {
  auto *code = reinterpret_cast<std::byte *>(Code.data());
  for (size_t i = 0; i < test.harts.size(); ++i) {
    const std::vector<uint32_t> words = loopOf(test.harts[i]);
    std::memcpy(code + i * HartCodeSize, words.data(), words.size() * 4);
  }
  if (!Space->add({CodeBase,
                   CodeSize,
                   code,
                   nullptr,
                   {},
                   Permissions{true, false, true}}) ||
      !Space->add({DataBase,
                   sizeof(Data),
                   reinterpret_cast<std::byte *>(TheData.get()),
                   nullptr,
                   {},
                   Permissions{true, true, false}}))
    std::abort();
  for (unsigned i = 0; i < test.harts.size(); ++i)
    TheHarts.push_back(
        std::make_unique<dpa::cpu::Hart>(*Space, dpa::cpu::Isa{}, i, Clock));
}

void Litmus::run(uint64_t rounds) {
  for (Rounds = 0; Rounds < rounds || (isOpen() && Rounds < Patience * rounds);
       Rounds += RoundsAtOnce)
    runOnce();
}

/// On one core harts take turns, and a store buffer is empty at the end of one.
bool Litmus::mustMeet() const {
  return Test.isMeeting && Test.isWeak && Cores.size() > 1;
}

void Litmus::runOnce() {
  std::memset(static_cast<void *>(TheData.get()), 0, sizeof(Data));
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < TheHarts.size(); ++i)
    threads.emplace_back([this, i] {
      if (!Cores.empty())
        stayOn(Cores[i % Cores.size()]);
      runHart(i);
    });
  for (std::thread &thread : threads)
    thread.join();
  count();
}

void Litmus::runHart(unsigned index) {
  dpa::cpu::Hart &hart = *TheHarts[index];
  hart.reset(CodeBase + index * HartCodeSize);
  hart.setX(RoundPointer, DataBase + offsetof(Data, rounds));
  hart.setX(ReadsPointer, DataBase + offsetof(Data, reads) +
                              index * sizeof(TheData->reads[0]));
  hart.setX(Left, RoundsAtOnce);
  hart.setX(Harts, TheHarts.size());
  hart.setX(Delay,
            (Rounds + 1) * 0x9e3779b97f4a7c15 + index * 0xd1342543de82ef95);
  hart.setX(12, 1);
  hart.setX(13, 2);
  hart.setX(14, ~uint64_t(0));
  hart.setX(23, 6364136223846793005); // of the delay's generator
  dpa::cpu::Stop stop = dpa::cpu::Stop::Fuel;
  while ((stop = hart.run(Turn)) == dpa::cpu::Stop::Fuel)
    std::this_thread::yield();
  if (stop == dpa::cpu::Stop::Wfi)
    return;
  std::fprintf(stderr, "error: %s: hart %u did not end: pc %#" PRIx64 "\n",
               Test.name, index, hart.pc());
  std::exit(2);
}

void Litmus::count() {
  for (uint64_t i = 0; i < RoundsAtOnce; ++i) {
    Outcome outcome{};
    std::vector<uint64_t> key;
    for (size_t hart = 0; hart < TheHarts.size(); ++hart) {
      const Reads &reads = TheData->reads[hart][i];
      outcome.read[hart] = {reads.first, reads.second};
      key.insert(key.end(), {reads.first, reads.second});
    }
    outcome.x = TheData->rounds[i].x.value;
    outcome.y = TheData->rounds[i].y.value;
    key.insert(key.end(), {outcome.x, outcome.y});
    ++Outcomes[key];
    Forbidden += Test.isForbidden(outcome) ? 1 : 0;
    Met += Test.isMeeting && Test.isMeeting(outcome) ? 1 : 0;
    Weak += Test.isWeak && Test.isWeak(outcome) ? 1 : 0;
  }
}

void Litmus::print() const {
  std::printf("%-26s %s: %" PRIu64 " rounds, %" PRIu64
              " forbidden, %zu outcomes\n",
              Test.name, Engine.c_str(), Rounds, Forbidden, Outcomes.size());
  if (mustMeet())
    std::printf("  the harts met %" PRIu64
                " times, the weak outcome was seen %" PRIu64 " times\n",
                Met, Weak);
  if (Forbidden == 0)
    return;
  for (const auto &[values, count] : Outcomes) {
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
  size_t Count = 0;
  uint64_t Forbidden = 0;
  std::set<std::string> Apart; ///< tests whose harts never met in some engine
  std::map<std::string, bool> IsWeakSeen; ///< of each test that must show it
};

void Tally::add(const LitmusTest &test, const std::string &engine,
                uint64_t rounds) {
  Litmus litmus(test, engine);
  litmus.run(rounds);
  litmus.print();
  ++Count;
  Forbidden += litmus.forbidden();
  if (!litmus.hasMet())
    Apart.insert(test.name);
  IsWeakSeen[test.name] |= !litmus.isWeakOpen();
}

bool Tally::print() const {
  std::set<std::string> apart = Apart;
  for (const auto &[name, isSeen] : IsWeakSeen)
    if (!isSeen)
      apart.insert(name);
  std::printf("%zu tests, %" PRIu64 " forbidden outcomes, %zu in which the "
              "harts never met\n",
              Count, Forbidden, apart.size());
  return Forbidden == 0 && apart.empty();
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

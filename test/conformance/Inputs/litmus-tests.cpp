// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/conformance/Inputs/litmus-tests.h"

#include "test/conformance/Inputs/encode.h"

namespace conformance {
namespace {

using Words = std::vector<uint32_t>;

enum Register : unsigned {
  X = 5,
  Y = 6,
  First = 10,
  Second = 11,
  One = 12,
  Two = 13,
  Ones = 14,
  Scratch = 15
};

constexpr uint32_t fenceRwRw = 0x0330000f;
constexpr uint32_t fenceWw = 0x0110000f;
constexpr uint32_t fenceRr = 0x0220000f;
constexpr uint32_t fenceRw = 0x0210000f;
constexpr uint32_t fenceTso = 0x8330000f;
constexpr uint32_t fenceWrOfTsoMode = 0x8120000f; // reserved: an ordinary fence
constexpr uint32_t acquire = 1 << 26;
constexpr uint32_t release = 1 << 25;
constexpr uint32_t ld = 0x00003003;
constexpr uint32_t xorWord = 0x00004033;
constexpr uint32_t add = 0x00000033;
constexpr uint32_t bne = 0x00001063;
constexpr uint32_t lrD = 0x1000302f;
constexpr uint32_t scD = 0x1800302f;
constexpr uint32_t amoswapD = 0x0800302f;
constexpr uint32_t amoaddD = 0x0000302f;

constexpr uint32_t write(Register cell, Register value) {
  return storeForm(sd, cell, value, 0);
}
constexpr uint32_t read(Register into, Register cell) {
  return immediateForm(ld, into, cell, 0);
}
constexpr uint32_t swap(Register cell, Register value, uint32_t order) {
  return registerForm(amoswapD | order, 0, cell, value);
}
constexpr uint32_t readReserved(Register into, Register cell, uint32_t order) {
  return registerForm(lrD | order, into, cell, 0);
}

Words operator+(Words first, const Words &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Reads `second` at an address that depends on what was read into First.
Words readDependent(Register cell) {
  return {registerForm(xorWord, Scratch, First, First),
          registerForm(add, cell, cell, Scratch), read(Second, cell)};
}
/// Writes 1, computed from what was read into First.
Words writeDependent(Register cell) {
  return {registerForm(xorWord, Scratch, First, First),
          immediateForm(addi, Scratch, Scratch, 1), write(cell, Scratch)};
}
/// A branch on First that is never taken.
constexpr uint32_t branchOnFirst =
    storeForm(bne, First, First, 0) | branchOffset(8);

bool bothReadZero(const Outcome &o) {
  return o.read[0][0] == 0 && o.read[1][0] == 0;
}
/// For store buffering: harts that run one after the other would read different values.
bool bothReadTheSame(const Outcome &o) {
  return o.read[0][0] == o.read[1][0];
}
bool bothReadOne(const Outcome &o) {
  return o.read[0][0] == 1 && o.read[1][0] == 1;
}
bool flagWithoutData(const Outcome &o) {
  return o.read[1][0] == 1 && o.read[1][1] == 0;
}
bool readersDisagree(const Outcome &o) {
  return o.read[2][0] == 1 && o.read[2][1] == 0 && o.read[3][0] == 1 &&
         o.read[3][1] == 0;
}
bool valuesNeverWritten(const Outcome &o) {
  for (const auto &hart : o.read)
    for (const uint64_t value : hart)
      if (value > 1)
        return true;
  return o.x > 1 || o.y > 1;
}

void addStoreBuffering(std::vector<LitmusTest> &tests) {
  const auto both = [](const Words &between) {
    return std::vector<Words>{
        Words{write(X, One)} + between + Words{read(First, Y)},
        Words{write(Y, One)} + between + Words{read(First, X)}};
  };
  // The store buffers of every host show this outcome: without it, the harts never ran at the same
  // time.
  tests.push_back(
      {"SB", both({}), valuesNeverWritten, bothReadTheSame, bothReadZero});
  tests.push_back({"SB+fence.rw.rw", both({fenceRwRw}), bothReadZero});
  tests.push_back({"SB+fence.tso", both({fenceTso}), valuesNeverWritten});
  tests.push_back(
      {"SB+fence.w.r, fm 8", both({fenceWrOfTsoMode}), bothReadZero});
  tests.push_back({"SB+amoswap.aqrl+lr.aqrl",
                   {{swap(X, One, acquire | release),
                     readReserved(First, Y, acquire | release)},
                    {swap(Y, One, acquire | release),
                     readReserved(First, X, acquire | release)}},
                   bothReadZero});
}

void addMessagePassing(std::vector<LitmusTest> &tests) {
  const Words plain{write(X, One), write(Y, One)};
  const Words fenced{write(X, One), fenceWw, write(Y, One)};
  tests.push_back(
      {"MP", {plain, {read(First, Y), read(Second, X)}}, valuesNeverWritten});
  tests.push_back({"MP+fence.w.w+fence.r.r",
                   {fenced, {read(First, Y), fenceRr, read(Second, X)}},
                   flagWithoutData});
  tests.push_back({"MP+fence.tso+fence.tso",
                   {{write(X, One), fenceTso, write(Y, One)},
                    {read(First, Y), fenceTso, read(Second, X)}},
                   flagWithoutData});
  tests.push_back({"MP+fence.w.w+addr",
                   {fenced, Words{read(First, Y)} + readDependent(X)},
                   flagWithoutData});
  tests.push_back({"MP+amoswap.rl+lr.aq",
                   {{write(X, One), swap(Y, One, release)},
                    {readReserved(First, Y, acquire), read(Second, X)}},
                   flagWithoutData});
}

void addLoadBuffering(std::vector<LitmusTest> &tests) {
  const auto both = [](const Words &between) {
    return std::vector<Words>{
        Words{read(First, X)} + between + Words{write(Y, One)},
        Words{read(First, Y)} + between + Words{write(X, One)}};
  };
  tests.push_back({"LB", both({}), valuesNeverWritten});
  tests.push_back({"LB+fence.r.w", both({fenceRw}), bothReadOne});
  tests.push_back({"LB+fence.rw.rw", both({fenceRwRw}), bothReadOne});
  tests.push_back({"LB+ctrl", both({branchOnFirst}), bothReadOne});
  tests.push_back({"LB+data",
                   {Words{read(First, X)} + writeDependent(Y),
                    Words{read(First, Y)} + writeDependent(X)},
                   bothReadOne});
}

void addCoherence(std::vector<LitmusTest> &tests) {
  tests.push_back({"CoRR",
                   {{write(X, One)}, {read(First, X), read(Second, X)}},
                   flagWithoutData});
  tests.push_back(
      {"CoWW",
       {{write(X, One), write(X, Two)}, {read(First, X), read(Second, X)}},
       [](const Outcome &o) {
         return o.x != 2 || o.read[1][0] > o.read[1][1];
       }});
  tests.push_back({"CoWR",
                   {{write(X, One), read(First, X)}, {write(X, Two)}},
                   [](const Outcome &o) {
                     return o.read[0][0] == 0 ||
                            (o.read[0][0] == 2 && o.x == 1);
                   }});
  tests.push_back({"CoRW",
                   {{read(First, X), write(X, One)}, {write(X, Two)}},
                   [](const Outcome &o) {
                     return o.read[0][0] == 1 ||
                            (o.read[0][0] == 2 && o.x == 2);
                   }});
  tests.push_back({"2+2W+fence.w.w",
                   {{write(X, One), fenceWw, write(Y, Two)},
                    {write(Y, One), fenceWw, write(X, Two)}},
                   [](const Outcome &o) { return o.x == 1 && o.y == 1; }});
}

void addIndependentReads(std::vector<LitmusTest> &tests) {
  const auto all = [](const Words &between) {
    return std::vector<Words>{
        {write(X, One)},
        {write(Y, One)},
        Words{read(First, X)} + between + Words{read(Second, Y)},
        Words{read(First, Y)} + between + Words{read(Second, X)}};
  };
  tests.push_back({"IRIW", all({}), valuesNeverWritten});
  tests.push_back({"IRIW+fence.rw.rw", all({fenceRwRw}), readersDisagree});
  tests.push_back({"IRIW+fence.r.r", all({fenceRr}), readersDisagree});
  tests.push_back({"IRIW+addr",
                   {{write(X, One)},
                    {write(Y, One)},
                    Words{read(First, X)} + readDependent(Y),
                    Words{read(First, Y)} + readDependent(X)},
                   readersDisagree});
}

void addAtomicity(std::vector<LitmusTest> &tests) {
  const Words add{registerForm(amoaddD, First, X, One)};
  // again: lr.d a0, x; addi t, a0, 1; sc.d t2, t, x; bnez t2, again
  const Words addReserved{
      readReserved(First, X, 0), immediateForm(addi, Scratch, First, 1),
      registerForm(scD, Scratch + 1, X, Scratch),
      storeForm(bne, Scratch + 1, 0, 0) | branchOffset(-12)};
  const auto isLost = [](const Outcome &o) {
    return o.x != 2 || o.read[0][0] + o.read[1][0] != 1;
  };
  tests.push_back({"amoadd+amoadd", {add, add}, isLost});
  tests.push_back({"lr-sc+lr-sc", {addReserved, addReserved}, isLost});
  tests.push_back({"lr-sc+amoadd", {addReserved, add}, isLost});
  tests.push_back({"no-tearing",
                   {{write(X, Ones)}, {read(First, X), read(Second, X)}},
                   [](const Outcome &o) {
                     const uint64_t ones = ~uint64_t(0);
                     return (o.read[1][0] != 0 && o.read[1][0] != ones) ||
                            (o.read[1][1] != 0 && o.read[1][1] != ones);
                   }});
}

} // namespace

std::vector<LitmusTest> litmusTests() {
  std::vector<LitmusTest> tests;
  addStoreBuffering(tests);
  addMessagePassing(tests);
  addLoadBuffering(tests);
  addCoherence(tests);
  addIndependentReads(tests);
  addAtomicity(tests);
  return tests;
}

} // namespace conformance

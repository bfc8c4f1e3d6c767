// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is translated at once: a fragment, the blocks that direct branches reach
// from one address, and short functions that these call; or what a profile (profile.h)
// contains as hot. Found and described here
// for any host: its folded steps, how often each guest register is used, which blocks need an entry.
// Emits nothing.
#ifndef DPA_EMULATOR_CPU_JIT_FRAGMENT_H
#define DPA_EMULATOR_CPU_JIT_FRAGMENT_H

#include "emulator/cpu/code-view.h"
#include "emulator/cpu/folding.h"
#include "emulator/cpu/jit/address-map.h"
#include "emulator/cpu/jit/entry-table.h"

#include <algorithm>
#include <map>
#include <optional>

namespace dpa::cpu::jit {

class Profile;

/// True for `ret`, as an instruction or a step.
template <class Instruction> bool isReturn(const Instruction &i) {
  return i.opcode == Opcode::Jalr && i.rd == 0 && i.rs1 == 1 &&
         i.immediate == 0;
}

struct FragmentBlock {
  uint64_t address = 0;
  uint32_t retires =
      0; ///< at most blockInstructionsMax; less if steps are skipped
  // ---- fuel (fuel.cpp)
  uint32_t tested = 0;      ///< must be left where it begins; 0: is known to be
  uint32_t taken = 0;       ///< where it begins: by it and blocks before it
  uint32_t owed = 0;        ///< by it and blocks before it, to be taken later
  uint32_t owedAtStart = 0; ///< by blocks before it
  uint32_t testedAside = 0; ///< as `tested`, in its side entrance; 0: has none
  double weight = 1;        ///< an estimate of how often it runs
  bool isEntry = false;
  bool isLoop = false; ///< a jump back leads here
  bool isLastCopy =
      false; ///< others will jump to this one, so it is an entry too
  /// Follows the block before it, and nothing else leads here: it begins only
  /// because that one was full.
  bool isContinuation = false;
  bool isTarget = false; ///< an indirect jump of the fragment may lead here
  static constexpr uint32_t noCallee = UINT32_MAX;
  uint32_t callee = noCallee; ///< whose code it is (callees.h)
  bool isReturned = false;    ///< a callee of the fragment returns here
  /// Its steps are also those of a block before it, and nothing leads here (if-conversion.cpp).
  bool isAbsorbed = false;
  std::optional<double> leaving;  ///< how often the fragment is left after it
  std::optional<double> entering; ///< how often it is entered here
  std::vector<Step> steps;
  /// Blocks to which the return at its end leads, most frequent first.
  std::vector<uint64_t> returns;
  /// Where the block continues if its last step is not a jump; also after a
  /// branch that is not taken.
  uint64_t next = 0;
  /// Indexes of the blocks of the fragment to which its branch, its direct jump, or its end
  /// leads, in this order.
  std::array<uint32_t, 2> successors{};
  uint32_t successorCount = 0;

  bool isFollowed() const { return callee != noCallee; }
  bool hasEntry() const { return isEntry || isLastCopy; }
  /// Behind the steps that do not leave the block.
  size_t endOfBody() const {
    const bool hasJump = !steps.empty() && (isBranch(steps.back().opcode) ||
                                            isJump(steps.back().opcode));
    return steps.size() - hasJump;
  }
  /// Whether a step runs only if the branch before it is not taken (if-conversion.cpp).
  bool isConditional(size_t step) const {
    return step != 0 && isBranch(steps[step - 1].opcode);
  }
};

/// The loops of a fragment, by the jumps back to their first instructions.
class Loops {
public:
  struct Range {
    uint64_t first;
    uint64_t last;
    bool contains(uint64_t address) const {
      return first <= address && address <= last;
    }
  };

  /// However many jumps lead back to an address, it begins one loop.
  void add(uint64_t first, uint64_t jump) {
    uint64_t &last = lastByFirst_[first];
    last = std::max(last, jump);
  }
  /// The shortest one around an address.
  std::optional<Range> innermost(uint64_t address) const;
  const std::map<uint64_t, uint64_t> &lastByFirst() const {
    return lastByFirst_;
  }

private:
  std::map<uint64_t, uint64_t> lastByFirst_; ///< addresses
};

/// Sets the weights of blocks: larger by a factor for each loop around one.
void weighBlocks(std::vector<FragmentBlock> &blocks, const Loops &loops);

/// Loads and stores with the same base register, whose value does not change between
/// them. The first one tests all of them. If register + `aligned` is a multiple of
/// `bytes`, each access is aligned.
struct AccessGroup {
  size_t first = 0; ///< step
  int64_t low = 0;  ///< offsets of the bytes that are accessed
  int64_t end = 0;
  int64_t aligned = 0;
  unsigned bytes = 1; ///< of the largest cell
  bool stores = false;
  std::vector<size_t> members; ///< steps after the first

  /// The last multiple of `bytes` from `aligned` that is not above `low`.
  int64_t begin() const;
  /// All accesses are within one aligned cell: the test of the cell is that of the group.
  bool isOneCell() const {
    return low == aligned && end == aligned + static_cast<int64_t>(bytes);
  }
  size_t last() const { return members.back(); } ///< step
};

/// The groups of a block that are worth a common test. `isMixed`: loads and
/// stores may be in one.
std::vector<AccessGroup> findGroups(const FragmentBlock &block, bool isMixed);

/// Bytes of the cell that an instruction accesses, or 0.
unsigned cellBytes(Opcode opcode);

struct Fragment {
  uint64_t start = 0;
  Privilege privilege = Privilege::User;
  bool isTraced = false; ///< by a profile: any indirect jump may stay in it
  std::vector<FragmentBlock> blocks; ///< by address
  std::array<double, 32> uses{};     ///< of guest registers, weighted
  std::array<bool, 32> writes{};
  /// Where code continues that has run, and for which there was no room; nearest to the
  /// beginning first, unless an indirect jump leads there.
  std::vector<uint64_t> behind;

  uint32_t instructions() const {
    uint32_t sum = 0;
    for (const FragmentBlock &block : blocks)
      sum += block.isAbsorbed ? 0 : block.retires;
    return sum;
  }
  /// Before find() and the successors are used, when all blocks are there.
  void connectBlocks() {
    indexes_ = AddressMap<uint32_t>(blocks.size());
    for (uint32_t i = 0; i < blocks.size(); ++i)
      indexes_[blocks[i].address] = i;
    for (FragmentBlock &block : blocks)
      findSuccessors(block);
  }
  const FragmentBlock *find(uint64_t address) const {
    const uint32_t *index = indexes_.find(address);
    return index == nullptr ? nullptr : &blocks[*index];
  }
  /// Calls `use` with each successor of `block`; not with targets of indirect jumps.
  template <class Use>
  void forEachSuccessor(const FragmentBlock &block, Use use) const {
    for (uint32_t i = 0; i < block.successorCount; ++i)
      use(blocks[block.successors[i]]);
  }
  /// The first target of an indirect jump, or 0.
  uint64_t targetsBegin() const {
    for (const FragmentBlock &block : blocks)
      if (block.isTarget)
        return block.address;
    return 0;
  }

private:
  void findSuccessors(FragmentBlock &block) const {
    const auto add = [&](uint64_t address) {
      if (const uint32_t *index = indexes_.find(address))
        block.successors[block.successorCount++] = *index;
    };
    block.successorCount = 0;
    if (block.steps.empty())
      return add(block.next);
    const Step &last = block.steps.back();
    if (isBranch(last.opcode) || last.opcode == Opcode::Jal)
      add(static_cast<uint64_t>(last.immediate));
    if (!isJump(last.opcode))
      add(block.next);
  }

  AddressMap<uint32_t> indexes_; ///< of the blocks
};

/// Sets the weights of blocks, and what their returns compare with, by a profile.
void useProfile(Fragment &fragment, const Profile &profile);

/// Sets `uses` and `writes` by the weights of blocks.
void countUses(Fragment &fragment);

/// Whether branches over one instruction become conditional moves. Only where the host keeps all
/// loads before later stores: RISC-V orders a load before all stores behind a branch that depends on
/// it. Defined by each host's emitter.
bool hostConvertsBranches();

/// Makes branches over one step, and that step, part of one block. Only if hostConvertsBranches().
void convertBranches(Fragment &fragment);

/// Decides where fuel is tested and taken. On each path from a test to the next
/// one, few instructions retire.
void planFuel(Fragment &fragment);

struct FinderBuffers;

/// The fragment that begins at `address`; empty if its first instruction
/// is left to the interpreter. `known` has the tables of the view. Under the
/// cache's lock.
std::optional<Fragment> findFragment(CodeView &view, const CodeRegion &region,
                                     uint64_t address,
                                     const EntryTable::ViewTables &known,
                                     FinderBuffers &buffers);

/// A fragment of the hot code of a profile, which is not empty.
std::optional<Fragment> findHotFragment(CodeView &view,
                                        const CodeRegion &region,
                                        const Profile &profile,
                                        const EntryTable::ViewTables &known,
                                        FinderBuffers &buffers);

} // namespace dpa::cpu::jit

#endif

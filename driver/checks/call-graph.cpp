// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explores the calls, then adds up the stack from the leaves to the roots. See call-graph.h.
#include "driver/checks/call-graph.h"

#include "llvm/BinaryFormat/ELF.h"
#include <unordered_map>

#include <algorithm>

namespace dpa::driver {

namespace {

/// Finds all functions that can run, breadth first.
class Explorer {
public:
  Explorer(const DeviceCode &code, const InstructionDecoder &decoder)
      : code_(code), decoder_(decoder) {}

  CallGraph explore() {
    graph_.entryDepth = depthAtEntry();
    for (const DeviceFunction &function : code_.functions())
      if (function.name.starts_with(entryPrefix))
        addRoot(function.address, true);
    visitAll();
    for (uint64_t address : addressesInData())
      addRoot(address, false);
    visitAll();
    // Visiting finds more of them.
    for (size_t i = 0; i < taken_.size(); ++i) {
      addRoot(taken_[i], false);
      visitAll();
    }
    return std::move(graph_);
  }

private:
  /// The program's first instructions call the entry point through a register.
  uint64_t depthAtEntry() const {
    uint64_t entry = code_.elf().entry;
    if (code_.codeAt(entry).empty())
      return 0;
    return measureFunction(code_, decoder_, entry).indirectCall.value_or(0);
  }

  void addRoot(uint64_t address, bool isEntry) {
    size_t node = nodeOf(address, std::nullopt);
    if (std::ranges::find(graph_.roots, node, &CallRoot::node) ==
        graph_.roots.end())
      graph_.roots.push_back({node, isEntry});
  }

  size_t nodeOf(uint64_t address, std::optional<size_t> caller) {
    auto [found, isNew] = indexes_.try_emplace(address, graph_.nodes.size());
    if (isNew) {
      graph_.nodes.emplace_back();
      graph_.nodes.back().address = address;
      graph_.nodes.back().caller = caller;
    }
    return found->second;
  }

  void visitAll() {
    for (; visited_ < graph_.nodes.size(); ++visited_) {
      StackFunction own =
          measureFunction(code_, decoder_, graph_.nodes[visited_].address);
      std::vector<CallEdge> calls;
      calls.reserve(own.calls.size());
      for (const StackCall &call : own.calls)
        calls.push_back({nodeOf(call.target, visited_), call.depth});
      taken_.insert(taken_.end(), own.addressesTaken.begin(),
                    own.addressesTaken.end());
      graph_.nodes[visited_].own = std::move(own);
      graph_.nodes[visited_].calls = std::move(calls);
    }
  }

  /// Functions in tables and in initialised variables.
  std::vector<uint64_t> addressesInData() const {
    using namespace llvm::ELF;
    std::vector<uint64_t> found;
    for (const image::ElfSection &section : code_.elf().sections)
      if (section.flags & SHF_ALLOC && !(section.flags & SHF_EXECINSTR))
        for (uint64_t offset = 0; offset + 8 <= section.bytes.size();
             offset += 8) {
          std::optional<uint64_t> word = readU64(section.bytes, offset);
          if (word && code_.functionAt(*word))
            found.push_back(*word);
        }
    return found;
  }

  const DeviceCode &code_;
  const InstructionDecoder &decoder_;
  CallGraph graph_;
  std::unordered_map<uint64_t, size_t> indexes_;
  std::vector<uint64_t> taken_;
  size_t visited_ = 0;
};

/// Tarjan's strongly connected components: callees are found first, so that a chain is added up
/// in one pass.
class Adder {
public:
  explicit Adder(CallGraph &graph)
      : nodes_(graph.nodes), order_(nodes_.size(), 0), low_(nodes_.size(), 0),
        isWaiting_(nodes_.size(), false) {}

  void run() {
    for (size_t node = 0; node < nodes_.size(); ++node)
      if (order_[node] == 0)
        visit(node);
  }

private:
  struct Frame {
    size_t node;
    size_t call; ///< the next one to look at
  };

  /// A stack of our own: chains of a damaged image may be long.
  void visit(size_t root) {
    std::vector<Frame> frames;
    begin(root, frames);
    while (!frames.empty()) {
      Frame &frame = frames.back();
      size_t node = frame.node;
      if (frame.call < nodes_[node].calls.size()) {
        size_t callee = nodes_[node].calls[frame.call++].callee;
        if (order_[callee] == 0)
          begin(callee, frames);
        else if (isWaiting_[callee])
          low_[node] = std::min(low_[node], order_[callee]);
        continue;
      }
      frames.pop_back();
      if (!frames.empty())
        low_[frames.back().node] =
            std::min(low_[frames.back().node], low_[node]);
      if (low_[node] == order_[node])
        finish(node);
    }
  }

  void begin(size_t node, std::vector<Frame> &frames) {
    order_[node] = low_[node] = ++count_;
    waiting_.push_back(node);
    isWaiting_[node] = true;
    frames.push_back({node, 0});
  }

  /// `node` and what waits above it call each other, or it stands alone.
  void finish(size_t node) {
    auto first = std::ranges::find(waiting_, node);
    std::vector<size_t> members(first, waiting_.end());
    waiting_.erase(first, waiting_.end());
    ++cycles_;
    bool isAtLeast = false;
    for (size_t member : members) {
      isWaiting_[member] = false;
      nodes_[member].cycle = cycles_;
      nodes_[member].needed = nodes_[member].own.bytes;
      isAtLeast |= nodes_[member].own.dynamicAt.has_value() ||
                   nodes_[member].own.indirectCall.has_value();
    }
    // A second round lets a member of a circle see the callees of the others, once each.
    for (int round = 0; round < 2; ++round)
      for (size_t member : members)
        isAtLeast |= addCalls(nodes_[member], round);
    for (size_t member : members)
      nodes_[member].isAtLeast = isAtLeast;
  }

  /// True if a callee's need has no known bound.
  bool addCalls(CallNode &node, int round) {
    bool isAtLeast = false;
    for (size_t i = 0; i < node.calls.size(); ++i) {
      const CallNode &callee = nodes_[node.calls[i].callee];
      bool isInCycle = callee.cycle == node.cycle;
      isAtLeast |= callee.isAtLeast || (isInCycle && node.calls[i].depth > 0);
      if (isInCycle != (round == 1) || &callee == &node)
        continue;
      uint64_t needed = node.calls[i].depth + callee.needed;
      if (needed > node.needed) {
        node.needed = needed;
        node.next = i;
      }
    }
    return isAtLeast;
  }

  std::vector<CallNode> &nodes_;
  std::vector<size_t> order_; ///< of the visit; 0 = not yet
  std::vector<size_t> low_;
  std::vector<bool> isWaiting_;
  std::vector<size_t> waiting_;
  size_t count_ = 0;
  size_t cycles_ = 0;
};

} // namespace

CallGraph buildCallGraph(const DeviceCode &code,
                         const InstructionDecoder &decoder) {
  CallGraph graph = Explorer(code, decoder).explore();
  Adder(graph).run();
  return graph;
}

} // namespace dpa::driver

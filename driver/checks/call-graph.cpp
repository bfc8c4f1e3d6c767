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
      : code(code), decoder(decoder) {}

  CallGraph explore() {
    graph.entryDepth = depthAtEntry();
    for (const DeviceFunction &function : code.functions())
      if (function.name.starts_with(entryPrefix))
        addRoot(function.address, true);
    visitAll();
    for (uint64_t address : addressesInData())
      addRoot(address, false);
    visitAll();
    // Visiting finds more of them.
    for (size_t i = 0; i < taken.size(); ++i) {
      addRoot(taken[i], false);
      visitAll();
    }
    return std::move(graph);
  }

private:
  /// The program's first instructions call the entry point through a register.
  uint64_t depthAtEntry() const {
    uint64_t entry = code.elf().entry;
    if (code.codeAt(entry).empty())
      return 0;
    return measureFunction(code, decoder, entry).indirectCall.value_or(0);
  }

  void addRoot(uint64_t address, bool isEntry) {
    size_t node = nodeOf(address, std::nullopt);
    if (std::ranges::find(graph.roots, node, &CallRoot::node) ==
        graph.roots.end())
      graph.roots.push_back({node, isEntry});
  }

  size_t nodeOf(uint64_t address, std::optional<size_t> caller) {
    auto [found, isNew] = indexes.try_emplace(address, graph.nodes.size());
    if (isNew) {
      graph.nodes.emplace_back();
      graph.nodes.back().address = address;
      graph.nodes.back().caller = caller;
    }
    return found->second;
  }

  void visitAll() {
    for (; visited < graph.nodes.size(); ++visited) {
      StackFunction own =
          measureFunction(code, decoder, graph.nodes[visited].address);
      std::vector<CallEdge> calls;
      calls.reserve(own.calls.size());
      for (const StackCall &call : own.calls)
        calls.push_back({nodeOf(call.target, visited), call.depth});
      taken.insert(taken.end(), own.addressesTaken.begin(),
                   own.addressesTaken.end());
      graph.nodes[visited].own = std::move(own);
      graph.nodes[visited].calls = std::move(calls);
    }
  }

  /// Functions in tables and in initialised variables.
  std::vector<uint64_t> addressesInData() const {
    using namespace llvm::ELF;
    std::vector<uint64_t> found;
    for (const image::ElfSection &section : code.elf().sections)
      if (section.flags & SHF_ALLOC && !(section.flags & SHF_EXECINSTR))
        for (uint64_t offset = 0; offset + 8 <= section.bytes.size();
             offset += 8) {
          std::optional<uint64_t> word = readU64(section.bytes, offset);
          if (word && code.functionAt(*word))
            found.push_back(*word);
        }
    return found;
  }

  const DeviceCode &code;
  const InstructionDecoder &decoder;
  CallGraph graph;
  std::unordered_map<uint64_t, size_t> indexes;
  std::vector<uint64_t> taken;
  size_t visited = 0;
};

/// Tarjan's strongly connected components: they come out callees first, so that a chain is added up in one pass.
class Adder {
public:
  explicit Adder(CallGraph &graph)
      : nodes(graph.nodes), order(nodes.size(), 0), low(nodes.size(), 0),
        isWaiting(nodes.size(), false) {}

  void run() {
    for (size_t node = 0; node < nodes.size(); ++node)
      if (order[node] == 0)
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
      if (frame.call < nodes[node].calls.size()) {
        size_t callee = nodes[node].calls[frame.call++].callee;
        if (order[callee] == 0)
          begin(callee, frames);
        else if (isWaiting[callee])
          low[node] = std::min(low[node], order[callee]);
        continue;
      }
      frames.pop_back();
      if (!frames.empty())
        low[frames.back().node] = std::min(low[frames.back().node], low[node]);
      if (low[node] == order[node])
        finish(node);
    }
  }

  void begin(size_t node, std::vector<Frame> &frames) {
    order[node] = low[node] = ++count;
    waiting.push_back(node);
    isWaiting[node] = true;
    frames.push_back({node, 0});
  }

  /// `node` and what waits above it call each other, or it stands alone.
  void finish(size_t node) {
    auto first = std::ranges::find(waiting, node);
    std::vector<size_t> members(first, waiting.end());
    waiting.erase(first, waiting.end());
    ++cycles;
    bool isAtLeast = false;
    for (size_t member : members) {
      isWaiting[member] = false;
      nodes[member].cycle = cycles;
      nodes[member].needed = nodes[member].own.bytes;
      isAtLeast |= nodes[member].own.dynamicAt.has_value() ||
                   nodes[member].own.indirectCall.has_value();
    }
    // A second round lets a member of a circle see the callees of the others, once each.
    for (int round = 0; round < 2; ++round)
      for (size_t member : members)
        isAtLeast |= addCalls(nodes[member], round);
    for (size_t member : members)
      nodes[member].isAtLeast = isAtLeast;
  }

  /// True if a callee's need has no known bound.
  bool addCalls(CallNode &node, int round) {
    bool isAtLeast = false;
    for (size_t i = 0; i < node.calls.size(); ++i) {
      const CallNode &callee = nodes[node.calls[i].callee];
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

  std::vector<CallNode> &nodes;
  std::vector<size_t> order; ///< of the visit; 0 = not yet
  std::vector<size_t> low;
  std::vector<bool> isWaiting;
  std::vector<size_t> waiting;
  size_t count = 0;
  size_t cycles = 0;
};

} // namespace

CallGraph buildCallGraph(const DeviceCode &code,
                         const InstructionDecoder &decoder) {
  CallGraph graph = Explorer(code, decoder).explore();
  Adder(graph).run();
  return graph;
}

} // namespace dpa::driver

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns a call graph into findings. See stack-check.h.
#include "driver/checks/stack-check.h"

#include "driver/checks/architecture.h"
#include "driver/checks/call-graph.h"
#include "driver/checks/source-lines.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <deque>

namespace dpa::driver {

namespace {

std::string quoted(const std::string &name) {
  return "'" + name + "'";
}

class StackJudge {
public:
  StackJudge(const DeviceCode &code, const CallGraph &graph, ByteView image,
             const StackLimits &limits)
      : code_(code), graph_(graph), lines_(image), limits_(limits),
        stackSize_(limits.stackSize) {}

  Findings judge() {
    for (size_t node = 0; node < graph_.nodes.size(); ++node) {
      judgeFrame(node);
      judgeDynamic(node);
    }
    judgeCycles();
    for (const CallRoot &root : graph_.roots)
      judgeChain(root);
    return std::move(findings_);
  }

private:
  const CallNode &nodeAt(size_t index) const { return graph_.nodes[index]; }

  std::string nameOf(size_t node) const {
    return code_.nameOf(nodeAt(node).address);
  }

  std::string placeOf(size_t node) { return lines_.at(nodeAt(node).address); }

  bool isStub(size_t node) const {
    return nameOf(node).starts_with(entryPrefix);
  }

  /// The function behind an entry stub: the only one that it calls; else the stub itself.
  size_t entryOf(size_t node) const {
    const std::vector<CallEdge> &calls = nodeAt(node).calls;
    return isStub(node) && calls.size() == 1 ? calls.front().callee : node;
  }

  std::string describeRoot(const CallRoot &root) const {
    std::string name = quoted(nameOf(entryOf(root.node)));
    return (root.isEntry ? "entry point " : "function ") + name;
  }

  /// "called by: f -> g -> h" from the entry point to the node.
  std::string callersOf(size_t node) const {
    std::vector<std::string> path = {nameOf(node)};
    for (std::optional<size_t> at = nodeAt(node).caller; at;
         at = nodeAt(*at).caller)
      if (!isStub(*at))
        path.push_back(nameOf(*at));
    std::ranges::reverse(path);
    return "called by: " + llvm::join(path, " -> ");
  }

  void judgeFrame(size_t node) {
    uint64_t bytes = nodeAt(node).own.bytes;
    if (bytes <= stackSize_ || limits_.isFrameChecked(nameOf(node)))
      return;
    findings_.push_back(makeFinding(CheckMessage::StackFrame, placeOf(node),
                                    nameOf(node), bytes, stackSize_));
    addCallers(node);
  }

  void judgeDynamic(size_t node) {
    const StackFunction &own = nodeAt(node).own;
    if (!own.dynamicAt)
      return;
    std::string place = lines_.at(*own.dynamicAt);
    findings_.push_back(makeFinding(CheckMessage::StackDynamic, place,
                                    nameOf(node), own.bytes, stackSize_));
    addCallers(node);
  }

  void addCallers(size_t node) {
    std::optional<size_t> caller = nodeAt(node).caller;
    if (caller && !isStub(*caller))
      findings_.back().notes.push_back(callersOf(node));
  }

  /// One finding for each circle that takes stack; jumps in a circle (tail calls) do not.
  void judgeCycles() {
    llvm::DenseSet<size_t> reported;
    for (size_t node = 0; node < graph_.nodes.size(); ++node)
      for (const CallEdge &call : nodeAt(node).calls)
        if (call.depth > 0 && nodeAt(call.callee).cycle == nodeAt(node).cycle &&
            reported.insert(nodeAt(node).cycle).second && !isInLibrary(node))
          reportCycle(node, call.callee);
  }

  /// Functions of a library that have no name outside it are called by one that has.
  bool isInLibrary(size_t node) const {
    for (std::optional<size_t> at = node; at; at = nodeAt(*at).caller)
      if (limits_.isLibraryFunction(nameOf(*at)))
        return true;
    return false;
  }

  void reportCycle(size_t from, size_t to) {
    std::vector<size_t> circle = pathInCycle(to, from);
    uint64_t bytes = 0;
    std::string path = nameOf(from);
    size_t last = from;
    for (size_t node : circle) {
      bytes += depthAtCall(last, node);
      path += " -> " + nameOf(node);
      last = node;
    }
    findings_.push_back(makeFinding(CheckMessage::Recursion, placeOf(from),
                                    nameOf(from), bytes, stackSize_));
    if (circle.size() > 1)
      findings_.back().notes.push_back("call cycle: " + path);
    addCallers(from);
  }

  uint64_t depthAtCall(size_t caller, size_t callee) const {
    return std::ranges::find(nodeAt(caller).calls, callee, &CallEdge::callee)
        ->depth;
  }

  /// From one member of a circle to another, both included; the shortest way.
  std::vector<size_t> pathInCycle(size_t from, size_t to) const {
    llvm::DenseMap<size_t, size_t> cameFrom = {{from, from}};
    std::deque<size_t> waiting = {from};
    while (!waiting.empty() && !cameFrom.contains(to)) {
      size_t node = waiting.front();
      waiting.pop_front();
      for (const CallEdge &call : nodeAt(node).calls)
        if (nodeAt(call.callee).cycle == nodeAt(from).cycle &&
            cameFrom.try_emplace(call.callee, node).second)
          waiting.push_back(call.callee);
    }
    std::vector<size_t> path = {to};
    while (path.back() != from)
      path.push_back(cameFrom.lookup(path.back()));
    std::ranges::reverse(path);
    return path;
  }

  /// A chain with one frame that is too big by itself is reported with that frame.
  void judgeChain(const CallRoot &root) {
    uint64_t needed = graph_.entryDepth + nodeAt(root.node).needed;
    std::vector<size_t> chain = chainOf(root.node);
    bool hasBigFrame = std::ranges::any_of(chain, [&](size_t node) {
      return nodeAt(node).own.bytes > stackSize_;
    });
    if (needed <= stackSize_ || hasBigFrame)
      return;
    std::string amount = nodeAt(root.node).isAtLeast ? "at least " : "";
    amount += std::to_string(needed);
    findings_.push_back(makeFinding(CheckMessage::StackChain,
                                    placeOf(entryOf(root.node)),
                                    describeRoot(root), amount, stackSize_));
    findings_.back().notes.push_back("deepest call chain: " +
                                     describeChain(chain));
    noteUncounted(root.node);
  }

  std::vector<size_t> chainOf(size_t node) const {
    std::vector<size_t> chain = {node};
    while (const CallEdge *call = deepestCall(chain.back())) {
      if (chain.size() > graph_.nodes.size())
        break;
      chain.push_back(call->callee);
    }
    return chain;
  }

  /// The call on the deepest chain; null at its end.
  const CallEdge *deepestCall(size_t node) const {
    std::optional<size_t> next = nodeAt(node).next;
    return next ? &nodeAt(node).calls[*next] : nullptr;
  }

  /// "f 48 -> g 1024 -> h 96 bytes": what each has in use when it calls the next.
  std::string describeChain(const std::vector<size_t> &chain) const {
    std::vector<std::string> parts;
    for (size_t node : chain) {
      const CallEdge *call = deepestCall(node);
      uint64_t bytes = call ? call->depth : nodeAt(node).own.bytes;
      std::string name = isStub(node) ? "argument stub" : nameOf(node);
      parts.push_back(name + " " + std::to_string(bytes));
    }
    return llvm::join(parts, " -> ") + " bytes";
  }

  /// Why the sum is only the least.
  void noteUncounted(size_t root) {
    llvm::DenseSet<size_t> seen = {root};
    std::vector<size_t> waiting = {root};
    std::vector<std::string> &notes = findings_.back().notes;
    while (!waiting.empty()) {
      size_t node = waiting.back();
      waiting.pop_back();
      if (nodeAt(node).own.indirectCall)
        notes.push_back("not counted: calls of " + quoted(nameOf(node)) +
                        " through a pointer");
      if (std::ranges::any_of(nodeAt(node).calls, [&](const CallEdge &call) {
            return call.depth > 0 &&
                   nodeAt(call.callee).cycle == nodeAt(node).cycle;
          }))
        notes.push_back("not counted: further recursive calls of " +
                        quoted(nameOf(node)));
      if (nodeAt(node).own.dynamicAt)
        notes.push_back("not counted: variable-size stack in " +
                        quoted(nameOf(node)));
      for (const CallEdge &call : nodeAt(node).calls)
        if (nodeAt(call.callee).isAtLeast && seen.insert(call.callee).second)
          waiting.push_back(call.callee);
    }
  }

  const DeviceCode &code_;
  const CallGraph &graph_;
  SourceLines lines_;
  const StackLimits &limits_;
  uint64_t stackSize_;
  Findings findings_;
};

/// What an image without build attributes may be made of: all that the newest hardware models have.
constexpr char usualArchitecture[] = "rv64imac_zba_zbb_zbs_zihintpause";

std::string featuresOf(const image::ElfFile &file) {
  std::string features = featuresOfArchitecture(readArchitecture(file).name);
  return features.empty() ? featuresOfArchitecture(usualArchitecture)
                          : features;
}

} // namespace

Result<Findings> checkStack(ByteView image, const StackLimits &limits) {
  Result<DeviceCode> code = DeviceCode::open(image);
  if (!code)
    return code.error();
  initializeInstructionDecoder();
  InstructionDecoder decoder(featuresOf(code->elf()));
  CallGraph graph = buildCallGraph(*code, decoder);
  return StackJudge(*code, graph, image, limits).judge();
}

} // namespace dpa::driver

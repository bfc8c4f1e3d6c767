// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The differential test of random instruction sequences: qemu-riscv64 and the engines run the same
// sequences and must end with the same registers and memory; the engines must also retire the same
// number of instructions. A sequence that differs is made as small as it can be and printed with
// its seed.
#include "test/conformance/Inputs/engines.h"
#include "test/conformance/Inputs/runners.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace conformance {
namespace {

constexpr unsigned batchSize = 2000;
constexpr unsigned turnsEvery =
    8; ///< of this many batches, one also runs in small turns
constexpr uint64_t smallTurn = 61;
constexpr unsigned failuresMax = 5;
/// Number of sequences between two progress reports of a long run.
constexpr uint64_t progressEvery = 500000;

struct Options {
  std::string harness;
  std::vector<std::string> engines;
  uint64_t sequences = 100000;
  uint64_t seed = 1;
  bool replays = false; ///< `seed` is that of one sequence
};

[[noreturn]] void usage() {
  std::fprintf(stderr,
               "usage: random-sequences HARNESS [--engines=all|tiers|NAME,...] "
               "[--sequences=COUNT] [--seed=SEED]\n"
               "       random-sequences HARNESS --replay=SEQUENCE-SEED\n");
  std::exit(2);
}

const char *valueOf(const char *argument, const char *option) {
  const size_t length = std::strlen(option);
  return std::strncmp(argument, option, length) == 0 ? argument + length
                                                     : nullptr;
}

uint64_t numberOf(const char *text) {
  char *end = nullptr;
  const uint64_t number = std::strtoull(text, &end, 0);
  if (*text == 0 || *end != 0)
    usage();
  return number;
}

Options parse(int argc, char **argv) {
  Options options;
  std::string engines = "all";
  if (argc < 2)
    usage();
  options.harness = argv[1];
  for (int i = 2; i < argc; ++i) {
    if (const char *list = valueOf(argv[i], "--engines="))
      engines = list;
    else if (const char *count = valueOf(argv[i], "--sequences="))
      options.sequences = numberOf(count);
    else if (const char *seed = valueOf(argv[i], "--seed="))
      options.seed = numberOf(seed);
    else if (const char *replay = valueOf(argv[i], "--replay=")) {
      options.seed = numberOf(replay);
      options.replays = true;
    } else
      usage();
  }
  options.engines = enginesOf(engines);
  return options;
}

/// The seed of a sequence: never 0.
uint64_t seedOf(uint64_t run, uint64_t index) {
  uint64_t z = run * 0xd1342543de82ef95 + (index + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return (z ^ z >> 31) | 1;
}

class Differential {
public:
  explicit Differential(const Options &options)
      : qemu_(makeQemuRunner(options.harness)) {
    for (const std::string &engine : options.engines)
      ours_.push_back(makeHartRunner(options.harness, engine, 0));
    for (const std::string &engine : options.engines)
      inTurns_.push_back(makeHartRunner(options.harness, engine, smallTurn));
  }

  void run(uint64_t seed, uint64_t sequences);
  bool replay(uint64_t seed);

  unsigned failures() const { return failures_; }
  uint64_t compared() const { return compared_; }
  uint64_t retired() const { return retired_; }

private:
  void runBatch(const Batch &batch, bool inTurns);
  bool collect(Runner &runner, const Batch &batch, Answer &answer);
  void compare(Runner &ours, const Batch &batch, const Answer &expected,
               const Answer &reference, const Answer &got);
  /// True if `ours` differs from QEMU, or in its count from the first engine.
  bool differs(Runner &ours, const Batch &one, Answer &expected, Answer &got);
  void report(Runner &ours, Sequence sequence, bool isFar);

  std::unique_ptr<Runner> qemu_;
  std::vector<std::unique_ptr<Runner>> ours_;
  std::vector<std::unique_ptr<Runner>> inTurns_;
  unsigned failures_ = 0;
  uint64_t compared_ = 0;
  uint64_t retired_ = 0;
};

Batch batchOfOne(const Sequence &sequence, bool isFar) {
  Batch batch;
  batch.sequences.push_back(sequence);
  batch.isFar = isFar;
  batch.wantsStates = true;
  return batch;
}

/// The scratch memory that a sequence uses: a property of its seed.
bool isFar(uint64_t seed) {
  return (seed >> 7 & 1) != 0;
}

void Differential::run(uint64_t seed, uint64_t sequences) {
  Batch near;
  Batch far;
  far.isFar = true;
  unsigned batches = 0;
  for (uint64_t index = 0; index < sequences && failures_ < failuresMax;
       ++index) {
    const uint64_t own = seedOf(seed, index);
    Batch &batch = isFar(own) ? far : near;
    batch.sequences.push_back(Sequence::random(own));
    if (batch.sequences.size() < batchSize && index + 2 < sequences)
      continue;
    runBatch(batch, batches++ % turnsEvery == 0);
    batch.sequences.clear();
  }
  for (const Batch *rest : {&near, &far})
    if (!rest->sequences.empty() && failures_ < failuresMax)
      runBatch(*rest, true);
}

bool Differential::collect(Runner &runner, const Batch &batch, Answer &answer) {
  std::string why;
  if (runner.finish(answer, why))
    return true;
  std::printf("%s: %s, in the batch from seed %#" PRIx64 "\n",
              runner.name().c_str(), why.c_str(), batch.sequences.front().seed);
  ++failures_;
  return false;
}

void Differential::runBatch(const Batch &batch, bool inTurns) {
  Answer expected;
  Answer reference;
  qemu_->start(batch);
  std::vector<std::pair<Runner *, Answer>> answers;
  for (const auto *runners : {&ours_, &inTurns_})
    for (const auto &runner : *runners) {
      if (runners == &inTurns_ && !inTurns)
        continue;
      runner->start(batch);
      Answer answer;
      if (collect(*runner, batch, answer))
        answers.emplace_back(runner.get(), std::move(answer));
    }
  if (!collect(*qemu_, batch, expected) || answers.empty())
    return;
  for (const BatchResult &result : answers.front().second.results)
    retired_ += result.retired;
  const uint64_t before = compared_;
  compared_ += batch.sequences.size();
  if (before / progressEvery != compared_ / progressEvery)
    std::printf("so far: %" PRIu64 " sequences, %u failures\n", compared_,
                failures_);
  for (const auto &[runner, answer] : answers)
    compare(*runner, batch, expected, answers.front().second, answer);
}

void Differential::compare(Runner &ours, const Batch &batch,
                           const Answer &expected, const Answer &reference,
                           const Answer &got) {
  for (size_t i = 0; i < batch.sequences.size() && failures_ < failuresMax;
       ++i) {
    if (got.results[i].digest == expected.results[i].digest &&
        got.results[i].retired == reference.results[i].retired)
      continue;
    ++failures_;
    report(ours, batch.sequences[i], batch.isFar);
  }
}

bool Differential::differs(Runner &ours, const Batch &one, Answer &expected,
                           Answer &got) {
  std::string why;
  Answer reference;
  qemu_->start(one);
  ours_.front()->start(one);
  const bool referred = ours_.front()->finish(reference, why);
  ours.start(one);
  const bool ran = ours.finish(got, why);
  if (!qemu_->finish(expected, why) || !referred || !ran)
    return false;
  return got.results[0].digest != expected.results[0].digest ||
         got.results[0].retired != reference.results[0].retired;
}

void printCode(const Sequence &sequence, bool isFar) {
  const std::vector<uint16_t> words =
      sequence.layOut(CODE_BASE, isFar ? SCRATCH_FAR : SCRATCH_NEAR);
  std::printf("  code at %#x, base x%u:\n", unsigned(CODE_BASE), sequence.base);
  for (size_t i = 0; i < words.size(); ++i) {
    const size_t at = CODE_BASE + 2 * i;
    if ((words[i] & 3) == 3) {
      std::printf("    %zx: %04x%04x\n", at, words[i + 1], words[i]);
      ++i;
    } else {
      std::printf("    %zx: %04x\n", at, words[i]);
    }
  }
}

void printDifference(const Answer &expected, const Answer &got) {
  const BatchState &right = expected.states[0];
  const BatchState &wrong = got.states[0];
  for (int r = 1; r < 32; ++r)
    std::printf("  x%d begins as %016" PRIx64 "\n", r, right.before[r]);
  for (int r = 1; r < 32; ++r)
    if (right.after[r] != wrong.after[r])
      std::printf("  x%d differs: expected %016" PRIx64 ", ours %016" PRIx64
                  "\n",
                  r, right.after[r], wrong.after[r]);
  for (int i = 0; i < SCRATCH_SIZE / 8; ++i)
    if (right.memory[i] != wrong.memory[i])
      std::printf("  memory at origin%+d differs: expected %016" PRIx64
                  ", ours %016" PRIx64 "\n",
                  8 * i - SCRATCH_ORIGIN, right.memory[i], wrong.memory[i]);
  std::printf("  retired: %" PRIu64 "\n", got.results[0].retired);
}

void Differential::report(Runner &ours, Sequence sequence, bool isFar) {
  std::printf("%s differs from %s: random-sequences HARNESS --replay=%#" PRIx64
              "\n",
              ours.name().c_str(), qemu_->name().c_str(), sequence.seed);
  Answer expected;
  Answer got;
  if (!differs(ours, batchOfOne(sequence, isFar), expected, got)) {
    std::printf("  does not differ when run alone\n");
    return;
  }
  for (size_t step = sequence.size(); step > 0; step /= 2)
    for (size_t first = 0; first < sequence.size(); first += step) {
      Sequence smaller = sequence;
      if (smaller.remove(first, first + step) &&
          differs(ours, batchOfOne(smaller, isFar), expected, got))
        sequence = smaller;
    }
  differs(ours, batchOfOne(sequence, isFar), expected, got);
  printCode(sequence, isFar);
  printDifference(expected, got);
}

bool Differential::replay(uint64_t seed) {
  const Sequence sequence = Sequence::random(seed);
  bool same = true;
  for (const auto &runner : ours_) {
    Answer expected;
    Answer got;
    const bool wrong =
        differs(*runner, batchOfOne(sequence, isFar(seed)), expected, got);
    std::printf("%s: %s\n", runner->name().c_str(),
                wrong ? "differs" : "agrees");
    same = same && !wrong;
    if (wrong)
      report(*runner, sequence, isFar(seed));
  }
  if (same)
    printCode(sequence, isFar(seed));
  return same;
}

} // namespace
} // namespace conformance

int main(int argc, char **argv) {
  using namespace conformance;
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  const Options options = parse(argc, argv);
  Differential differential(options);
  if (options.replays)
    return differential.replay(options.seed) ? 0 : 1;
  differential.run(options.seed, options.sequences);
  std::printf("%" PRIu64 " sequences, %" PRIu64 " instructions, %u failures\n",
              differential.compared(), differential.retired(),
              differential.failures());
  return differential.failures() == 0 &&
                 differential.compared() == options.sequences
             ? 0
             : 1;
}

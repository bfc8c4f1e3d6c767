// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/conformance/Inputs/runners.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace conformance {
namespace {

/// More than any batch needs; a sequence that does not end is found by it.
constexpr uint64_t BudgetOfSequence = 100000;
/// Seconds of processor time, the same for QEMU; it ends then, whether we are
/// still there or not.
constexpr rlim_t LimitOfBatch = 60;

void append(std::string &bytes, const void *data, size_t size) {
  bytes.append(static_cast<const char *>(data), size);
}

Answer parse(const std::string &bytes, const Batch &batch) {
  Answer answer;
  answer.results.resize(batch.sequences.size());
  const size_t size = answer.results.size() * sizeof(BatchResult);
  std::memcpy(answer.results.data(), bytes.data(), size);
  if (batch.wantsStates) {
    answer.states.resize(batch.sequences.size());
    std::memcpy(answer.states.data(), bytes.data() + size,
                answer.states.size() * sizeof(BatchState));
  }
  return answer;
}

class QemuRunner : public Runner {
public:
  explicit QemuRunner(std::string harness)
      : Harness(std::move(harness)), Name("qemu-riscv64") {
    spawn();
  }
  ~QemuRunner() override { end(); }

  const std::string &name() const override { return Name; }

  void start(const Batch &batch) override {
    Current = &batch;
    limitTime();
    const std::string bytes = batch.bytes();
    for (size_t done = 0; done < bytes.size();) {
      const ssize_t count =
          write(ToChild, bytes.data() + done, bytes.size() - done);
      if (count <= 0 && errno != EINTR)
        return; // finish() sees the end of the child
      done += count > 0 ? static_cast<size_t>(count) : 0;
    }
  }

  bool finish(Answer &answer, std::string &why) override {
    std::string bytes(Current->answerSize(), 0);
    for (size_t done = 0; done < bytes.size();) {
      const ssize_t count =
          read(FromChild, bytes.data() + done, bytes.size() - done);
      if (count < 0 && errno == EINTR)
        continue;
      if (count <= 0) {
        const int status = end();
        why = WIFSIGNALED(status)
                  ? "ended by signal " + std::to_string(WTERMSIG(status))
                  : "ended with status " + std::to_string(WEXITSTATUS(status));
        spawn();
        return false;
      }
      done += static_cast<size_t>(count);
    }
    answer = parse(bytes, *Current);
    return true;
  }

private:
  void spawn() {
    int to[2];
    int from[2];
    if (pipe(to) != 0 || pipe(from) != 0)
      std::abort();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], 0);
    posix_spawn_file_actions_adddup2(&actions, from[1], 1);
    for (const int descriptor : {to[0], to[1], from[0], from[1]})
      posix_spawn_file_actions_addclose(&actions, descriptor);
    char program[] = "qemu-riscv64";
    char *arguments[] = {program, Harness.data(), nullptr};
    const int error =
        posix_spawnp(&Child, program, &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]);
    close(from[1]);
    ToChild = to[1];
    FromChild = from[0];
    if (error != 0) {
      std::fprintf(stderr, "error: qemu-riscv64: %s\n", std::strerror(error));
      std::exit(2);
    }
  }

  void limitTime() const {
    clockid_t clock{};
    timespec used{};
    rlimit limit{};
    if (clock_getcpuclockid(Child, &clock) != 0 ||
        clock_gettime(clock, &used) != 0 ||
        prlimit(Child, RLIMIT_CPU, nullptr, &limit) != 0)
      return; // it has ended, which finish() sees
    limit.rlim_cur = static_cast<rlim_t>(used.tv_sec) + LimitOfBatch;
    prlimit(Child, RLIMIT_CPU, &limit, nullptr);
  }

  int end() {
    close(ToChild);
    close(FromChild);
    int status = 0;
    waitpid(Child, &status, 0);
    return status;
  }

  std::string Harness;
  const std::string Name;
  pid_t Child = 0;
  int ToChild = -1;
  int FromChild = -1;
  const Batch *Current = nullptr;
};

class HartRunner : public Runner {
public:
  HartRunner(std::string harness, std::string engine, uint64_t turn)
      : Harness(std::move(harness)), Engine(std::move(engine)), Turn(turn),
        Name(turn == 0 ? Engine
                       : Engine + " in turns of " + std::to_string(turn)) {
    boot();
  }

  const std::string &name() const override { return Name; }
  void start(const Batch &batch) override { Current = &batch; }

  bool finish(Answer &answer, std::string &why) override {
    const std::string bytes = Current->bytes();
    Machine->feed(bytes.data(), bytes.size());
    Machine->clearOutput();
    const LinuxMachine::End end =
        Machine->run(BudgetOfSequence * (Current->sequences.size() + 1));
    if (end == LinuxMachine::End::Input &&
        Machine->output().size() == Current->answerSize()) {
      answer = parse(Machine->output(), *Current);
      return true;
    }
    why = end == LinuxMachine::End::Fault ? Machine->fault()
          : end == LinuxMachine::End::Budget
              ? "does not end"
              : "ended with status " + std::to_string(Machine->status());
    boot();
    return false;
  }

private:
  void boot() {
    Machine = std::make_unique<LinuxMachine>(Harness, Engine);
    Machine->setTurn(Turn);
  }

  std::string Harness;
  std::string Engine;
  uint64_t Turn;
  const std::string Name;
  std::unique_ptr<LinuxMachine> Machine;
  const Batch *Current = nullptr;
};

} // namespace

std::string Batch::bytes() const {
  const uint64_t scratch = isFar ? SCRATCH_FAR : SCRATCH_NEAR;
  std::string entries;
  std::string code;
  for (const Sequence &sequence : sequences) {
    const std::vector<uint16_t> words =
        sequence.layOut(CODE_BASE + code.size(), scratch);
    const BatchSequence entry{static_cast<uint32_t>(code.size()), sequence.base,
                              sequence.seed};
    append(entries, &entry, sizeof entry);
    append(code, words.data(), words.size() * sizeof words[0]);
  }
  const BatchHeader header{static_cast<uint32_t>(sequences.size()),
                           static_cast<uint32_t>(code.size()), scratch,
                           wantsStates ? 1U : 0U};
  std::string all;
  append(all, &header, sizeof header);
  return all + entries + code;
}

size_t Batch::answerSize() const {
  return sequences.size() *
         (sizeof(BatchResult) + (wantsStates ? sizeof(BatchState) : 0));
}

std::unique_ptr<Runner> makeQemuRunner(const std::string &harness) {
  std::signal(SIGPIPE, SIG_IGN);
  return std::make_unique<QemuRunner>(harness);
}

std::unique_ptr<Runner> makeHartRunner(const std::string &harness,
                                       const std::string &engine,
                                       uint64_t turn) {
  return std::make_unique<HartRunner>(harness, engine, turn);
}

} // namespace conformance

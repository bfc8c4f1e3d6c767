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

/// More than any batch needs: reaching it means that a sequence does not end.
constexpr uint64_t budgetOfSequence = 100000;
/// Seconds of processor time, the corresponding limit for QEMU; the kernel enforces it even if this
/// program has ended.
constexpr rlim_t limitOfBatch = 60;

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
      : harness_(std::move(harness)), name_("qemu-riscv64") {
    spawn();
  }
  ~QemuRunner() override { end(); }

  const std::string &name() const override { return name_; }

  void start(const Batch &batch) override {
    current_ = &batch;
    limitTime();
    const std::string bytes = batch.bytes();
    for (size_t done = 0; done < bytes.size();) {
      const ssize_t count =
          write(toChild_, bytes.data() + done, bytes.size() - done);
      if (count <= 0 && errno != EINTR)
        return; // finish() sees the end of the child
      done += count > 0 ? static_cast<size_t>(count) : 0;
    }
  }

  bool finish(Answer &answer, std::string &why) override {
    std::string bytes(current_->answerSize(), 0);
    for (size_t done = 0; done < bytes.size();) {
      const ssize_t count =
          read(fromChild_, bytes.data() + done, bytes.size() - done);
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
    answer = parse(bytes, *current_);
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
    char *arguments[] = {program, harness_.data(), nullptr};
    const int error =
        posix_spawnp(&child_, program, &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]);
    close(from[1]);
    toChild_ = to[1];
    fromChild_ = from[0];
    if (error != 0) {
      std::fprintf(stderr, "error: qemu-riscv64: %s\n", std::strerror(error));
      std::exit(2);
    }
  }

  void limitTime() const {
    clockid_t clock{};
    timespec used{};
    rlimit limit{};
    if (clock_getcpuclockid(child_, &clock) != 0 ||
        clock_gettime(clock, &used) != 0 ||
        prlimit(child_, RLIMIT_CPU, nullptr, &limit) != 0)
      return; // it has ended, which finish() sees
    limit.rlim_cur = static_cast<rlim_t>(used.tv_sec) + limitOfBatch;
    prlimit(child_, RLIMIT_CPU, &limit, nullptr);
  }

  int end() {
    close(toChild_);
    close(fromChild_);
    int status = 0;
    waitpid(child_, &status, 0);
    return status;
  }

  std::string harness_;
  const std::string name_;
  pid_t child_ = 0;
  int toChild_ = -1;
  int fromChild_ = -1;
  const Batch *current_ = nullptr;
};

class HartRunner : public Runner {
public:
  HartRunner(std::string harness, std::string engine, uint64_t turn)
      : harness_(std::move(harness)), engine_(std::move(engine)), turn_(turn),
        name_(turn == 0 ? engine_
                        : engine_ + " in turns of " + std::to_string(turn)) {
    boot();
  }

  const std::string &name() const override { return name_; }
  void start(const Batch &batch) override { current_ = &batch; }

  bool finish(Answer &answer, std::string &why) override {
    const std::string bytes = current_->bytes();
    machine_->feed(bytes.data(), bytes.size());
    machine_->clearOutput();
    const LinuxMachine::End end =
        machine_->run(budgetOfSequence * (current_->sequences.size() + 1));
    if (end == LinuxMachine::End::Input &&
        machine_->output().size() == current_->answerSize()) {
      answer = parse(machine_->output(), *current_);
      return true;
    }
    why = end == LinuxMachine::End::Fault ? machine_->fault()
          : end == LinuxMachine::End::Budget
              ? "does not end"
              : "ended with status " + std::to_string(machine_->status());
    boot();
    return false;
  }

private:
  void boot() {
    machine_ = std::make_unique<LinuxMachine>(harness_, engine_);
    machine_->setTurn(turn_);
  }

  std::string harness_;
  std::string engine_;
  uint64_t turn_;
  const std::string name_;
  std::unique_ptr<LinuxMachine> machine_;
  const Batch *current_ = nullptr;
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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by tests of replays: a scheduler that writes a recording, one that follows it, and the
// messages printed meanwhile.
#ifndef DPA_TEST_EMULATOR_REPLAY_FIXTURE_H
#define DPA_TEST_EMULATOR_REPLAY_FIXTURE_H

#include "emulator/schedule/reproducible-scheduler.h"
#include "test/unit/emulator/fake-job.h"
#include "test/unit/emulator/scratch-file.h"

#include <algorithm>
#include <climits>

namespace dpa::test {

constexpr Turns someTurns{.seed = 11, .quantum = 100, .units = 4};
/// The replay never stops waiting because the program is idle.
constexpr unsigned never = UINT_MAX;

inline std::shared_ptr<Replay> replayOf(const std::string &file) {
  std::string error;
  auto recording = readRecording(file, error);
  EXPECT_TRUE(recording) << error;
  return std::make_shared<Replay>(recording);
}

inline std::shared_ptr<Scheduler> makeRecorded(const std::string &file) {
  std::string error;
  auto writer = RecordingWriter::create(file, someTurns, error);
  EXPECT_TRUE(writer) << error;
  return ReproducibleScheduler::create(someTurns, writer, nullptr, error);
}

inline std::shared_ptr<Scheduler> makeReplaying(std::shared_ptr<Replay> replay,
                                                unsigned patience = never) {
  std::string error;
  return ReproducibleScheduler::create(someTurns, nullptr, std::move(replay),
                                       error, patience);
}

inline Arrival fill(uint64_t number, uint32_t process = 0) {
  return {.kind = Arrival::Kind::Fill,
          .process = process,
          .size = 8,
          .arg0 = number};
}

/// The messages printed while `body` runs.
template <typename Body> std::string outputOf(Body body) {
  testing::internal::CaptureStderr();
  body();
  return testing::internal::GetCapturedStderr();
}

inline void expectOutput(const std::string &output, const std::string &what) {
  EXPECT_NE(output.find(what), std::string::npos) << output;
  EXPECT_EQ(std::ranges::count(output, '\n'), 1) << output;
}

} // namespace dpa::test

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of recordings: what is written can be read again, every change and truncation is detected,
// a full disk is reported.
#include "emulator/schedule/recording-writer.h"
#include "test/unit/emulator/scratch-file.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sys/resource.h>
#include <sys/stat.h>

namespace dpa::test {
namespace {

constexpr Turns someTurns{.seed = 7, .quantum = 100, .units = 4};
std::string head() {
  return "dpa-recording 3\nseed 7\nquantum 100\neus 4\n";
}

std::vector<RecordedArrival> someArrivals() {
  return {{0, {Arrival::Kind::Open, 0, 0}},
          {0, {Arrival::Kind::Create, 0, 0}},
          {12, {Arrival::Kind::Call, 1, 0x9f31c2a07745e1b6}},
          {13, {Arrival::Kind::Ended, 1, 0}},
          {UINT64_MAX, {Arrival::Kind::Destroy, UINT32_MAX, UINT64_MAX}}};
}

/// The text of a whole recording.
std::string someRecording(const std::string &file) {
  std::string error;
  {
    auto writer = RecordingWriter::create(file, someTurns, error);
    EXPECT_TRUE(writer) << error;
    for (const RecordedArrival &arrival : someArrivals())
      writer->add(arrival);
  }
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void expectBegin(const Recording &recording, size_t count) {
  EXPECT_EQ(recording.turns, someTurns);
  ASSERT_EQ(recording.arrivals.size(), count);
  for (size_t i = 0; i < count; ++i) {
    EXPECT_EQ(recording.arrivals[i].instructions,
              someArrivals()[i].instructions);
    EXPECT_EQ(recording.arrivals[i].key, someArrivals()[i].key);
  }
}

TEST(RecordingTest, AWrittenRecordingCanBeRead) {
  ScratchFile file;
  EXPECT_EQ(someRecording(file.name),
            head() +
                "0 open 0 0\n0 create 0 0\n12 call 1 9f31c2a07745e1b6\n"
                "13 ended 1 0\n"
                "18446744073709551615 destroy 4294967295 ffffffffffffffff\n"
                "end dc9f527031770421\n");
  std::string error;
  auto recording = readRecording(file.name, error);
  ASSERT_TRUE(recording) << error;
  EXPECT_TRUE(recording->hasEnd);
  EXPECT_EQ(std::string_view(recording->file), file.name);
  expectBegin(*recording, someArrivals().size());
}

TEST(RecordingTest, EveryChangedBitIsFound) {
  ScratchFile file;
  const std::string whole = someRecording(file.name);
  for (size_t i = 0; i < whole.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string text = whole;
      text[i] = static_cast<char>(text[i] ^ (1 << bit));
      std::string error;
      EXPECT_FALSE(parseRecording(text, "r", error)) << i << "\n" << text;
      EXPECT_EQ(error.find("r:"), 0u) << error;
    }
  }
}

TEST(RecordingTest, ATruncatedRecordingIsRejectedOrHasNoEnd) {
  ScratchFile file;
  const std::string whole = someRecording(file.name);
  for (size_t size = 0; size < whole.size(); ++size) {
    std::string text = whole.substr(0, size);
    auto lines = static_cast<size_t>(std::ranges::count(text, '\n'));
    std::string error;
    auto recording = parseRecording(text, "r", error);
    EXPECT_EQ(recording != nullptr, lines >= 4 && text.back() == '\n') << text;
    if (recording) {
      EXPECT_FALSE(recording->hasEnd);
      expectBegin(*recording, lines - 4);
    } else {
      EXPECT_EQ(error.find("r:" + std::to_string(lines + 1) + ": expected"), 0u)
          << error;
    }
  }
}

TEST(RecordingTest, BadRecordingsAreNamedWithTheirLine) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "1: expected 'dpa-recording 3'"},
      {"hello\n", "1: expected 'dpa-recording 3'"},
      {"dpa-recording 2\n",
       "1: expected 'dpa-recording 3', got version 2, which "
       "only the emulator that wrote it can replay"},
      {"dpa-recording 3\nseed x\n",
       "2: expected 'seed N', N from 0 to 18446744073709551615"},
      {"dpa-recording 3\nseed 18446744073709551616\n", "2: expected 'seed N'"},
      {"dpa-recording 3\nseed 01\n", "2: expected 'seed N'"},
      {"dpa-recording 3\nseed 1\nquantum x\n",
       "3: expected 'quantum N', N from 0 to 4294967295"},
      {"dpa-recording 3\nseed 1\nquantum 5\n", "4: expected 'eus N'"},
      {"dpa-recording 3\nseed 1\nquantum 5\neus 257\n",
       "4: expected 'eus N', N from 1 to 256"},
      {head() + "0 jump 0 0\n", "5: expected 'INSTRUCTIONS KIND PROCESS KEY'"},
      {head() + "0 open 0 0 0\n", "5: expected"},
      {head() + "0 open 0 0 \n", "5: expected"},
      {head() + "0 open 0\n", "5: expected"},
      {head() + "\n", "5: expected"},
      {head() + "00 open 0 0\n", "5: expected"},
      {head() + "-1 open 0 0\n", "5: expected"},
      {head() + "18446744073709551616 open 0 0\n", "5: expected"},
      {head() + "0 call 18446744073709551616 0\n", "5: expected"},
      {head() + "0 join 4294967296 1 b 4\n",
       "5: expected the join whose digest is the key"},
      {head() + "0 sent 4294967299 1\n", "5: expected"},
      {head() + "0 call 1 10000000000000000\n", "5: expected"},
      {head() + "0 call 1 FF\n", "5: expected"},
      {head() + std::string("0 open 0 0\0\n", 12), "5: expected"},
      {head() + std::string(1000, '7'), "5: expected a shorter line"},
      {head() + "0 open 0 0\n5 call 1 f",
       "6: expected a whole line; the file is "
       "cut off"},
      {head() + "7 open 0 0\n6 call 1 ff\n", "6: expected 'INSTRUCTIONS KIND "
                                             "PROCESS KEY', in order"},
      {head() + "end\n", "5: expected 'end' and the digest of the lines above"},
      {head() + "end 0\n",
       "5: expected 'end' and the digest of the lines above"},
  };
  for (const auto &[text, expected] : cases) {
    std::string error;
    EXPECT_FALSE(parseRecording(text, "r", error)) << text;
    EXPECT_EQ(error.find("r:" + expected), 0u) << error;
  }
  ScratchFile file;
  std::string error;
  EXPECT_FALSE(
      parseRecording(someRecording(file.name) + "9 open 0 0\n", "r", error));
  EXPECT_EQ(error, "r:11: expected nothing behind the end");
}

TEST(RecordingTest, OnlyRegularFilesOfABoundedSizeAreRead) {
  ScratchFile file;
  std::string error;
  EXPECT_FALSE(readRecording("/no/such/file", error));
  EXPECT_EQ(error, "/no/such/file: No such file or directory");
  EXPECT_FALSE(readRecording("/dev/zero", error));
  EXPECT_EQ(error, "/dev/zero: expected a recording, which is a regular file");
  EXPECT_FALSE(readRecording(testing::TempDir(), error));
  EXPECT_NE(error.find("regular file"), std::string::npos) << error;
  ASSERT_EQ(mkfifo(file.name.c_str(), 0600), 0); // without a writer
  EXPECT_FALSE(readRecording(file.name, error));
  EXPECT_NE(error.find("regular file"), std::string::npos) << error;
  std::filesystem::remove(file.name);
  std::ofstream(file.name) << head();
  std::filesystem::resize_file(file.name, (uintmax_t(1) << 30) + 1);
  EXPECT_FALSE(readRecording(file.name, error));
  EXPECT_EQ(error, file.name + ": expected a recording of at most 1073741824 "
                               "bytes, got 1073741825");
  std::filesystem::resize_file(file.name, uintmax_t(1) << 30); // zeros
  EXPECT_FALSE(readRecording(file.name, error));
  EXPECT_EQ(error, file.name + ":5: expected a shorter line");
}

TEST(RecordingTest, AFullDiskIsReportedWhenTheFileIsOpened) {
  std::string error;
  EXPECT_FALSE(RecordingWriter::create("/dev/full", someTurns, error));
  EXPECT_EQ(error, "/dev/full: No space left on device");
}

/// SIGXFSZ, which such a write sends, would end this program. The part written before can be
/// replayed.
TEST(RecordingTest, AFileThatCannotGrowIsReportedOnceWithoutASignal) {
  ScratchFile file;
  std::string error;
  auto writer = RecordingWriter::create(file.name, someTurns, error);
  ASSERT_TRUE(writer) << error;
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 1001; // applies to standard error's file, too
  testing::internal::CaptureStderr();
  std::fflush(nullptr); // other files may be longer
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  for (int i = 0; i < 200; ++i)
    writer->add(someArrivals()[0]);
  writer.reset();
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::string output = testing::internal::GetCapturedStderr();
  EXPECT_EQ(output, "dpa-emulator: error: " + file.name +
                        ":92: File too large; the recording ends here, the run "
                        "continues\n");
  EXPECT_EQ(std::filesystem::file_size(file.name), 998u);
  auto recording = readRecording(file.name, error);
  ASSERT_TRUE(recording) << error;
  EXPECT_FALSE(recording->hasEnd);
  EXPECT_EQ(recording->arrivals.size(), 87u);
}

TEST(RecordingTest, AFileHasOneWriter) {
  ScratchFile file;
  std::string error;
  auto writer = RecordingWriter::create(file.name, someTurns, error);
  ASSERT_TRUE(writer) << error;
  EXPECT_FALSE(RecordingWriter::create(file.name, someTurns, error));
  EXPECT_EQ(error, file.name +
                       ": another program is writing a recording to this file");
  writer.reset();
  EXPECT_TRUE(readRecording(file.name, error)) << error;
  EXPECT_TRUE(RecordingWriter::create(file.name, someTurns, error)) << error;
}

TEST(RecordingTest, ARunThatDoesNotStartChangesNoFile) {
  ScratchFile file;
  std::ofstream(file.name) << "kept";
  std::string error;
  auto writer = RecordingWriter::open(file.name, someTurns, error);
  ASSERT_TRUE(writer) << error;
  writer->add(someArrivals()[0]);
  writer.reset();
  EXPECT_EQ(std::filesystem::file_size(file.name), 4u);
  std::filesystem::remove(file.name);
  ASSERT_TRUE(RecordingWriter::open(file.name, someTurns, error)) << error;
  EXPECT_FALSE(std::filesystem::exists(file.name));
}

/// A device is opened, and a second time, when a port is in use.
TEST(RecordingTest, LinesOfADeviceThatCannotBeOpenedAreDropped) {
  ScratchFile file;
  std::string error;
  auto writer = RecordingWriter::open(file.name, someTurns, error);
  ASSERT_TRUE(writer) << error;
  writer->hold();
  writer->add(someArrivals()[0]);
  EXPECT_EQ(std::filesystem::file_size(file.name), 0u);
  ASSERT_TRUE(writer->release(error)) << error;
  EXPECT_EQ(std::filesystem::file_size(file.name), head().size() + 11);
  writer->hold();
  writer->add(someArrivals()[0]);
  writer->hold();
  writer->add(someArrivals()[1]);
  ASSERT_TRUE(writer->release(error)) << error;
  writer.reset();
  auto recording = readRecording(file.name, error);
  ASSERT_TRUE(recording) << error;
  EXPECT_TRUE(recording->hasEnd);
  expectBegin(*recording, 2);
}

} // namespace
} // namespace dpa::test

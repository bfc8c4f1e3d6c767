// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of recordings with inputs of a live port: every change and truncation of a frame is detected.
#include "emulator/schedule/port-inputs.h"
#include "emulator/schedule/recording-writer.h"
#include "test/unit/emulator/scratch-file.h"

#include <fstream>
#include <iterator>

namespace dpa::test {
namespace {

constexpr Turns someTurns{.seed = 7, .quantum = 100, .units = 4};
std::string head() {
  return "dpa-recording 3\nseed 7\nquantum 100\neus 4\n";
}

std::span<const std::byte> bytesOf(std::string_view text) {
  return std::as_bytes(std::span(text));
}

RecordedArrival withDigest(uint64_t moment, Arrival::Kind kind,
                           std::string_view contents) {
  return {moment, {kind, 1, Digest().text(contents).value()}};
}

/// The text of a recording of a live port.
std::string someInputs(const std::string &file) {
  std::string error;
  {
    auto writer = RecordingWriter::create(file, someTurns, error);
    EXPECT_TRUE(writer) << error;
    writer->add(withDigest(0, Arrival::Kind::Port, "a/1 unix:/s p"),
                bytesOf("a/1 unix:/s p"));
    writer->add(withDigest(5, Arrival::Kind::Frame, "\x01\xfe"),
                bytesOf("\x01\xfe"));
    writer->add({5, {Arrival::Kind::Link, 1, 1}});
    writer->add({5, {Arrival::Kind::Sent, 2, 0xabc}});
    writer->add(withDigest(6, Arrival::Kind::Frame, ""), {});
  }
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(LiveRecordingTest, InputsOfALivePortAreStoredWithTheirContents) {
  ScratchFile file;
  const std::string text = someInputs(file.name);
  EXPECT_EQ(text, head() + "0 port 1 c6a947c6fb950fca a/1 unix:/s p\n"
                           "5 frame 1 82fc807b4e9a6d6 01fe\n5 link 1 1\n"
                           "5 sent 2 abc\n"
                           "6 frame 1 cbf29ce484222325 \n"
                           "end 16fc675d4d157690\n");
  std::string error;
  auto recording = parseRecording(text, "r", error);
  ASSERT_TRUE(recording) << error;
  const auto contents = [&](size_t arrival) {
    const auto bytes = recording->contentsOf(recording->arrivals[arrival]);
    return std::string(reinterpret_cast<const char *>(bytes.data()),
                       bytes.size());
  };
  ASSERT_EQ(recording->arrivals.size(), 5u);
  EXPECT_EQ(contents(0), "a/1 unix:/s p");
  EXPECT_EQ(contents(1), "\x01\xfe");
  EXPECT_EQ(recording->arrivals[2].key.digest, 1u);
  EXPECT_EQ(recording->arrivals[3].key.process, 2u);
  EXPECT_EQ(contents(4), "");
}

TEST(LiveRecordingTest, EveryChangeOfAnInputIsFound) {
  ScratchFile file;
  const std::string whole = someInputs(file.name);
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string text = whole;
    text[i] = static_cast<char>(text[i] ^ 1);
    std::string error;
    EXPECT_FALSE(parseRecording(text, "r", error)) << i << "\n" << text;
    EXPECT_EQ(error.find("r:"), 0u) << error;
  }
}

/// A frame has the digest of its own, so that a damaged one is found in a file without an end, too.
TEST(LiveRecordingTest, BadInputsAreNamedWithTheirLine) {
  const std::string frame = head() + "5 frame 1 82fc807b4e9a6d6 ";
  const std::string damaged =
      "5: expected the frame whose digest is the key; it "
      "has been changed or cut off";
  const std::string tooLong(2 * portFrameMax + 200, '0');
  const std::pair<std::string, std::string> cases[] = {
      {frame + "01\n", damaged},
      {frame + "01f\n", damaged},
      {frame + "01fe0\n", damaged},
      {frame + "01FE\n", damaged},
      {frame + "01 fe\n", damaged},
      {frame + "\n", damaged},
      {frame + tooLong.substr(0, 2 * portFrameMax + 2) + "\n", damaged},
      {frame + tooLong, "5: expected a shorter line"},
      {frame + "01fe", "5: expected a whole line; the file is cut off"},
      {head() + "5 frame 1 82fc807b4e9a6d6\n",
       "5: expected 'INSTRUCTIONS KIND PROCESS KEY'"},
      {head() + "5 frame 0 82fc807b4e9a6d6 01fe\n", "5: expected 'INSTR"},
      {head() + "5 frame 3 82fc807b4e9a6d6 01fe\n", "5: expected 'INSTR"},
      {head() + "5 sent 0 1\n", "5: expected 'INSTR"},
      {head() + "5 sent 3 1\n", "5: expected 'INSTR"},
      {head() + "5 port 1 1 a/1 up\n", "5: expected the port whose digest"},
      {head() + "5 link 1 2\n", "5: expected 0 (down) or 1 (up) as the key"},
      {head() + "5 link 0 1\n", "5: expected 'INSTRUCTIONS"},
      {head() + "5 link 1 1 \n", "5: expected 'INSTRUCTIONS"},
      {head() + "5 call 0 1 " + tooLong, "5: expected a shorter line"},
  };
  for (const auto &[text, expected] : cases) {
    std::string error;
    EXPECT_FALSE(parseRecording(text, "r", error)) << text.substr(0, 100);
    EXPECT_EQ(error.find("r:" + expected), 0u) << error;
  }
}

} // namespace
} // namespace dpa::test

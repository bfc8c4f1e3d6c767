// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes recordings line by line, so that a program that dies leaves all but
// nothing out, and reads them.
#include "emulator/schedule/recording.h"

#include "runtime/abi/address-map.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cinttypes>
#include <cstring>

namespace dpa {
namespace {

constexpr char Header[] = "dpa-recording 1";
constexpr std::array<const char *, 7> KindNames = {
    "open", "create", "destroy", "call", "read", "write", "fill"};

/// Words of a text's lines, with the place for messages.
class LineReader {
public:
  LineReader(std::string_view text, const std::string &file, std::string &error)
      : Rest(text), File(file), Error(error) {}

  /// False at the end of the text.
  bool nextLine() {
    if (Rest.empty())
      return false;
    size_t end = std::min(Rest.find('\n'), Rest.size());
    Line = Rest.substr(0, end);
    Rest.remove_prefix(std::min(end + 1, Rest.size()));
    ++Number;
    return true;
  }

  std::string_view line() const { return Line; }

  std::string_view word() {
    size_t end = std::min(Line.find(' '), Line.size());
    std::string_view word = Line.substr(0, end);
    Line.remove_prefix(std::min(end + 1, Line.size()));
    return word;
  }

  template <typename T> bool number(T &value, int base = 10) {
    std::string_view text = word();
    auto [stop, failure] =
        std::from_chars(text.begin(), text.end(), value, base);
    return failure == std::errc() && stop == text.end();
  }

  bool fail(std::string_view expected) {
    Error = File + ":" + std::to_string(Number) + ": expected " +
            std::string(expected);
    return false;
  }

private:
  std::string_view Rest;
  std::string_view Line;
  unsigned Number = 0;
  const std::string &File;
  std::string &Error;
};

template <typename T>
bool readField(LineReader &reader, std::string_view name, uint64_t least,
               uint64_t most, T &value) {
  if (reader.nextLine() && reader.word() == name && reader.number(value) &&
      reader.line().empty() && value >= least && value <= most)
    return true;
  return reader.fail("'" + std::string(name) + " N', N from " +
                     std::to_string(least) + " to " + std::to_string(most));
}

bool readTurns(LineReader &reader, Turns &turns) {
  if (!reader.nextLine() || reader.line() != Header)
    return reader.fail(std::string("'") + Header + "'");
  return readField(reader, "seed", 0, UINT64_MAX, turns.seed) &&
         readField(reader, "quantum", 1, UINT32_MAX, turns.quantum) &&
         readField(reader, "eus", 1, DPA_EU_COUNT_MAX, turns.units);
}

bool readKind(LineReader &reader, Arrival::Kind &kind) {
  std::string_view name = reader.word();
  for (size_t i = 0; i < KindNames.size(); ++i) {
    if (name == KindNames[i]) {
      kind = static_cast<Arrival::Kind>(i);
      return true;
    }
  }
  return false;
}

bool readArrival(LineReader &reader, uint64_t before,
                 RecordedArrival &arrival) {
  constexpr int Hexadecimal = 16;
  bool good = reader.number(arrival.instructions) &&
              readKind(reader, arrival.key.kind) &&
              reader.number(arrival.key.process) &&
              reader.number(arrival.key.digest, Hexadecimal) &&
              reader.line().empty();
  // The count begins again when a device is opened again.
  bool inOrder =
      arrival.instructions >= before || arrival.key.kind == Arrival::Kind::Open;
  if (!good || !inOrder)
    return reader.fail("'INSTRUCTIONS KIND PROCESS KEY', in order");
  return true;
}

} // namespace

const char *nameOf(Arrival::Kind kind) {
  return KindNames[static_cast<size_t>(kind)];
}

std::shared_ptr<RecordingWriter>
RecordingWriter::create(const std::string &file, const Turns &turns,
                        std::string &error) {
  FILE *stream = std::fopen(file.c_str(), "we");
  if (!stream) {
    error = file + ": " + std::strerror(errno);
    return nullptr;
  }
  std::setvbuf(stream, nullptr, _IOLBF, BUFSIZ);
  std::shared_ptr<RecordingWriter> writer(new RecordingWriter(stream));
  if (std::fprintf(stream,
                   "%s\nseed %" PRIu64 "\nquantum %" PRIu64 "\neus %u\n",
                   Header, turns.seed, turns.quantum, turns.units) < 0) {
    error = file + ": " + std::strerror(errno);
    return nullptr;
  }
  return writer;
}

void RecordingWriter::add(const RecordedArrival &arrival) {
  std::fprintf(Stream.get(), "%" PRIu64 " %s %u %" PRIx64 "\n",
               arrival.instructions, nameOf(arrival.key.kind),
               arrival.key.process, arrival.key.digest);
}

std::shared_ptr<Recording> parseRecording(std::string_view text,
                                          const std::string &file,
                                          std::string &error) {
  LineReader reader(text, file, error);
  auto recording = std::make_shared<Recording>();
  recording->file = file;
  if (!readTurns(reader, recording->turns))
    return nullptr;
  uint64_t before = 0;
  while (reader.nextLine()) {
    RecordedArrival arrival;
    if (!readArrival(reader, before, arrival))
      return nullptr;
    before = arrival.instructions;
    recording->arrivals.push_back(arrival);
  }
  return recording;
}

std::shared_ptr<Recording> readRecording(const std::string &file,
                                         std::string &error) {
  std::string text;
  std::unique_ptr<FILE, int (*)(FILE *)> stream(std::fopen(file.c_str(), "re"),
                                                std::fclose);
  std::array<char, 4096> chunk;
  while (stream && !std::feof(stream.get()) && !std::ferror(stream.get()))
    text.append(chunk.data(),
                std::fread(chunk.data(), 1, chunk.size(), stream.get()));
  if (!stream || std::ferror(stream.get())) {
    error = file + ": " + std::strerror(errno);
    return nullptr;
  }
  return parseRecording(text, file, error);
}

} // namespace dpa

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads recordings line by line.
#include "base/descriptor.h"
#include "base/parse-number.h"
#include "emulator/configuration/port-settings.h"
#include "emulator/schedule/digest.h"
#include "emulator/schedule/port-inputs.h"
#include "emulator/schedule/recording.h"
#include "runtime/abi/address-map.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dpa {
namespace {

constexpr int hexadecimal = 16;

/// Removes the next word from a line.
std::string_view takeWord(std::string_view &line) {
  size_t end = std::min(line.find(' '), line.size());
  std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

template <typename T>
bool takeNumber(std::string_view &line, T &value, int base = 10) {
  return parseNumber(takeWord(line), value, base);
}

bool takeKind(std::string_view &line, Arrival::Kind &kind) {
  const auto found = arrivalKind(takeWord(line));
  kind = found.value_or(kind);
  return found.has_value();
}

/// Exactly the name and a number in its canonical form.
template <typename T>
bool readField(std::string_view line, std::string_view name, uint64_t least,
               uint64_t most, T &value) {
  if (takeWord(line) != name)
    return false;
  std::string_view rest = line;
  if (!takeNumber(rest, value) || value < least || value > most)
    return false;
  constexpr size_t digitsMax = 20;
  std::array<char, digitsMax> digits;
  char *end = std::to_chars(digits.begin(), digits.end(), value).ptr;
  return line == std::string_view(digits.begin(), end);
}

/// Reads a file in pieces, so that only what is needed is kept.
class RecordingParser {
public:
  RecordingParser(Recording &recording, std::string &error)
      : result_(recording), error_(error) {}

  /// False: not a recording.
  bool feed(std::string_view bytes) {
    while (!bytes.empty()) {
      size_t end = std::min(bytes.find('\n'), bytes.size());
      if (begun_.size() + end > lineMaxOf(bytes.substr(0, end)))
        return fail("a shorter line");
      begun_ += bytes.substr(0, end);
      if (end == bytes.size())
        return true;
      bytes.remove_prefix(end + 1);
      if (!readLine(begun_))
        return false;
      sum_.text(begun_).text("\n");
      begun_.clear();
      ++number_;
    }
    return true;
  }

  /// After the last piece.
  bool finish() {
    if (!begun_.empty())
      return fail("a whole line; the file is cut off");
    return number_ > Recording::headLines || failHead();
  }

private:
  /// Lines without contents, or what precedes these.
  static constexpr size_t lineMax = 80;

  /// Of the line that begins with `begun_` and continues like this.
  size_t lineMaxOf(std::string_view more) const {
    std::array<char, lineMax> start;
    char *end = std::ranges::copy(std::string_view(begun_).substr(0, lineMax),
                                  start.begin())
                    .out;
    const auto space = static_cast<size_t>(start.end() - end);
    end = std::ranges::copy(more.substr(0, space), end).out;
    std::string_view rest(start.begin(), end);
    takeWord(rest);
    const auto kind = arrivalKind(takeWord(rest));
    return kind && hasContents(*kind) ? lineMax + 2 * portFrameMax : lineMax;
  }

  bool readLine(std::string_view line) {
    if (result_.hasEnd)
      return fail("nothing behind the end");
    if (number_ <= Recording::headLines)
      return readHead(line) || failHead();
    if (line.starts_with("end"))
      return readEnd(line);
    return readArrival(line);
  }

  bool readHead(std::string_view line) {
    Turns &turns = result_.turns;
    switch (number_) {
    case 1:
      return line == recordingHeader;
    case 2:
      return readField(line, "seed", 0, UINT64_MAX, turns.seed);
    case 3:
      return readField(line, "quantum", 0, UINT32_MAX, turns.quantum);
    default:
      return readField(line, "eus", 1, DPA_EU_COUNT_MAX, turns.units);
    }
  }

  bool failHead() {
    auto field = [](const char *name, uint64_t least, uint64_t most) {
      return "'" + std::string(name) + " N', N from " + std::to_string(least) +
             " to " + std::to_string(most);
    };
    switch (number_) {
    case 1:
      return fail("'" + std::string(recordingHeader) + "'" + otherVersion());
    case 2:
      return fail(field("seed", 0, UINT64_MAX));
    case 3:
      return fail(field("quantum", 0, UINT32_MAX));
    default:
      return fail(field("eus", 1, DPA_EU_COUNT_MAX));
    }
  }

  /// The rest of a message, for a file that another version of the emulator has
  /// written: its schedule cannot be repeated.
  std::string otherVersion() const {
    constexpr std::string_view name =
        recordingHeader.substr(0, recordingHeader.find(' ') + 1);
    unsigned version = 0;
    std::string_view line = begun_;
    const bool isOther = line.starts_with(name) &&
                         parseNumber(line.substr(name.size()), version);
    return isOther ? ", got version " + std::to_string(version) +
                         ", which only the emulator that wrote it can replay"
                   : "";
  }

  /// Exactly what is written for it, and no other spelling.
  bool readArrival(std::string_view line) {
    RecordedArrival arrival;
    std::string_view rest = line;
    bool good = takeNumber(rest, arrival.instructions) &&
                takeKind(rest, arrival.key.kind) &&
                takeNumber(rest, arrival.key.process) &&
                takeNumber(rest, arrival.key.digest, hexadecimal);
    // The count begins again when a device is opened again.
    bool inOrder = arrival.instructions >= before_ ||
                   arrival.key.kind == Arrival::Kind::Open;
    const bool hasMore = good && hasContents(arrival.key.kind);
    const std::string_view start = line.substr(0, line.size() - rest.size());
    if (!good || !inOrder || !isArrival(hasMore ? start : line, arrival))
      return fail("'INSTRUCTIONS KIND PROCESS KEY', in order");
    if (hasMore && !readMore(rest, arrival))
      return false;
    if (arrival.key.kind == Arrival::Kind::Link && arrival.key.digest > 1)
      return fail("0 (down) or 1 (up) as the key of a link");
    before_ = arrival.instructions;
    result_.arrivals.push_back(arrival);
    return true;
  }

  /// Contents follow a space.
  static bool isArrival(std::string_view line, const RecordedArrival &arrival) {
    const auto &[kind, number, digest] = arrival.key;
    if (isOfPort(kind) && (numberInDevice(number) == 0 ||
                           numberInDevice(number) > devicePortsMax))
      return false;
    if (hasContents(kind)) {
      if (!line.ends_with(' '))
        return false;
      line.remove_suffix(1);
    }
    return isLine(line, RecordingLine(arrival));
  }

  bool readMore(std::string_view text, RecordedArrival &arrival) {
    auto &contents = result_.contents;
    arrival.contentsAt = contents.size();
    const bool isGood =
        readContents(arrival.key.kind, text, portFrameMax, contents);
    arrival.contentsSize = contents.size() - arrival.contentsAt;
    const auto bytes = result_.contentsOf(arrival);
    return (isGood && Digest().bytes(bytes.data(), bytes.size()).value() ==
                          arrival.key.digest) ||
           fail(std::string("the ") + nameOf(arrival.key.kind) +
                " whose digest is the key; it has been changed or cut off");
  }

  bool readEnd(std::string_view line) {
    result_.hasEnd = isLine(line, RecordingLine::end(sum_.value()));
    return result_.hasEnd ||
           fail("'end' and the digest of the lines above; one of them has been "
                "changed");
  }

  static bool isLine(std::string_view line, const RecordingLine &expected) {
    return line == expected.text().substr(0, expected.text().size() - 1);
  }

  bool fail(const std::string &expected) {
    error_ = std::string(result_.file) + ":" + std::to_string(number_) +
             ": expected " + expected;
    return false;
  }

  Recording &result_;
  std::string &error_;
  ApartString begun_; ///< the start of a line whose end is not read yet
  size_t number_ = 1; ///< of this line
  uint64_t before_ = 0;
  Digest sum_; ///< of the lines before
};

/// A regular file; -1 with a message otherwise. Opening never blocks.
int openRegular(const ApartString &path, std::string &error) {
  constexpr off_t sizeMax = off_t(1) << 30;
  const std::string_view file = path;
  int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status{};
  if (descriptor < 0 || fstat(descriptor, &status) != 0)
    error = std::string(file) + ": " + std::strerror(errno);
  else if (!S_ISREG(status.st_mode))
    error =
        std::string(file) + ": expected a recording, which is a regular file";
  else if (status.st_size > sizeMax)
    error = std::string(file) + ": expected a recording of at most " +
            std::to_string(sizeMax) + " bytes, got " +
            std::to_string(status.st_size);
  else
    return descriptor;
  if (descriptor >= 0)
    close(descriptor);
  return -1;
}

std::shared_ptr<Recording> makeRecording(std::string_view file) {
  auto recording = std::allocate_shared<Recording>(ApartAllocator<Recording>());
  recording->file = file;
  return recording;
}

} // namespace

std::shared_ptr<Recording> parseRecording(std::string_view text,
                                          std::string_view file,
                                          std::string &error) {
  auto recording = makeRecording(file);
  RecordingParser parser(*recording, error);
  if (!parser.feed(text) || !parser.finish())
    return nullptr;
  return recording;
}

std::shared_ptr<Recording> readRecording(std::string_view file,
                                         std::string &error) {
  auto recording = makeRecording(file);
  const Descriptor descriptor(openRegular(recording->file, error));
  if (!descriptor.isOpen())
    return nullptr;
  RecordingParser parser(*recording, error);
  std::array<char, 16384> chunk;
  for (;;) {
    ssize_t size = read(descriptor.number(), chunk.data(), chunk.size());
    if (size == 0)
      return parser.finish() ? recording : nullptr;
    if (size > 0) {
      if (!parser.feed({chunk.data(), static_cast<size_t>(size)}))
        return nullptr;
    } else if (errno != EINTR) {
      error = std::string(file) + ": " + std::strerror(errno);
      return nullptr;
    }
  }
}

} // namespace dpa

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes the numbers and bytes of packets: hexadecimal, as a cursor
// over untrusted text that never leaves it.
#ifndef DPA_EMULATOR_GDB_TEXT_H
#define DPA_EMULATOR_GDB_TEXT_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dpa::gdb {

/// -1: not a digit.
int hexDigit(char character);
void appendByte(std::string &text, uint8_t byte);
void appendBytes(std::string &text, std::span<const std::byte> bytes);
/// Without leading zeros.
void appendNumber(std::string &text, uint64_t number);
std::string hexOf(std::string_view bytes);
/// A register: eight bytes, the lowest first.
void appendRegister(std::string &text, uint64_t value);

/// What is left of a packet's text.
class Cursor {
public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool isAtEnd() const { return text_.empty(); }
  std::string_view rest() const { return text_; }
  /// Skips `expected` if the text begins with it.
  bool skip(std::string_view expected);
  /// Text up to a character or the end; skips the character.
  std::string_view until(char character);
  /// One or more hexadecimal digits. Nothing: there are none, or too many.
  std::optional<uint64_t> number();
  /// All that is left, as bytes. Nothing: other characters, or half a byte.
  std::optional<std::vector<std::byte>> bytes();
  /// Eight bytes, the lowest first.
  std::optional<uint64_t> registerValue();
  /// A thread: a number, 0 for any, -1 for all; also in gdb's form p<pid>.<tid>.
  std::optional<int64_t> thread();

private:
  std::string_view text_;
};

} // namespace dpa::gdb

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies texts out of the memory of the process; formats the others.
#include "emulator/process/process-messages.h"

#include "emulator/host/shared-copy.h"
#include "emulator/trace/trace.h"
#include "runtime/abi/message-rings.h"

#include <array>
#include <cstdarg>
#include <cstdio>
#include <memory>
#include <new>

namespace dpa {
namespace {

/// The text of a note or warning; a longer one is cut off.
class Text {
public:
  Text(const char *format, std::va_list values) {
    std::vsnprintf(text_.data(), text_.size(), format, values);
  }
  std::string_view view() const { return text_.data(); }

private:
  std::array<char, 512> text_;
};

} // namespace

bool ProcessMessages::message(uint32_t eu, uint64_t stream, uint64_t address,
                              uint64_t size) {
  if (size > DPA_MESSAGE_SIZE_MAX || stream > UINT32_MAX)
    return false;
  const std::byte *source = memory_.userReadable(address, size);
  if (!source)
    return false;
  // A copy: other EUs may change the text meanwhile.
  std::array<char, DPA_MESSAGE_SIZE_MAX> text;
  copyFromShared(text.data(), source, size);
  if (trace::isOn())
    trace::add({.kind = trace::Kind::Message, .values = {stream}},
               {text.data(), size});
  observer_.message(static_cast<uint32_t>(stream), eu, {text.data(), size});
  return true;
}

bool ProcessMessages::messageRecords(uint64_t stream, uint64_t position,
                                     uint64_t address, uint64_t size) {
  if (size > DPA_MESSAGE_RECORDS_MAX || stream > UINT32_MAX)
    return false;
  const std::byte *source = memory_.userReadable(address, size);
  if (!source)
    return false;
  std::unique_ptr<char[]> records(new (std::nothrow) char[size]);
  if (!records)
    return false;
  copyFromShared(records.get(), source, size);
  if (trace::isOn())
    trace::add({.kind = trace::Kind::Records, .values = {stream, size}});
  observer_.messageRecords(static_cast<uint32_t>(stream), position,
                           {records.get(), size});
  return true;
}

void ProcessMessages::warn(const char *format, ...) noexcept {
  std::va_list values;
  va_start(values, format);
  observer_.warn(Text(format, values).view());
  va_end(values);
}

void ProcessMessages::note(const char *format, ...) noexcept {
  std::va_list values;
  va_start(values, format);
  observer_.note(Text(format, values).view());
  va_end(values);
}

} // namespace dpa

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies texts out of the memory of the process; formats the others.
#include "emulator/process/process-messages.h"

#include "emulator/host/shared-copy.h"
#include "runtime/abi/message-rings.h"

#include <array>
#include <cstdarg>
#include <cstdio>
#include <memory>
#include <new>

namespace dpa {
namespace {

constexpr size_t textSizeMax = 512; ///< of a note or warning

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
  observer_.messageRecords(static_cast<uint32_t>(stream), position,
                           {records.get(), size});
  return true;
}

void ProcessMessages::warn(const char *format, ...) noexcept {
  std::array<char, textSizeMax> text;
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(text.data(), text.size(), format, values);
  va_end(values);
  observer_.warn(text.data());
}

void ProcessMessages::note(const char *format, ...) noexcept {
  std::array<char, textSizeMax> text;
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(text.data(), text.size(), format, values);
  va_end(values);
  observer_.note(text.data());
}

} // namespace dpa

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queries: threads, documents, commands of the user.
#include "emulator/gdb/session.h"
#include "emulator/gdb/target-description.h"

#include <algorithm>

namespace dpa::gdb {
namespace {

/// Escaped for XML; other control characters are left out.
std::string xmlText(std::string_view text) {
  std::string result;
  for (const char character : text) {
    if (character == '<')
      result += "&lt;";
    else if (character == '>')
      result += "&gt;";
    else if (character == '&')
      result += "&amp;";
    else if (character == '"')
      result += "&quot;";
    else if (static_cast<unsigned char>(character) >= ' ')
      result += character;
  }
  return result;
}

} // namespace

std::string Session::query(Cursor cursor) {
  if (cursor.rest() == "Attached" || cursor.rest().starts_with("Attached:"))
    return "1";
  if (cursor.rest() == "C") {
    std::string text = "QC";
    appendNumber(text, thread_);
    return text;
  }
  if (cursor.rest() == "fThreadInfo")
    return threadList();
  if (cursor.rest() == "sThreadInfo")
    return "l";
  if (cursor.rest() == "Symbol::")
    return "OK";
  if (cursor.rest() == "HostInfo")
    return "triple:" + hexOf("riscv64-unknown-unknown-elf") +
           ";ptrsize:8;endian:little;";
  if (cursor.skip("ThreadExtraInfo,")) {
    const auto thread = cursor.thread();
    return thread && *thread > 0
               ? hexOf(target_->threadName(static_cast<uint32_t>(*thread)))
               : "E01";
  }
  if (cursor.skip("Dpa."))
    return queryHistory(cursor);
  if (cursor.skip("Rcmd,"))
    return monitor(cursor);
  return cursor.skip("Xfer:") ? transfer(cursor) : "";
}

std::string Session::threadList() {
  std::string text;
  for (const uint32_t thread : target_->threads()) {
    text += text.empty() ? 'm' : ',';
    appendNumber(text, thread);
  }
  return text.empty() ? "l" : text;
}

std::string Session::threadsXml() {
  std::string text = "<?xml version=\"1.0\"?>\n<threads>\n";
  for (const uint32_t thread : target_->threads()) {
    text += "<thread id=\"";
    appendNumber(text, thread);
    text += "\" name=\"" + xmlText(target_->threadName(thread)) + "\"/>\n";
  }
  return text + "</threads>\n";
}

/// "features:read:target.xml:0,ffb": a part of a document.
std::string Session::transfer(Cursor cursor) {
  std::string document;
  if (cursor.skip("features:read:target.xml:"))
    document = targetDescription();
  else if (cursor.skip("threads:read::"))
    document = threadsXml();
  else
    return ""; // an object that is not known
  const auto offset = cursor.number();
  const auto size = offset && cursor.skip(",") ? cursor.number() : std::nullopt;
  if (!size || *offset > document.size())
    return "E01";
  const size_t left = document.size() - *offset;
  const size_t part = std::min<uint64_t>({left, *size, packetSizeMax / 2});
  return (part == left ? "l" : "m") + document.substr(*offset, part);
}

/// The output in pieces, each a packet of its own.
std::string Session::monitor(Cursor cursor) {
  constexpr size_t piece = 4000;
  const auto bytes = cursor.bytes();
  if (!bytes)
    return "E01";
  const std::string command(reinterpret_cast<const char *>(bytes->data()),
                            bytes->size());
  const std::string output = target_->monitor(command);
  for (size_t from = 0; from < output.size(); from += piece)
    reply("O" + hexOf(std::string_view(output).substr(from, piece)));
  return "OK";
}

} // namespace dpa::gdb

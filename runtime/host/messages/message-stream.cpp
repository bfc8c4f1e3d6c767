// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's end of one message stream: see message-stream.h.
#include "runtime/host/messages/message-stream.h"

#include "emulator/interface/report.h"
#include "runtime/host/support/log.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace dpa::host {
namespace {

// "/", the number of the EU in two columns, "/"; or nothing.
class Prefix {
public:
  Prefix(bool isShown, uint32_t eu)
      : length_(isShown ? snprintf(text_, sizeof text_, "/%2u/", eu) : 0) {}
  operator std::string_view() const {
    return {text_, static_cast<size_t>(length_)};
  }

private:
  char text_[16];
  int length_;
};

std::string titleOf(uint32_t id, const std::string &name) {
  std::string title = "stream " + std::to_string(id);
  return name.empty() ? title : title + " ('" + name + "')";
}

} // namespace

MessageStream::MessageStream(uint32_t id, MessageStreamSettings settings)
    : number_(id), settings_(std::move(settings)),
      title_(titleOf(id, this->settings_.name)),
      sentReader_(this->settings_.reader),
      writer_(title_, this->settings_.out) {}

void MessageStream::push(uint32_t eu, std::string_view text) noexcept {
  try {
    writer_.write(Prefix(settings_.showsUnit, eu), text);
  } catch (...) {
    writer_.lose(1, ENOMEM);
  }
}

TraceText MessageStream::textOf(std::string_view record) const {
  dpa_trace_record trace;
  memcpy(&trace, record.data(), sizeof trace);
  return {trace, settings_.traceFormats};
}

void MessageStream::append(std::string &to, uint32_t eu,
                           std::string_view bytes) const {
  to += Prefix(settings_.showsUnit, eu);
  const size_t begin = to.size();
  if (settings_.reader && settings_.reader->kind() == RingReader::Kind::Trace)
    to += textOf(bytes).text();
  else
    to += bytes;
  if (!isTraceReproducible())
    traceMessage(number_, eu, std::string_view(to).substr(begin));
}

/// In a reproducible run the timeline must not depend on when the host reads a ring,
/// or which records it drops: a separate reader reads all that the device sends.
void MessageStream::traceSent(RingReader &reader, uint64_t position,
                              std::string_view records) {
  const bool isTrace = reader.kind() == RingReader::Kind::Trace;
  reader.readSent(position, records, [&](uint32_t eu, std::string_view bytes) {
    traceMessage(number_, eu, isTrace ? textOf(bytes).text() : bytes);
  });
}

void MessageStream::pushSent(uint64_t position,
                             std::string_view records) noexcept {
  uint64_t messages = 0;
  try {
    std::lock_guard lock(ringLock_);
    if (!settings_.reader)
      return;
    if (sentReader_ && isTraceReproducible())
      traceSent(*sentReader_, position, records);
    RingReader &reader = *settings_.reader;
    bool isTrace = reader.kind() == RingReader::Kind::Trace;
    bool isDropped = isTrace && writer_.isBehind();
    std::string texts;
    reportDamage(reader.readSent(position, records,
                                 [&](uint32_t eu, std::string_view bytes) {
                                   ++messages;
                                   if (isDropped)
                                     ++lostTraces_;
                                   else
                                     append(texts, eu, bytes);
                                 }));
    texts_ += messages;
    if (!isDropped)
      reportLostTraces(texts);
    if (!texts.empty())
      writer_.write("", texts, messages);
  } catch (...) {
    writer_.lose(std::max<uint64_t>(messages, 1), ENOMEM);
  }
}

void MessageStream::pushRing(uint64_t tail, uint64_t head, uint64_t textCount,
                             std::string_view ring) {
  std::lock_guard lock(ringLock_);
  if (!settings_.reader)
    return;
  RingReader &reader = *settings_.reader;
  std::string texts;
  uint64_t messages = 0;
  uint64_t lostBefore = reader.lostBytes();
  reportDamage(reader.readRing(tail, head, ring,
                               [&](uint32_t eu, std::string_view bytes) {
                                 append(texts, eu, bytes);
                                 ++messages;
                               }));
  texts_ += messages;
  reportOverwritten(reader.lostBytes() - lostBefore, textCount, reader.size());
  reportLostTraces(texts);
  if (!texts.empty())
    writer_.write("", texts, messages);
}

// Only if bytes were overwritten, whatever device code has written as the count:
// the images of older device libraries have none.
void MessageStream::reportOverwritten(uint64_t lostBytes, uint64_t textCount,
                                      uint64_t ringSize) {
  if (textCount <= texts_ || lostBytes == 0)
    return;
  const uint64_t lost =
      std::min(textCount - texts_, lostBytes / sizeof(dpa_message_record));
  texts_ += lost;
  logWarning("message stream",
             "%s: %llu messages were overwritten before a flush (data_bsize "
             "is %llu)",
             title_.c_str(), static_cast<unsigned long long>(lost),
             static_cast<unsigned long long>(ringSize));
}

// In the stream itself, where the lost records would be.
void MessageStream::reportLostTraces(std::string &to) {
  if (lostTraces_ == 0)
    return;
  to += std::to_string(lostTraces_) + " trace records were lost before here\n";
  lostTraces_ = 0;
}

void MessageStream::reportDamage(bool isGood) {
  if (isGood || isDamageReported_)
    return;
  isDamageReported_ = true;
  logWarning("message stream",
             "%s: messages are lost: device code has overwritten the "
             "stream's buffer",
             title_.c_str());
}

} // namespace dpa::host

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's end of one message stream: see message-stream.h.
#include "runtime/host/message-stream.h"

#include "runtime/host/log.h"
#include "runtime/host/trace-format.h"

#include <cstring>

namespace dpa::host {

namespace {

// "/", the number of the EU in two columns, "/"; empty if it is not wanted.
class Prefix {
public:
  Prefix(bool isShown, uint32_t eu)
      : length(isShown ? snprintf(text, sizeof text, "/%2u/", eu) : 0) {}
  operator std::string_view() const {
    return {text, static_cast<size_t>(length)};
  }

private:
  char text[16];
  int length;
};

std::string titleOf(uint32_t id, const std::string &name) {
  std::string title = "stream " + std::to_string(id);
  return name.empty() ? title : title + " ('" + name + "')";
}

} // namespace

MessageStream::MessageStream(uint32_t id, MessageStreamSettings settings)
    : number(id), settings(std::move(settings)),
      title(titleOf(id, this->settings.name)),
      writer(title, this->settings.out) {}

void MessageStream::push(uint32_t eu, std::string_view text) noexcept {
  try {
    writer.write(Prefix(settings.showsUnit, eu), text);
  } catch (...) {
    logError("message stream", "out of host memory: a message of %s is lost",
             title.c_str());
  }
}

std::string MessageStream::textOf(std::string_view record) const {
  dpa_trace_record trace;
  memcpy(&trace, record.data(), sizeof trace);
  return formatTrace(trace, settings.traceFormats);
}

void MessageStream::append(std::string &to, uint32_t eu,
                           std::string_view bytes) const {
  to += Prefix(settings.showsUnit, eu);
  if (settings.reader && settings.reader->kind() == RingReader::Kind::Trace)
    to += textOf(bytes);
  else
    to += bytes;
}

void MessageStream::pushSent(uint64_t position,
                             std::string_view records) noexcept {
  try {
    std::lock_guard lock(ringLock);
    if (!settings.reader)
      return;
    RingReader &reader = *settings.reader;
    bool isTrace = reader.kind() == RingReader::Kind::Trace;
    bool isDropped = isTrace && writer.isBehind();
    std::string texts;
    reportDamage(reader.readSent(position, records,
                                 [&](uint32_t eu, std::string_view bytes) {
                                   if (isDropped)
                                     ++lostTraces;
                                   else
                                     append(texts, eu, bytes);
                                 }));
    if (!isDropped)
      reportLostTraces(texts);
    if (!texts.empty())
      writer.write("", texts);
  } catch (...) {
    logError("message stream", "out of host memory: messages of %s are lost",
             title.c_str());
  }
}

void MessageStream::pushRing(uint64_t tail, uint64_t head,
                             std::string_view ring) {
  std::lock_guard lock(ringLock);
  if (!settings.reader)
    return;
  RingReader &reader = *settings.reader;
  std::string texts;
  uint64_t lostBefore = reader.lostBytes();
  reportDamage(reader.readRing(
      tail, head, ring,
      [&](uint32_t eu, std::string_view bytes) { append(texts, eu, bytes); }));
  if (uint64_t lost = reader.lostBytes() - lostBefore; lost != 0)
    logInfo("message stream",
            "%s: %llu bytes of messages were overwritten before the "
            "flush (data_bsize is %llu)",
            title.c_str(), static_cast<unsigned long long>(lost),
            static_cast<unsigned long long>(reader.size()));
  reportLostTraces(texts);
  if (!texts.empty())
    writer.write("", texts);
}

// In the stream itself, where the lost records would be.
void MessageStream::reportLostTraces(std::string &to) {
  if (lostTraces == 0)
    return;
  to += std::to_string(lostTraces) + " trace records were lost before here\n";
  lostTraces = 0;
}

void MessageStream::reportDamage(bool isGood) {
  if (isGood || isDamageReported)
    return;
  isDamageReported = true;
  logWarning("message stream",
             "%s: messages are lost, device code has written into the "
             "stream's buffer",
             title.c_str());
}

} // namespace dpa::host

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers the bytes of a request; all memory is checked before any is read.
#include "emulator/nic/engine/frame-builder.h"

#include "emulator/nic/engine/request-errors.h"
#include "emulator/nic/wire/checksum.h"
#include "emulator/nic/wire/frame.h"
#include "emulator/nic/wire/segment.h"

#include <algorithm>
#include <new>

namespace dpa {
namespace {

/// One piece of memory, which is read before anything is sent.
bool isCheckedByRead(const SendRequest &request) {
  const WqeDataList &data = request.data;
  return data.size() == 1 && data[0].length >= frameSizeMin &&
         data[0].length <=
             FrameBuilder::sizeMax - request.ethernet.inlineHeader.size();
}

} // namespace

std::optional<WqeError> FrameBuilder::build(const SendRequest &request,
                                            const Send &send) try {
  if (!isCheckedByRead(request))
    if (auto error = checkData(request))
      return error;
  switch (request.control.opcode) {
  case DPA_WQE_SEND:
    return buildOne(request,
                    std::span(request.data.begin(), request.data.end()), send);
  case DPA_WQE_LSO:
    return buildSegments(request, send);
  case DPA_WQE_ENHANCED_MPSW:
    for (const WqeData &packet : request.data)
      if (auto error = buildOne(request, std::span(&packet, 1), send))
        return error;
    return std::nullopt;
  default:
    return operationError("Ethernet queues do not support this opcode yet");
  }
} catch (const std::bad_alloc &) {
  return operationError("the host program is out of memory");
}

std::optional<WqeError> FrameBuilder::checkData(const SendRequest &request) {
  if (request.ethernet.inlineHeader.size() + request.data.length() > sizeMax)
    return WqeError{DPA_SYNDROME_LOCAL_LENGTH,
                    "the entry has more than 256 KiB"};
  for (const WqeData &data : request.data)
    if (!data.isInline)
      if (auto error = protectionError(
              memory_.check(data.lkey, data.address, data.length, false)))
        return error;
  return std::nullopt;
}

std::optional<WqeError> FrameBuilder::buildOne(const SendRequest &request,
                                               std::span<const WqeData> data,
                                               const Send &send) {
  if (auto error = gather(request.ethernet.inlineHeader, data))
    return error;
  if (request.ethernet.checksumFlags != 0)
    if (auto error = operationError(fillChecksums(
            frame_, parseFrame(frame_), request.ethernet.checksumFlags)))
      return error;
  send(frame_);
  return std::nullopt;
}

std::optional<WqeError> FrameBuilder::buildSegments(const SendRequest &request,
                                                    const Send &send) {
  if (auto error = gather(request.ethernet.inlineHeader,
                          std::span(request.data.begin(), request.data.end())))
    return error;
  TcpSegments segments(frame_, request.ethernet.mss);
  if (segments.refusal())
    return operationError(segments.refusal());
  if (frame_.size() / request.ethernet.mss > framesMax)
    return WqeError{DPA_SYNDROME_LOCAL_LENGTH,
                    "the entry makes more than 1024 frames"};
  segment_.resize(segments.frameSizeMax());
  for (Frame frame = segments.next(segment_); !frame.empty();
       frame = segments.next(segment_))
    send(frame);
  return std::nullopt;
}

/// Puts a frame together.
std::optional<WqeError> FrameBuilder::gather(ByteView header,
                                             std::span<const WqeData> data) {
  size_t size = header.size();
  for (const WqeData &each : data)
    size += each.length;
  if (size < frameSizeMin)
    return WqeError{DPA_SYNDROME_LOCAL_LENGTH,
                    "the frame is shorter than an Ethernet header"};
  if (frame_.size() != size)
    frame_.resize(size);
  auto place = std::ranges::copy(header, frame_.begin()).out;
  for (const WqeData &each : data) {
    std::span<std::byte> target(place, each.length);
    if (each.isInline)
      std::ranges::copy(each.bytes, target.begin());
    else if (auto error =
                 protectionError(memory_.read(each.lkey, each.address, target)))
      return error; // revoked or unmapped meanwhile
    place += each.length;
  }
  return std::nullopt;
}

} // namespace dpa

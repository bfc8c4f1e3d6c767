// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any bytes as a send WQE of each kind of queue and as a receive WQE. The
// first byte selects the kind.
#include "emulator/nic/wire/wqe.h"
#include "touch.h"

#include <cstdlib>

namespace {

/// Data are inside of the WQE or have a length that a message can have.
void check(dpa::ByteView bytes, const dpa::WqeDataList &list) {
  if (list.size() > DPA_WQE_MAX_SEGMENTS)
    std::abort();
  uint64_t length = 0;
  for (const dpa::WqeData &data : list) {
    length += data.length;
    if (data.length == 0 || data.length > DPA_WQE_LENGTH_OF_ZERO)
      std::abort();
    if (!data.isInline)
      continue;
    if (data.bytes.size() != data.length || data.bytes.data() < bytes.data() ||
        data.bytes.data() + data.length > bytes.data() + bytes.size())
      std::abort();
    dpa::test::touch(dpa::textOf(data.bytes));
  }
  if (length != list.length())
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  dpa::ByteView bytes = std::as_bytes(std::span(data, size)).subspan(1);
  const auto queue = static_cast<dpa::WireQueue>(data[0] & 3);
  dpa::SendRequest send;
  if (!dpa::readSendWqe(bytes, queue, send)) {
    check(bytes, send.data);
    dpa::test::touch(dpa::textOf(send.ethernet.inlineHeader));
    if (send.control.blocks() == 0 ||
        send.control.segments * size_t{DPA_WQE_SEGMENT} > bytes.size())
      std::abort();
  }
  dpa::ReceiveRequest receive;
  if (!dpa::readReceiveWqe(bytes, (data[0] & 4) != 0, receive))
    check(bytes, receive.data);
  return 0;
}

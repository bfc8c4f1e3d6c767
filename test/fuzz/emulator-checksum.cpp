// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any bytes as a frame, whose checksums are filled in and checked, and which
// is cut into TCP frames. The first two bytes are the requested checksums and the segment size.
#include "emulator/nic/wire/checksum.h"
#include "emulator/nic/wire/segment.h"
#include "runtime/abi/work-queues.h"
#include "touch.h"

#include <cstdlib>

namespace {

/// What was right remains right; a refused request changes nothing.
void fillAndCheck(const dpa::Bytes &given, uint16_t flags) {
  dpa::Bytes frame = given;
  const dpa::FrameHeaders headers = dpa::parseFrame(frame);
  const uint8_t before = dpa::checkFrame(frame, headers);
  if (dpa::fillChecksums(frame, headers, flags) != nullptr) {
    if (frame != given)
      std::abort();
    return;
  }
  const uint8_t after = dpa::checkFrame(frame, dpa::parseFrame(frame));
  constexpr uint16_t outer = DPA_ETH_L3_CHECKSUM | DPA_ETH_L4_CHECKSUM;
  if ((flags & outer) == outer && (before & after) != before)
    std::abort();
}

void cut(const dpa::Bytes &frame, uint16_t mss) {
  constexpr uint8_t right = DPA_CQE_L2_OK | DPA_CQE_L3_OK | DPA_CQE_L4_OK;
  dpa::Bytes buffer(4096);
  dpa::cutTcpFrame(frame, mss, buffer, [](std::span<std::byte> segment) {
    if (dpa::checkFrame(segment, dpa::parseFrame(segment)) != right)
      std::abort();
  });
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2)
    return 0;
  const auto *first = reinterpret_cast<const std::byte *>(data);
  const dpa::Bytes frame(first + 2, first + size);
  fillAndCheck(frame, static_cast<uint16_t>(data[0] << 8));
  cut(frame, data[1]);
  return 0;
}

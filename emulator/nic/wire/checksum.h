// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checksums of IPv4 headers, TCP and UDP in a frame: whether they are right, and
// filling them in. The headers must be those of the same bytes
// (parseFrame). Nothing outside of the frame is read or written; checksums over
// bytes that the frame does not hold are neither right nor filled in. Fragments
// have no checksum of their own above IP.
#ifndef DPA_EMULATOR_NIC_WIRE_CHECKSUM_H
#define DPA_EMULATOR_NIC_WIRE_CHECKSUM_H

#include "base/bytes.h"
#include "emulator/nic/wire/frame.h"

namespace dpa {

/// The sum of RFC 1071 over 16-bit words.
class InternetSum {
public:
  /// An odd last byte counts as a word whose second byte is 0, so that more bytes
  /// may follow an even number only.
  void add(ByteView bytes);
  void add(uint32_t number) { sum_ += number; }
  /// The checksum of what was added; 0 if that includes a right checksum.
  uint16_t complement() const;

private:
  uint64_t sum_ = 0; ///< of 32-bit words, folded at the end
};

/// Which layers are right: DPA_CQE_L2_OK, L3_OK, L4_OK (runtime/abi). Layer 2
/// always is for a frame with a whole Ethernet header: a port delivers no other
/// frames. Layer 3: a complete IP packet with a right header, which for IPv6 has
/// no checksum. Layer 4: TCP or UDP in such a packet; a UDP checksum of 0 means
/// "none", which IPv4 allows and IPv6 does not. Of tunnels: the outer headers.
uint8_t checkFrame(ByteView frame, const FrameHeaders &headers);

/// Fills in the checksums that `flags` (DPA_ETH_L3_CHECKSUM, L4_CHECKSUM and the
/// INNER ones, for frames in VXLAN) request and the frame has; others are left
/// as they are. Returns why the request cannot be carried out, in which case
/// nothing is written; null: done.
const char *fillChecksums(std::span<std::byte> frame,
                          const FrameHeaders &headers, uint16_t flags);

} // namespace dpa

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the completion of a received frame says about its headers: checksums and
// types.
#ifndef DPA_EMULATOR_NIC_WIRE_RECEIVED_FRAME_H
#define DPA_EMULATOR_NIC_WIRE_RECEIVED_FRAME_H

#include "base/bytes.h"
#include "emulator/nic/wire/cqe.h"
#include "emulator/nic/wire/frame.h"

namespace dpa {

/// Sets checksums, l3Type and l4Type; `headers` are those of `frame`.
void describeFrame(ByteView frame, const FrameHeaders &headers,
                   Completion &completion);

} // namespace dpa

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The frames of a FIFO or another stream, whose reads may wait for a writer: a
// thread reads it and, like pcap-source.h, waits until the receiver has a buffer,
// or for the distances of the time stamps.
#ifndef DPA_EMULATOR_NIC_PORT_PCAP_STREAM_H
#define DPA_EMULATOR_NIC_PORT_PCAP_STREAM_H

#include "base/descriptor.h"
#include "emulator/nic/port/make-link.h"

namespace dpa {

std::unique_ptr<Link> makePcapStream(Descriptor file, const std::string &name,
                                     const LinkContext &context);

} // namespace dpa

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of device and port as operations of an opened context; the other
// queries are public functions of libibverbs.
#ifndef DPA_EMULATOR_VERBS_QUERIES_H
#define DPA_EMULATOR_VERBS_QUERIES_H

#include <infiniband/verbs.h>

namespace dpa::verbs {

/// The inline ibv_query_port of verbs.h calls this: fills `size` bytes of the
/// attributes, whose end depends on the program's header version.
int queryPort(ibv_context *context, uint8_t port, ibv_port_attr *attributes,
              size_t size);

/// The inline ibv_query_device_ex calls this: fills `size` bytes.
int queryDeviceEx(ibv_context *context, const ibv_query_device_ex_input *input,
                  ibv_device_attr_ex *attributes, size_t size);

/// The largest MTU of the transport that fits into `bytes`, at least IBV_MTU_256.
ibv_mtu mtuOf(uint16_t bytes);

} // namespace dpa::verbs

#endif

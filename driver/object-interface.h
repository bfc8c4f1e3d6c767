// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface records that a device object carries: an ELF object in a section, bitcode in a global variable that would
// become that section. Given untrusted bytes; returns the records, none if there are none.
#ifndef DPA_DRIVER_OBJECT_INTERFACE_H
#define DPA_DRIVER_OBJECT_INTERFACE_H

#include "image/interface-record.h"

namespace dpa::driver {

/// Whether these are the bytes of LLVM bitcode.
bool isBitcode(image::ByteView bytes);

image::Result<std::vector<image::InterfaceRecord>>
readInterface(image::ByteView deviceObject);

} // namespace dpa::driver

#endif

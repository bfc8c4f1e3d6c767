// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file that checks look at: object, archive, device library or image. Given its name and bytes,
// lists the device objects in it for one hardware model with names for messages. The bytes must
// outlive the views. Objects are ELF files or bitcode. Damaged files have no objects here: linking
// them is where they are reported.
#ifndef DPA_DRIVER_CHECKS_CHECKED_FILE_H
#define DPA_DRIVER_CHECKS_CHECKED_FILE_H

#include "base/bytes.h"

#include <string>
#include <vector>

namespace dpa::driver {

struct CheckedFile {
  std::string name; ///< "libx.a(member.o)" for members of archives
  ByteView bytes;
};

/// `model` is a DPA_ID: of a fat container only what is for it counts.
std::vector<CheckedFile> objectsIn(const CheckedFile &file, uint32_t model);

} // namespace dpa::driver

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A DPA object (.dpa.o), what `dpacc -c` writes for one source: a relocatable
// host object with the compiled host stub and two sections that links drop
// (SHF_EXCLUDE):
//
//    .dpa_obj         fat container with one device object for each model: a
//                     relocatable ELF, or LLVM bitcode
//    .dpa_interface   the interface records of the source
//
// An object that was compiled by hand from kept files has .dpa_obj only; then
// the records are those of its first device object that is an ELF file.
#ifndef DPA_IMAGE_DPA_OBJECT_H
#define DPA_IMAGE_DPA_OBJECT_H

#include "image/elf-writer.h"
#include "image/fat-container.h"
#include "image/interface-record.h"

namespace dpa::image {

struct DpaObject {
  std::vector<InterfaceRecord> records;
  FatContainer objects; ///< members are views into the bytes that were read
};

/// True if the bytes are a host ELF file with a section .dpa_obj.
bool isDpaObject(ByteView bytes);

/// Errors: no ELF file, not exactly one section .dpa_obj, one with the containers
/// of several objects, a damaged container or record.
Result<DpaObject> readDpaObject(ByteView bytes);

/// True if the bytes are LLVM bitcode.
bool isBitcode(ByteView bytes);

/// A host object with the two sections and nothing else, to be joined with the
/// compiled host stub. `container` holds the device objects.
Result<Bytes> makeDpaObjectSections(ByteView container,
                                    std::span<const InterfaceRecord> records,
                                    const HostTarget &target);

} // namespace dpa::image

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Process attributes: the rights that a device program asks for. A blob, little
// endian, rows in increasing order of features, each once:
//
//    0  "DPAPATTR"             16 + 8 i  u32 number of a feature
//    8  u32 version = 1            + 4   u32 1: asked for, 0: not
//   12  u32 number of rows
//
// Section .dpa_proc_attr_<app> is a fat container with a member for each image,
// in the order of the images: u64 0, u64 length of the blob, the blob.
#ifndef DPA_IMAGE_PROCESS_ATTRIBUTES_H
#define DPA_IMAGE_PROCESS_ATTRIBUTES_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::image {

struct ProcessFeature {
  uint32_t number = 0;
  std::string_view name;
};

/// All features that there are.
std::span<const ProcessFeature> processFeatures();

/// "Generating_Empty_CQE" for 3, "feature 77" for a number that none has.
std::string nameOfFeature(uint32_t number);

struct ProcessAttribute {
  uint32_t feature = 0;
  bool isWanted = false;
  bool operator==(const ProcessAttribute &) const = default;
};

/// A blob of the attributes, in any order. Errors: a feature that stands twice.
Result<Bytes>
encodeProcessAttributes(std::span<const ProcessAttribute> attributes);

/// Errors: another format or version, truncated, rows out of order, a value
/// that is neither 0 nor 1, bytes after the rows.
Result<std::vector<ProcessAttribute>> decodeProcessAttributes(ByteView blob);

/// The section for the images of `container`, all with the same blob.
Result<Bytes> makeAttributeSpace(ByteView container, ByteView blob);

/// The attributes of one image; `blob` is a view into the section.
struct AttributeSlot {
  uint32_t model = 0;
  ByteView blob;
};

/// The slots of a section, in its order. Errors: no container, a damaged one, a
/// blob that is not inside its member.
Result<std::vector<AttributeSlot>> readAttributeSpace(ByteView section);

} // namespace dpa::image

#endif

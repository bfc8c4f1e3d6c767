// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The content of a section `.dpa_tab_<app>`: what the generated constructor has
// to know of each image, so that it does not read containers and ELF files. One
// row for each image, in container order, of seven u64, little endian:
//
//    0  DPA_ID
//    8  offset of the image from the start of .dpa_bin_<app>
//   16  its size
//   24  offset of its signature slot from the start of .dpa_sig_<app>
//   32  the number in its section .flexio_os_ver, 0 without one
//   40  offset of the numbers of its section .flexio_dev_ver, from the start of
//       .dpa_bin_<app>
//   48  how many they are
//
// The same rows are a struct in driver/templates/meta.c.in.
#ifndef DPA_IMAGE_APP_TABLE_H
#define DPA_IMAGE_APP_TABLE_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::image {

/// The rows for a container and its signature space. Members that are not
/// device executables have no versions. Errors: a damaged container or
/// signature space, a different number of members.
Result<Bytes> makeAppTable(ByteView container, ByteView signatures);

} // namespace dpa::image

#endif

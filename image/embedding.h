// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How fat containers get into host code: as a host object with sections, or as
// C source that a host compiler turns into the same sections. Both give the
// images of an app in .dpa_bin_<app>, empty space for their signatures in
// .dpa_sig_<app>, the constructor's table in .dpa_tab_<app>, process attributes
// in .dpa_proc_attr_<app>; device objects go to .dpa_obj.
#ifndef DPA_IMAGE_EMBEDDING_H
#define DPA_IMAGE_EMBEDDING_H

#include "image/elf-writer.h"

namespace dpa::image {

/// Hidden symbols at the starts of an app's sections.
std::string imageSymbol(std::string_view app);
std::string signatureSymbol(std::string_view app);
std::string tableSymbol(std::string_view app);
std::string attributeSymbol(std::string_view app);

/// Alignment of all these sections.
inline constexpr uint32_t embeddingAlignment = 8;

/// A host object with an app's images; `container` is a fat container. `app`
/// has to be an identifier. With process attributes (a blob that applies to
/// every image) there is also a section .dpa_proc_attr_<app>.
Result<Bytes> makeImageObject(std::string_view app, ByteView container,
                              const HostTarget &target,
                              std::optional<ByteView> attributes = {});

/// The same as C99 and C++: constants with the same names.
Result<std::string> makeImageSource(std::string_view app, ByteView container,
                                    std::optional<ByteView> attributes = {});

/// Device objects as C99 and C++: a constant in .dpa_obj, named after `prefix`.
Result<std::string> makeObjectSource(std::string_view prefix,
                                     ByteView container);

} // namespace dpa::image

#endif

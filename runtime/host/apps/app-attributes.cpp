// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads process attributes from host files (app-attributes.h). The file is mapped,
// since only its headers and one section are looked at.
#include "runtime/host/apps/app-attributes.h"

#include "base/descriptor.h"
#include "image/host-sections.h"
#include "image/process-attributes.h"
#include "runtime/host/apps/host-program.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace dpa::host {

namespace {

/// A whole file; empty if it cannot be mapped.
class MappedFile {
public:
  explicit MappedFile(const std::string &path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status;
    if (!file.isOpen() || ::fstat(file.number(), &status) != 0 ||
        status.st_size <= 0)
      return;
    const auto size = static_cast<size_t>(status.st_size);
    void *memory =
        ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (memory != MAP_FAILED)
      bytes_ = {static_cast<const std::byte *>(memory), size};
  }
  ~MappedFile() {
    if (!bytes_.empty())
      ::munmap(const_cast<std::byte *>(bytes_.data()), bytes_.size());
  }
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;

  ByteView bytes() const { return bytes_; }

private:
  ByteView bytes_;
};

/// Paired with the images by position.
std::optional<Bytes> slotOf(ByteView file, const image::App &inFile,
                            size_t index) {
  if (inFile.attributes.name.empty())
    return std::nullopt;
  const Result<std::vector<image::AttributeSlot>> slots =
      image::readAttributeSpace(
          file.subspan(inFile.attributes.offset, inFile.attributes.size));
  if (!slots || index >= slots->size() || (*slots)[index].blob.empty())
    return std::nullopt;
  const ByteView blob = (*slots)[index].blob;
  return Bytes(blob.begin(), blob.end());
}

} // namespace

std::optional<Bytes> attributesOf(const App &app) {
  if (!app.origin())
    return std::nullopt;
  const MappedFile file(hostProgramOf(app.origin()).path);
  if (file.bytes().empty())
    return std::nullopt;
  const Result<std::vector<image::App>> apps = image::findApps(file.bytes());
  if (!apps)
    return std::nullopt;
  for (const image::App &inFile : *apps)
    for (const image::AppImage &image : inFile.images)
      if (inFile.name == app.name() && image.model == app.model())
        return slotOf(file.bytes(), inFile,
                      static_cast<size_t>(&image - inFile.images.data()));
  return std::nullopt;
}

} // namespace dpa::host

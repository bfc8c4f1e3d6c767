// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ioctl(PROCMAP_QUERY) of /proc/self/maps, which is opened at the first query, and again
// in the child of a fork().
#include "emulator/nic/data/host-mappings.h"

#include <bit>
#include <cstdint>
#include <fcntl.h>
#include <mutex>
#include <sys/ioctl.h>
#include <unistd.h>

namespace dpa {
namespace {

/// struct procmap_query of <linux/fs.h>, which systems with older headers do not have.
struct MappingQuery {
  uint64_t size = sizeof(MappingQuery);
  uint64_t flags = 0; ///< what the mapping must permit
  uint64_t address = 0;
  uint64_t start = 0; ///< from here on: answers
  uint64_t end = 0;
  uint64_t permissions = 0;
  uint64_t pageSize = 0;
  uint64_t offset = 0;
  uint64_t inode = 0; ///< 0: anonymous
  uint32_t deviceMajor = 0;
  uint32_t deviceMinor = 0;
  uint32_t nameSize = 0;
  uint32_t buildIdSize = 0;
  uint64_t nameAddress = 0;
  uint64_t buildIdAddress = 0;
};
static_assert(sizeof(MappingQuery) == 104);

constexpr uint64_t readable = 1;
constexpr uint64_t writable = 2;

/// The mappings of this process. Never destroyed: units may run while the program
/// exits.
class MappingsFile {
public:
  /// -1 if the mappings cannot be read.
  int get() {
    const std::lock_guard guard(lock_);
    const pid_t self = getpid();
    if (owner_ == self)
      return file_;
    if (file_ >= 0)
      close(file_);
    file_ = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    owner_ = self;
    return file_;
  }

private:
  std::mutex lock_; ///< protects the members below
  pid_t owner_ = 0; ///< process of `file_`
  int file_ = -1;
};

} // namespace

bool isAnonymousMemory(const std::byte *memory, size_t size, bool writes) {
  static MappingsFile mappings;
  constexpr unsigned mappingsMax = 16;
  const int file = mappings.get();
  if (file < 0)
    return false;
  const uint64_t begin = std::bit_cast<uintptr_t>(memory);
  uint64_t next = begin;
  for (unsigned i = 0; i < mappingsMax; ++i) {
    MappingQuery query;
    query.flags = readable | (writes ? writable : 0);
    query.address = next;
    if (ioctl(file, _IOWR('f', 17, MappingQuery), &query) != 0 ||
        query.inode != 0 || query.end <= next)
      return false;
    next = query.end;
    if (next - begin >= size)
      return true;
  }
  return false;
}

} // namespace dpa

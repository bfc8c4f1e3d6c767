// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One anonymous file, two mappings. A kernel that forbids executable mappings
// fails here, before any guest code has run.
#include "emulator/cpu/jit/code-memory.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __aarch64__
#include <linux/membarrier.h>
#include <sys/syscall.h>
#endif

namespace dpa::cpu::jit {
namespace {

constexpr size_t pageSize = 4096;
constexpr size_t codeAlignment = 32;

/// Null instead of MAP_FAILED.
std::byte *map(int file, size_t size, int protection) {
  void *memory = mmap(nullptr, size, protection, MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<std::byte *>(memory);
}

std::string failure(const char *what) {
  return std::string(what) + ": " + std::strerror(errno);
}

// A thread in translated code reaches new code through a link. On AArch64 it may
// have fetched those bytes before they were written, until its pipeline is
// emptied; other hosts keep instruction fetch coherent.
#ifdef __aarch64__
bool canEmptyPipelines(std::string &why) {
  if (syscall(SYS_membarrier,
              MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0) == 0)
    return true;
  why = failure("membarrier");
  return false;
}

void emptyPipelines() {
  syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0);
}
#else
bool canEmptyPipelines(std::string &) {
  return true;
}
void emptyPipelines() {}
#endif

/// The limit of file sizes also applies to memory with a descriptor, and
/// exceeding it raises a signal that ends the program.
bool isWithinFileLimit(size_t size, std::string &why) {
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || size <= limit.rlim_cur)
    return true;
  why = "no memory for host code: files may have " +
        std::to_string(limit.rlim_cur) + " bytes only (ulimit -f)";
  return false;
}

/// Both views of the same memory, or null with errno.
struct Views {
  std::byte *writable = nullptr;
  std::byte *executable = nullptr;
  const char *failed = "no memory for host code";
};

Views mapFile(size_t size) {
  Views views;
  const int file = memfd_create("dpa-code", MFD_CLOEXEC);
  if (file < 0) {
    views.failed = "memfd_create";
    return views;
  }
  if (ftruncate(file, static_cast<off_t>(size)) == 0) {
    views.writable = map(file, size, PROT_READ | PROT_WRITE);
    views.executable = map(file, size, PROT_READ | PROT_EXEC);
  }
  const int reason = errno;
  close(file);
  errno = reason;
  return views;
}

/// perf looks up names by its map in memory without a file only. mremap of nothing
/// makes a second view of shared memory.
Views mapWithoutFile(size_t size) {
  Views views;
  void *first = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (first == MAP_FAILED)
    return views;
  views.writable = static_cast<std::byte *>(first);
  void *second = mremap(first, 0, size, MREMAP_MAYMOVE);
  if (second == MAP_FAILED)
    return views;
  if (mprotect(second, size, PROT_READ | PROT_EXEC) == 0)
    views.executable = static_cast<std::byte *>(second);
  else
    munmap(second, size);
  return views;
}

} // namespace

std::unique_ptr<CodeMemory> CodeMemory::create(size_t bytes, std::string &why,
                                               bool isForPerf) {
  if (!canEmptyPipelines(why))
    return nullptr;
  const size_t size = (bytes + pageSize - 1) / pageSize * pageSize;
  if (!isForPerf && !isWithinFileLimit(size, why))
    return nullptr;
  const Views views = isForPerf ? mapWithoutFile(size) : mapFile(size);
  if (views.writable != nullptr && views.executable != nullptr)
    return std::unique_ptr<CodeMemory>(
        new CodeMemory(views.writable, views.executable, size));
  why = failure(views.failed);
  for (std::byte *memory : {views.writable, views.executable})
    if (memory != nullptr)
      munmap(memory, size);
  return nullptr;
}

CodeMemory::~CodeMemory() {
  munmap(writable_, size_);
  munmap(executable_, size_);
}

const void *CodeMemory::commit(size_t bytes) {
  const std::byte *code = executable_ + codeEnd_;
  codeEnd_ += (bytes + codeAlignment - 1) / codeAlignment * codeAlignment;
  if (codeEnd_ > topBegin_)
    codeEnd_ = topBegin_;
  __builtin___clear_cache(
      const_cast<char *>(reinterpret_cast<const char *>(code)),
      const_cast<char *>(reinterpret_cast<const char *>(code)) + bytes);
  emptyPipelines();
  return code;
}

void *CodeMemory::addRecord(size_t bytes) {
  const size_t begin = (topBegin_ - std::min(topBegin_, bytes)) / bytes * bytes;
  if (begin < codeEnd_)
    return nullptr;
  topBegin_ = begin;
  return writable_ + topBegin_;
}

LinkSlot *CodeMemory::addSlots(size_t count) {
  if (room() / sizeof(LinkSlot) < count)
    return nullptr;
  topBegin_ -= count * sizeof(LinkSlot);
  for (size_t i = count; i-- > 0;)
    new (writable_ + topBegin_ + i * sizeof(LinkSlot)) LinkSlot(nullptr);
  return reinterpret_cast<LinkSlot *>(writable_ + topBegin_);
}

} // namespace dpa::cpu::jit

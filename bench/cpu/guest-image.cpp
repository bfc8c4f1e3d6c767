// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/cpu/guest-image.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/mman.h>

namespace bench {
namespace {

[[noreturn]] void fail(const char *path, const char *what) {
  std::fprintf(stderr, "bench-cpu: error: %s: %s\n", path, what);
  std::exit(1);
}

std::string readFile(const char *path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    fail(path, "cannot be read");
  return {std::istreambuf_iterator<char>(file),
          std::istreambuf_iterator<char>()};
}

template <class T> T at(const std::string &file, uint64_t offset) {
  T value;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

uint64_t symbol(const std::string &file, const Elf64_Ehdr &header,
                const char *name) {
  for (int i = 0; i < header.e_shnum; ++i) {
    const auto table =
        at<Elf64_Shdr>(file, header.e_shoff + i * sizeof(Elf64_Shdr));
    if (table.sh_type != SHT_SYMTAB)
      continue;
    const auto names = at<Elf64_Shdr>(
        file, header.e_shoff + table.sh_link * sizeof(Elf64_Shdr));
    for (uint64_t k = 0; k < table.sh_size; k += sizeof(Elf64_Sym)) {
      const auto entry = at<Elf64_Sym>(file, table.sh_offset + k);
      if (std::strcmp(file.data() + names.sh_offset + entry.st_name, name) == 0)
        return entry.st_value;
    }
  }
  return 0;
}

} // namespace

GuestImage loadImage(const char *path) {
  const std::string file = readFile(path);
  if (file.size() < sizeof(Elf64_Ehdr) ||
      std::memcmp(file.data(), ELFMAG, SELFMAG) != 0)
    fail(path, "not an ELF file");
  void *memory = mmap(nullptr, TextSize + DataSize, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    fail(path, "no address space for its memory");
  GuestImage image;
  image.text = static_cast<std::byte *>(memory);
  image.data = image.text + (DataBase - TextBase);
  const auto header = at<Elf64_Ehdr>(file, 0);
  for (int i = 0; i < header.e_phnum; ++i) {
    const auto segment =
        at<Elf64_Phdr>(file, header.e_phoff + i * sizeof(Elf64_Phdr));
    if (segment.p_type == PT_LOAD)
      std::memcpy(image.text + (segment.p_vaddr - TextBase),
                  file.data() + segment.p_offset, segment.p_filesz);
  }
  image.entry = symbol(file, header, "program_run");
  if (image.entry == 0)
    fail(path, "has no symbol program_run");
  return image;
}

double cpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

void printResult(uint64_t checksum, double seconds, uint64_t instructions) {
  std::printf("%016llx %.6f %llu\n", static_cast<unsigned long long>(checksum),
              seconds, static_cast<unsigned long long>(instructions));
}

} // namespace bench

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the device program. See firmware-fixture.h.
#include "test/unit/device/firmware-fixture.h"

#include <elf.h>

#include <fstream>
#include <iterator>

namespace dpa::test {

static std::vector<char> readFile(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Value of a symbol of an ELF file from the build; 0 if the file has no such symbol.
static uint64_t symbolValue(const std::vector<char> &elf,
                            std::string_view name) {
  auto *header = reinterpret_cast<const Elf64_Ehdr *>(elf.data());
  auto *sections =
      reinterpret_cast<const Elf64_Shdr *>(elf.data() + header->e_shoff);
  for (int i = 0; i < header->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB)
      continue;
    const char *names = elf.data() + sections[sections[i].sh_link].sh_offset;
    auto *symbols =
        reinterpret_cast<const Elf64_Sym *>(elf.data() + sections[i].sh_offset);
    for (size_t j = 0; j < sections[i].sh_size / sizeof(Elf64_Sym); j++)
      if (name == names + symbols[j].st_name)
        return symbols[j].st_value;
  }
  return 0;
}

std::vector<char> Firmware::image;
std::shared_ptr<dpa::Device> Firmware::device;

void Firmware::SetUpTestSuite() {
  image = readFile(DPA_PROBES_IMAGE);
  std::string error;
  setenv("DPA_MISALIGNED", "trap",
         1); // libraries and firmware have no misaligned access
  device = dpa::openDevice("mlx5_0", error);
  unsetenv("DPA_MISALIGNED");
  ASSERT_TRUE(device) << error;
}

uint64_t Firmware::address(const std::string &name) {
  uint64_t value = symbolValue(image, name);
  EXPECT_NE(value, 0u) << name << ": not in the image";
  return value;
}

} // namespace dpa::test

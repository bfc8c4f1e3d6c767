// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The benchmark image for the engines that run in this process: one host
// mapping of the text and data ranges with the ELF's segments in it, and the
// address of program_run. The build makes the image, so an invalid one ends the program.
#ifndef BENCH_CPU_GUEST_IMAGE_H
#define BENCH_CPU_GUEST_IMAGE_H

#include <cstddef>
#include <cstdint>

namespace bench {

constexpr uint64_t TextBase = 0x40000000;
constexpr uint64_t TextSize = 0x40000000;
constexpr uint64_t DataBase = 0x80000000;
constexpr uint64_t DataSize = 0x40000000;
constexpr uint64_t StackTop = DataBase + DataSize - 64;

struct GuestImage {
  std::byte *text = nullptr; ///< host memory of [TextBase, DataBase + DataSize)
  std::byte *data = nullptr; ///< the same, from DataBase
  uint64_t entry = 0;        ///< program_run(number, rounds)
};

GuestImage loadImage(const char *path);

/// CPU time of this process in seconds.
double cpuSeconds();

/// Prints what run.py reads: checksum, seconds, instructions (0: not counted).
void printResult(uint64_t checksum, double seconds, uint64_t instructions);

} // namespace bench

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a benchmark program on the host itself: native IMAGE PROGRAM-NUMBER
// ROUNDS (the image is not used). The limit of every engine.
#include "bench/cpu/guest-image.h"

extern "C" {
#include "bench/cpu/guest/programs.h"
}

#include <cstdio>
#include <cstdlib>

int main(int argc, char **argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s IMAGE PROGRAM-NUMBER ROUNDS\n", argv[0]);
    return 2;
  }
  const uint64_t number = std::strtoull(argv[2], nullptr, 10);
  const uint64_t rounds = std::strtoull(argv[3], nullptr, 10);
  const double begin = bench::cpuSeconds();
  const uint64_t checksum = program_run(number, rounds);
  bench::printResult(checksum, bench::cpuSeconds() - begin, 0);
  return 0;
}

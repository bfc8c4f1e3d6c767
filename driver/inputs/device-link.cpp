// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common part of device links. See device-link.h.
#include "driver/inputs/device-link.h"

namespace dpa::driver {

std::vector<std::string> imageLinkOptions(const Toolchain &toolchain,
                                          const Model &model) {
  return {"-m",
          "elf64lriscv",
          "-T",
          toolchain.linkerScript("dpa_linker"),
          "-T",
          toolchain.linkerScript(model.name),
          "-static",
          "--gc-sections",
          "--discard-locals",
          "-z",
          "norelro",
          "-z",
          "nognustack",
          "--no-rosegment",
          "--build-id=sha1"};
}

std::vector<std::string> imageLibraries(const Toolchain &toolchain,
                                        const Model &model) {
  return {toolchain.deviceFile(model, "libflexio_dev.a"),
          "--no-whole-archive",
          "--start-group",
          toolchain.deviceFile(model, "libflexio-libc.a"),
          toolchain.deviceFile(model, "libgcc.a"),
          "--end-group"};
}

} // namespace dpa::driver

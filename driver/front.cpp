// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command dpacc: answers --version by itself and loads the driver for everything else, because
// LLVM and Clang take longer to load than that answer to print. Given a command line; returns the
// driver's status, or 1 if it cannot be loaded.
#include "driver/version.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <unistd.h>

using DriverMain = int(int, char **);

/// The only argument: with others the options decide.
static bool asksForVersion(int argc, char **argv) {
  if (argc != 2)
    return false;
  for (const char *spelling : {"--version", "-version", "--V", "-V"})
    if (std::strcmp(argv[1], spelling) == 0)
      return true;
  return false;
}

/// Beside this program's folder; empty if its path is unknown.
static std::string driverFile() {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0)
    return {};
  std::string folder(path, static_cast<size_t>(length));
  for (int level = 0; level < 2; ++level)
    folder.resize(folder.rfind('/'));
  return folder + "/lib/dpacc/dpacc-driver.so";
}

int main(int argc, char **argv) {
  if (asksForVersion(argc, argv)) {
    std::fputs(dpa::driver::versionText, stdout);
    if (std::fflush(stdout) == 0)
      return 0;
    std::fprintf(stderr,
                 "dpacc: error: standard output: cannot be written: %s\n",
                 std::strerror(errno));
    return 1;
  }
  void *driver = dlopen(driverFile().c_str(), RTLD_NOW | RTLD_GLOBAL);
  void *entry = driver ? dlsym(driver, "dpaccMain") : nullptr;
  if (!entry) {
    std::fprintf(stderr, "dpacc: error: %s\n", dlerror());
    return 1;
  }
  return reinterpret_cast<DriverMain *>(entry)(argc, argv);
}

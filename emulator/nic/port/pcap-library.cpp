// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads libpcap once. It is never unloaded: a port may still read.
#include "emulator/nic/port/pcap-library.h"

#include <dlfcn.h>

namespace dpa {
namespace {

constexpr const char *libraryName = "libpcap.so.0.8";

struct Loaded {
  PcapLibrary functions;
  std::string error;
};

template <typename Function>
void find(void *library, const char *name, Function &function, Loaded &loaded) {
  function =
      library ? reinterpret_cast<Function>(dlsym(library, name)) : nullptr;
  if (!function && loaded.error.empty()) {
    const char *why = dlerror();
    loaded.error = std::string(why ? why : libraryName) +
                   " (expected libpcap, to read pcap files)";
  }
}

Loaded loadLibrary() {
  Loaded loaded;
  PcapLibrary &to = loaded.functions;
  void *library = dlopen(libraryName, RTLD_NOW | RTLD_LOCAL);
  find(library, "pcap_fopen_offline_with_tstamp_precision", to.openFile,
       loaded);
  find(library, "pcap_next_ex", to.next, loaded);
  find(library, "pcap_geterr", to.message, loaded);
  find(library, "pcap_datalink", to.linkType, loaded);
  find(library, "pcap_datalink_val_to_name", to.linkTypeName, loaded);
  find(library, "pcap_close", to.close, loaded);
  return loaded;
}

} // namespace

/// Never destroyed: threads may still read while the program exits.
const PcapLibrary *PcapLibrary::load(std::string &error) {
  static const Loaded &loaded = *new Loaded(loadLibrary());
  if (loaded.error.empty())
    return &loaded.functions;
  error = loaded.error;
  return nullptr;
}

} // namespace dpa

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of libpcap that read files. The library is loaded when a port
// first needs it: linking it would delay the start of each program by 2 to 3 ms,
// because it depends on libdbus, libsystemd and others (docs/dependencies.md).
#ifndef DPA_EMULATOR_NIC_PORT_PCAP_LIBRARY_H
#define DPA_EMULATOR_NIC_PORT_PCAP_LIBRARY_H

#include <pcap/pcap.h>

#include <string>

namespace dpa {

struct PcapLibrary {
  decltype(&pcap_fopen_offline_with_tstamp_precision) openFile = nullptr;
  decltype(&pcap_next_ex) next = nullptr;
  decltype(&pcap_geterr) message = nullptr;
  decltype(&pcap_datalink) linkType = nullptr;
  decltype(&pcap_datalink_val_to_name) linkTypeName = nullptr;
  decltype(&pcap_close) close = nullptr;

  /// Null, with a message in `error`, if it cannot be loaded.
  static const PcapLibrary *load(std::string &error);
};

} // namespace dpa

#endif

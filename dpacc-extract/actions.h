// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What dpacc-extract does with a host file whose device programs are known.
// Each action returns the exit status and reports its own errors.
#ifndef DPA_DPACC_EXTRACT_ACTIONS_H
#define DPA_DPACC_EXTRACT_ACTIONS_H

#include "dpacc-extract/options.h"

namespace dpa::extract {

/// A request: the options, the file that they name, the apps in it.
struct Request {
  const tools::CommandLine &line; ///< for messages
  const Options &options;
  ByteView file;
  const std::vector<image::App> &apps;
};

/// "input: why", and the list.
int refuse(const Request &request, const Refusal &refusal);

/// Only ELF files are written.
int extractOne(const Request &request);
/// Every image that fits into a file `<app>.<model>.elf` of a folder.
int extractAll(const Request &request);
/// "my_app.bf3", a name for a file.
std::string imageFileName(const Request &request, const Choice &choice);
int list(const Request &request);
int replace(const Request &request);
/// Runs gdb-multiarch with an image, and a core if one is given; the status is
/// gdb's.
int debug(const Request &request);

} // namespace dpa::extract

#endif

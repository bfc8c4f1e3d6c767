// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes outputs beside their places. See output-files.h.
#include "driver/stages/output-files.h"

#include "driver/processes/cleanup.h"
#include "driver/processes/files.h"
#include "driver/processes/report.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

namespace fs = llvm::sys::fs;

namespace dpa::driver {

static unsigned modeOf(bool isProgram) {
  unsigned all = isProgram ? 0777 : 0666;
  return all & ~fs::getUmask();
}

static bool write(const std::string &path, int file, ByteView bytes) {
  llvm::raw_fd_ostream out(file, /*shouldClose=*/false, /*unbuffered=*/true);
  out.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (!out.has_error())
    return true;
  reportErrorIn(path, Problem::OutputUnwritable, out.error().message());
  out.clear_error();
  return false;
}

bool OutputFiles::add(const std::string &path, ByteView bytes, bool isProgram) {
  if (isStream(path)) {
    streams_.push_back({path, Bytes(bytes.begin(), bytes.end())});
    return true;
  }
  SignalHold hold;
  llvm::Expected<fs::TempFile> file =
      fs::TempFile::create(path + ".tmp%%%%%%", modeOf(isProgram));
  if (!file) {
    reportErrorIn(path, Problem::OutputUnwritable,
                  llvm::toString(file.takeError()));
    return false;
  }
  bool isOk = write(path, file->FD, bytes);
  outputs_.push_back({path, std::move(*file)});
  return isOk;
}

/// Renames fail where a folder has the name: that is found before the first of them.
static bool isFolder(const std::string &path) {
  if (!fs::is_directory(path))
    return false;
  reportErrorIn(path, Problem::OutputIsFolder);
  return true;
}

bool OutputFiles::giveNames() {
  SignalHold hold;
  if (llvm::any_of(outputs_,
                   [](const Output &output) { return isFolder(output.path); }))
    return false;
  while (!outputs_.empty()) {
    Output &output = outputs_.front();
    if (llvm::Error error = output.file.keep(output.path)) {
      reportErrorIn(output.path, Problem::OutputUnwritable,
                    llvm::toString(std::move(error)));
      return false;
    }
    outputs_.erase(outputs_.begin());
  }
  return true;
}

void OutputFiles::print(const std::string &text) {
  printed_ += text;
}

static bool printAll(llvm::StringRef text) {
  llvm::outs() << text;
  return finishStandardOutput(0) == 0;
}

bool OutputFiles::commit() {
  bool isOk = giveNames();
  // A stream may wait for its reader: a signal ends that.
  for (const Stream &stream : streams_)
    isOk &= writeOrReport(stream.path, stream.bytes);
  return (printed_.empty() || printAll(printed_)) && isOk;
}

OutputFiles::~OutputFiles() {
  for (Output &output : outputs_)
    llvm::consumeError(output.file.discard());
}

} // namespace dpa::driver

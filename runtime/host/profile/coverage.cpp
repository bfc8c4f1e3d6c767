// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From device memory to a file: see coverage.h.
#include "runtime/host/profile/coverage.h"

#include "base/file-pattern.h"
#include "base/fork-generation.h"
#include "image/build-id.h"
#include "image/file.h"
#include "runtime/host/profile/image-name.h"
#include "runtime/host/support/log.h"

#include <filesystem>
#include <map>
#include <mutex>
#include <new>

namespace dpa::host {
namespace {

constexpr const char *defaultPattern = "dpa-%m-%p.profraw";
constexpr const char *coverageCall = "coverage";

/// What this program has written.
struct CoverageFiles {
  struct File {
    Bytes image; ///< its build id
    image::ProfileCounts counts;
  };
  std::mutex lock; ///< of what follows; held while a file is written
  std::map<std::string, File> files;
};

std::vector<uint64_t> readWords(Process &process,
                                const image::ProfileMemory::Range &range) {
  std::vector<uint64_t> words((range.size + sizeof(uint64_t) - 1) /
                              sizeof(uint64_t));
  uint64_t address = range.address;
  for (uint64_t &word : words) {
    process.readGuard(address, word);
    address += sizeof word;
  }
  return words;
}

} // namespace

std::unique_ptr<Coverage> Coverage::of(const App &app,
                                       const std::string &pattern,
                                       const std::string &title) {
  const Result<std::optional<image::ProfileMemory>> memory =
      image::profileMemoryOf(app.elf());
  if (!memory) {
    logError(coverageCall, "process %s: %s", title.c_str(),
             memory.error().message.c_str());
    return nullptr;
  }
  if (!*memory)
    return nullptr;
  const std::optional<std::string> name = expandFilePattern(
      pattern.empty() ? defaultPattern : pattern, imageName(app));
  if (!name)
    return nullptr; // not from the emulator's settings, which check it
  // Absolute, because the program may change its current folder.
  std::error_code noFolder;
  return std::unique_ptr<Coverage>(
      new Coverage(app, **memory,
                   std::filesystem::absolute(*name, noFolder).string(), title));
}

/// Units that still run change counters meanwhile, as threads of a host program do.
image::ProfileCounts Coverage::read(Process &process) const {
  image::ProfileCounts counts;
  counts.counters = readWords(process, memory_.counters);
  for (const uint64_t word : readWords(process, memory_.bitmap))
    appendU64(counts.bitmap, word);
  counts.bitmap.resize(memory_.bitmap.size);
  return counts;
}

Result<void> Coverage::addToFile(const image::ProfileCounts &counts) const {
  const Bytes id = image::buildIdOf(app_.image());
  auto &written = perProgram<CoverageFiles>();
  const std::lock_guard guard(written.lock);
  const auto [place, isNew] = written.files.try_emplace(file_);
  CoverageFiles::File &file = place->second;
  if (isNew)
    file.image = id;
  if (file.image != id)
    return Error{file_ + ": has the counters of another image (expected a file "
                         "name with %m)"};
  file.counts.add(counts);
  const Result<Bytes> bytes = image::rawProfile(app_.elf(), id, file.counts);
  if (!bytes)
    return bytes.error();
  return image::writeFile(file_, *bytes);
}

void Coverage::write(Process &process) noexcept try {
  if (isWritten_.exchange(true))
    return;
  if (const Result<void> written = addToFile(read(process)); !written)
    logError(coverageCall, "process %s: %s", title_.c_str(),
             written.error().message.c_str());
  else
    logInfo(coverageCall, "process %s: %s", title_.c_str(), file_.c_str());
} catch (const std::bad_alloc &) {
  logError(coverageCall, "process %s: out of host memory", title_.c_str());
}

} // namespace dpa::host

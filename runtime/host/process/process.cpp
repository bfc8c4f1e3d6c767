// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creation, identity and end of a process: see process.h.
#include "runtime/host/process/process.h"

#include "base/bytes.h"
#include "runtime/host/apps/app-attributes.h"
#include "runtime/host/process/core-dump.h"
#include "runtime/host/process/process-end.h"
#include "runtime/host/support/log.h"
#include "runtime/host/support/readable-memory.h"

#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace dpa::host {

FlexioProcess::FlexioProcess(std::shared_ptr<Device> device,
                             std::shared_ptr<App> app, const std::string &name)
    : device_(std::move(device)), app_(std::move(app)),
      reports_(name, *app_, *device_) {}

Result<std::shared_ptr<FlexioProcess>>
FlexioProcess::create(ibv_context *context, std::shared_ptr<Device> device,
                      std::shared_ptr<App> app,
                      const flexio_process_attr &attributes) {
  std::optional<std::string> name =
      attributes.name ? readableText(attributes.name) : app->name();
  if (!name)
    return Error{"process of app '" + app->name() + "': the name at " +
                 hex(std::bit_cast<uintptr_t>(attributes.name)) +
                 " cannot be read"};
  std::shared_ptr<FlexioProcess> process(
      new FlexioProcess(std::move(device), std::move(app), *name));
  if (Result<void> set = process->setDomain(context, attributes.pd); !set)
    return set.error();
  process->profile_ = ProfileFile::of(
      process->app(), process->device_->profile(), process->title());
  process->reports_.setProfile(process->profile_.get());
  // Only for signed programs: others are rejected without them, or not checked.
  const std::optional<Bytes> rights = process->app().signature().empty()
                                          ? std::nullopt
                                          : attributesOf(process->app());
  std::string error;
  process->deviceProcess_ =
      process->device_->createProcess({.image = process->app().image(),
                                       .name = *name,
                                       .app = process->app().name(),
                                       .signature = process->app().signature(),
                                       .attributes = rights},
                                      process->reports_, error);
  if (!process->deviceProcess_)
    return Error{"process " + process->title() + ": " + error};
  process->memory_ = std::make_unique<DeviceMemory>(*process->deviceProcess_);
  process->buffers_ = std::make_unique<ArgumentBuffers>(process->heap());
  process->setDump();
  process->coverage_ = Coverage::of(
      process->app(), process->device_->coverageFile(), process->title());
  return process;
}

/// A dump that has begun reads the device's process.
FlexioProcess::~FlexioProcess() {
  if (dump_)
    dump_->close();
  deviceProcess_.reset();
  if (ownsDomain_)
    ibv_dealloc_pd(domain_);
}

/// Absolute from now on, because the program may change its current folder.
void FlexioProcess::setDump() {
  const std::string folder = device_->coreDumpFolder();
  if (folder.empty())
    return;
  std::error_code noFolder;
  const std::string path = std::filesystem::absolute(folder, noFolder).string();
  dump_ = std::make_unique<AutomaticDump>(
      [this, path] { writeAutomaticDump(*this, path); });
  reports_.setDump(dump_.get());
}

Result<void> FlexioProcess::setDomain(ibv_context *context, ibv_pd *given) {
  if (given && !hostMemory().hasDomain(given))
    return Error{"process " + title() + ": " +
                 hex(std::bit_cast<uintptr_t>(given)) +
                 " is not a protection domain of its device"};
  domain_ = given;
  if (domain_)
    return {};
  domain_ = ibv_alloc_pd(context);
  if (!domain_)
    return Error{"process " + title() +
                 ": cannot allocate a protection domain: " + strerror(errno)};
  ownsDomain_ = true;
  return {};
}

uint8_t FlexioProcess::status() const {
  uint8_t now = deviceProcess_->status();
  if (isError(now))
    reports_.raiseError();
  return now;
}

bool FlexioProcess::isAlive(const char *call) const {
  if (status() == 0)
    return true;
  logError(call, "process %s is dead: %s", title().c_str(), whyEnded().c_str());
  return false;
}

std::string FlexioProcess::whyEnded() const {
  uint8_t why = status();
  return why ? nameOfStatus(why) : "";
}

bool FlexioProcess::setErrorHandler(uint64_t function) {
  if (hadThreads_)
    return false;
  deviceProcess_->setErrorHandler(function);
  return true;
}

std::unique_ptr<Thread>
FlexioProcess::createThread(const ThreadSettings &settings,
                            std::string &error) {
  std::unique_ptr<Thread> thread =
      deviceProcess_->createThread(settings, error);
  hadThreads_ = hadThreads_ || thread;
  return thread;
}

/// At a regular end of the program: processes that it has not destroyed.
[[gnu::destructor]] static void writeAllCounts() noexcept try {
  for (const std::shared_ptr<FlexioProcess> &process : processes().all())
    process->writeCounts();
} catch (const std::bad_alloc &) {
  logError("process", "out of host memory: counts of processes are lost");
}

Handles<FlexioProcess> &processes() {
  static auto &table = *new Handles<FlexioProcess>("process");
  return table;
}

} // namespace dpa::host

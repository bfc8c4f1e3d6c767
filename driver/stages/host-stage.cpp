// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts host compilations when their texts are complete. See host-stage.h.
#include "driver/stages/host-stage.h"

#include "clang-plugin/names.h"
#include "driver/processes/files.h"
#include "driver/processes/report.h"
#include "image/host-stub-text.h"

#include "llvm/ADT/STLExtras.h"

#include <thread>

namespace dpa::driver {

HostStage::HostStage(const Plan &plan, const Inputs &inputs)
    : plan_(plan), inputs_(inputs), records_(plan.sources.size()),
      isKnown_(plan.sources.size()), isStarted_(plan.hostCompiles.size()),
      limit_(inputs.options.jobs != 0
                 ? inputs.options.jobs
                 : std::max(1U, std::thread::hardware_concurrency())) {
  for (size_t i = 0; i < inputs.objects.size(); ++i)
    linkedRecords_.push_back(image::combineRecords(
        inputs.objects[i].records,
        frontend::identifierFromStem(plan.linkedObjects[i].stem)));
}

void HostStage::addRecord(size_t source, const image::InterfaceRecord &record) {
  std::lock_guard lock(mutex_);
  records_[source] = record;
  isKnown_[source] = true;
  startReady();
}

bool HostStage::isReady(const HostCompilePlan &compile) const {
  return llvm::all_of(compile.units,
                      [this](size_t unit) { return isKnown_[unit]; });
}

void HostStage::startReady() {
  for (size_t i = 0; i < plan_.hostCompiles.size(); ++i) {
    const HostCompilePlan &compile = plan_.hostCompiles[i];
    if (isStarted_[i] || !isReady(compile))
      continue;
    if (running_.size() >= limit_)
      return;
    isStarted_[i] = true;
    if (!hasClashes(units(compile), app()))
      start(compile);
  }
}

void HostStage::start(const HostCompilePlan &compile) {
  if (!writeOrReport(compile.source, viewOf(textOf(compile))))
    return;
  HostCompiler &compiler = running_.emplace_back(inputs_, plan_);
  if (!compiler.start(compile.arguments))
    running_.pop_back();
}

std::vector<UnitEntries>
HostStage::units(const HostCompilePlan &compile) const {
  std::vector<UnitEntries> entries;
  entries.reserve(compile.units.size() + compile.linked.size());
  for (size_t unit : compile.units)
    entries.push_back({plan_.sources[unit].path, &records_[unit]});
  for (size_t object : compile.linked)
    entries.push_back(
        {plan_.linkedObjects[object].path, &linkedRecords_[object]});
  return entries;
}

std::string HostStage::textOf(const HostCompilePlan &compile) const {
  std::string text;
  for (const UnitEntries &unit : units(compile))
    text += unit.record->hostStub;
  return compile.hasGlue ? text + plan_.glueText : text;
}

/// Only a program has an app.
const std::string &HostStage::app() const {
  static const std::string none;
  return plan_.links.empty() ? none : inputs_.options.appName;
}

bool HostStage::checkNames() {
  std::lock_guard lock(mutex_);
  for (const HostCompilePlan &compile : plan_.hostCompiles)
    reportClashes(units(compile), app());
  return !hasErrors();
}

bool HostStage::finish() {
  std::lock_guard lock(mutex_);
  for (startReady(); !running_.empty(); startReady()) {
    running_.front().wait();
    running_.pop_front();
  }
  return !hasErrors();
}

} // namespace dpa::driver

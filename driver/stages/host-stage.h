// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host compilations of a build: each starts as soon as everything it needs is there, beside the
// device compilations, but no more at a time than the user allows. Given the records of the units
// one by one, from any thread; the host compiler's failures are reported when it is waited for.
// Never starts anything for a program whose names clash.
#ifndef DPA_DRIVER_STAGES_HOST_STAGE_H
#define DPA_DRIVER_STAGES_HOST_STAGE_H

#include "driver/plan/plan.h"
#include "driver/stages/entry-points.h"
#include "driver/stages/host-compiler.h"

#include <condition_variable>
#include <list>
#include <mutex>

namespace dpa::driver {

class HostStage {
public:
  HostStage(const Plan &plan, const Inputs &inputs);

  /// What the host needs of a source.
  void addRecord(size_t source, const image::InterfaceRecord &record);

  /// To be called when all records are there: reports names that clash; false if there are any.
  bool checkNames();

  /// Starts what needs no source, and waits for everything. False after an error, of this stage or
  /// before it.
  bool finish();

private:
  std::vector<UnitEntries> units(const HostCompilePlan &compile) const;
  std::string textOf(const HostCompilePlan &compile) const;
  bool isReady(const HostCompilePlan &compile) const;
  void startReady();
  void start(const HostCompilePlan &compile);
  const std::string &app() const;

  const Plan &plan_;
  const Inputs &inputs_;
  std::vector<image::InterfaceRecord> linkedRecords_;
  std::mutex mutex_;
  std::vector<image::InterfaceRecord> records_;
  std::vector<bool> isKnown_; ///< whether the record of a source is there
  std::vector<bool> isStarted_;
  size_t limit_; ///< host compilations at a time
  std::list<HostCompiler> running_;
};

} // namespace dpa::driver

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One source for all hardware models: parsed once, and compiled as often as the models and the
// source make necessary. Given the source's part of the plan; writes the objects, collects
// messages, hands over what the host needs as soon as it is known.
#ifndef DPA_DRIVER_COMPILE_SOURCE_COMPILER_H
#define DPA_DRIVER_COMPILE_SOURCE_COMPILER_H

#include "driver/compile/compile-device.h"
#include "driver/compile/task-pool.h"
#include "driver/options/source-language.h"

namespace dpa::driver {

/// What all sources have in common.
struct CompileContext {
  const Plan &plan;
  const Inputs &inputs;
  const frontend::WarningOptions &warnings;
  TaskPool &pool;
};

class SourceCompiler {
public:
  using OnRecord = std::function<void(const image::InterfaceRecord &)>;

  SourceCompiler(const CompileContext &context, size_t source,
                 OnRecord onRecord);

  /// Compiles for the first model, and adds a task for each other model that needs one.
  void compile();

  /// To be called when no task is left: writes the objects that are equal to others.
  void finish();

  const CompileResult &result(size_t model) const {
    return variants_[model].result;
  }

  /// Of the first model.
  const image::InterfaceRecord &record() const {
    return variants_.front().record;
  }

  /// The host has one stub for all models: reports a difference.
  void checkModelsAgree() const;

private:
  /// The compilation for one model. Each is used by one task at a time.
  struct Variant {
    const CompilePlan *plan;
    DeviceInvocation invocation;
    CompileResult result;
    image::InterfaceRecord record;
    bool isParsed = false;          ///< it has a record of its own
    bool isFromFirst = false;       ///< compiled from the first model's parse
    const Variant *equal = nullptr; ///< has the same object
  };

  void compileInProcess();
  void compileAsProcess(Variant &variant);
  void compileElsewhere(Variant &variant);
  bool readInvocation(Variant &variant);
  void compileVariant(Variant &variant, const OnModule &onModule);
  void takeRecord(Variant &variant, image::InterfaceRecord record);
  void readRecord(Variant &variant);
  void compileOthers(const std::shared_ptr<const ParsedUnit> &unit);
  bool findEqual(size_t index, const ParsedUnit &unit);
  void copyObject(Variant &variant);

  const CompileContext context_;
  const std::string path_;
  const std::string stem_;
  const SourceLanguage language_;
  OnRecord onRecord_;
  std::vector<Variant> variants_; ///< in the order of the models
};

} // namespace dpa::driver

#endif

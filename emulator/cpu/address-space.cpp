// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The public face of an address space.
#include "emulator/cpu/address-space.h"

#include "emulator/cpu/space-state.h"

namespace dpa::cpu {

AddressSpace::AddressSpace(const EngineOptions &options)
    : state_(std::make_unique<SpaceState>(options)) {}
AddressSpace::~AddressSpace() = default;

Engine AddressSpace::engine() const {
  return state_->translates ? Engine::Jit : Engine::Interpreter;
}

bool AddressSpace::isObserved() const {
  return state_->options.observer != nullptr;
}

bool AddressSpace::add(const Region &region) {
  return state_->add(region);
}

void AddressSpace::setDebugPoints(DebugPoints points) {
  state_->setDebugPoints(std::move(points));
}

void AddressSpace::forgetTranslations() {
  state_->forgetTranslations();
}

void AddressSpace::codeChanged(uint64_t address, uint64_t size) {
  state_->codeChanged(address, size);
}

} // namespace dpa::cpu

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a static RISC-V Linux program on our hart, in user mode, as qemu-riscv64 would: the program
// may read standard input, write standard output and exit, so that one binary runs on both. Given
// an ELF file and input; returns output, how the program ended, and the retired count. Any other
// system call or a trap ends the program and is reported.
#ifndef TEST_CONFORMANCE_LINUX_MACHINE_H
#define TEST_CONFORMANCE_LINUX_MACHINE_H

#include "emulator/cpu/hart.h"

#include <memory>
#include <string>
#include <vector>

namespace conformance {

class LinuxMachine {
public:
  enum class End : uint8_t {
    Input,  ///< needs more input
    Exit,   ///< status() is the exit status
    Fault,  ///< fault() is the reason
    Budget, ///< the instructions are used up
  };

  LinuxMachine(const std::string &elf, const std::string &engine);
  ~LinuxMachine();

  /// Instructions of one run of the hart; 0: all that are left.
  void setTurn(uint64_t instructions) { turn_ = instructions; }

  /// More standard input; closeInput() makes a read at its end give 0.
  void feed(const void *data, size_t size) {
    input_.append(static_cast<const char *>(data), size);
  }
  void closeInput() { inputEnds_ = true; }

  /// Runs until `budget` more instructions are retired or it ends.
  End run(uint64_t budget);

  const std::string &output() const { return output_; }
  void clearOutput() { output_.clear(); }
  int status() const { return status_; }
  const std::string &fault() const { return fault_; }
  uint64_t retired() const { return hart_->retired(); }

private:
  class NoClock;
  struct Segment {
    uint64_t base;
    std::vector<uint64_t> cells;
  };

  void load(const std::string &path);
  void mapFirmware();
  /// Host memory of a guest range, or null.
  std::byte *at(uint64_t address, uint64_t size);
  /// Handles the trap that the firmware waits in; false: `end` is why the program ends.
  bool handleTrap(End &end);
  bool handleCall(End &end);
  bool failed(const std::string &why, End &end);

  std::unique_ptr<dpa::cpu::AddressSpace> space_;
  std::vector<std::unique_ptr<Segment>> segments_;
  std::unique_ptr<NoClock> clock_;
  std::unique_ptr<dpa::cpu::Hart> hart_;
  uint64_t entry_ = 0;
  uint64_t turn_ = 0;
  std::string input_;
  size_t inputUsed_ = 0;
  bool inputEnds_ = false;
  bool waits_ = false; ///< in the firmware's trap handler
  std::string output_;
  int status_ = 0;
  std::string fault_;
};

} // namespace conformance

#endif

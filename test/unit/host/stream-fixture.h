// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Message streams with a scripted device, whose calls send messages to the streams 0, 1 and 254.
#ifndef DPA_TEST_HOST_STREAM_FIXTURE_H
#define DPA_TEST_HOST_STREAM_FIXTURE_H

#include "test/unit/host/fake-device.h"

#include "runtime/abi/message-streams.h"

#include <cstdio>
#include <string>
#include <vector>

namespace dpa::test {

// A function of the device library that is called for a stream.
struct StreamCall {
  uint64_t function;
  uint64_t stream;
  uint64_t level;
  bool operator==(const StreamCall &) const = default;
};

class StreamTest : public HostTest {
protected:
  StreamTest() : process_(makeProcess()), out_(tmpfile()) {
    attributes_.data_bsize = 2048;
    device_->script = [this](FakeProcess &machine, uint64_t function,
                             uint64_t arg0, uint64_t, uint64_t &value) {
      if (function == streamConfigure || function == streamClose) {
        dpa_stream_arguments arguments{};
        EXPECT_TRUE(machine.read(arg0, &arguments, sizeof arguments));
        streamCalls_.push_back({function, arguments.stream, arguments.level});
        value = answer_;
      } else {
        machine.sendMessage(0, 2, "first\n");
        machine.sendMessage(0, 12, "second\n");
        machine.sendMessage(1, 123, "other\n");
        machine.sendMessage(254, 0, "not open\n");
      }
      return CallResult::Ok;
    };
  }
  ~StreamTest() override {
    flexio_process_destroy(process_);
    fclose(out_);
  }

  flexio_msg_stream *open() {
    flexio_msg_stream *stream = nullptr;
    flexio_msg_stream_create(process_, &attributes_, out_, nullptr, &stream);
    return stream;
  }

  flexio_status call() {
    return flexio_process_call(process_, addStub, nullptr, uint64_t{1},
                               uint64_t{2});
  }

  std::string written() {
    std::string text(static_cast<size_t>(ftell(out_)), '\0');
    rewind(out_);
    EXPECT_EQ(fread(text.data(), 1, text.size(), out_), text.size());
    return text;
  }

  flexio_process *process_;
  FILE *out_;
  flexio_msg_stream_attr_t attributes_{};
  std::vector<StreamCall> streamCalls_;
  uint64_t answer_ = DPA_STREAM_OK;
};

} // namespace dpa::test

#endif

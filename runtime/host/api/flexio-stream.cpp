// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about message streams, in their newer and their older form.
// The work is done by FlexioStream.
#include "runtime/host/api/api-call.h"
#include "runtime/host/api/hand-out.h"
#include "runtime/host/objects/stream.h"

#include <libflexio/flexio.h>

using namespace dpa::host;

namespace {

// On failure, which is logged, `opened` is null.
flexio_status open(const char *call,
                   const std::shared_ptr<FlexioProcess> &process,
                   const flexio_msg_stream_attr_t &attributes, FILE *out,
                   std::shared_ptr<FlexioStream> &opened) {
  if (!process->isAlive(call))
    return FLEXIO_STATUS_FATAL_ERR;
  opened = FlexioStream::open(call, process, attributes, out);
  if (opened)
    return FLEXIO_STATUS_SUCCESS;
  return process->status() == 0 ? FLEXIO_STATUS_FAILED
                                : FLEXIO_STATUS_FATAL_ERR;
}

// Writes what was sent to the stream.
flexio_status flush(const char *call, FlexioStream &stream) {
  stream.flush();
  return stream.lossStatus(call);
}

// Closes a stream that was taken out of the table; if that fails it is put back,
// unless its process is destroyed meanwhile.
flexio_status close(const char *call, const void *handle,
                    const std::shared_ptr<FlexioStream> &stream) {
  flexio_status closed = stream->close(call);
  if (closed == FLEXIO_STATUS_SUCCESS)
    return stream->lossStatus(call);
  streams().addFor(processes(), stream->process(), handle, stream);
  return closed;
}

// Closes the stream on failure.
flexio_status handOutStream(const char *call, const FlexioProcess &process,
                            const std::shared_ptr<FlexioStream> &stream,
                            pthread_t *thread, flexio_msg_stream *&result) {
  flexio_status status = handOut(call, process, streams(), stream, result);
  if (status != FLEXIO_STATUS_SUCCESS)
    stream->close(call);
  else if (thread)
    *thread = stream->thread();
  return status;
}

// The default stream of a process and its handle; null, with an entry in the
// log, if it is not open.
std::pair<const void *, std::shared_ptr<FlexioStream>>
defaultStreamOf(const char *call, const FlexioProcess &process) {
  auto found = streams().findIf([&](const FlexioStream &stream) {
    return stream.isDefault() && &stream.process() == &process;
  });
  if (!found.second)
    logError(call, "process %s: the default stream is not open",
             process.title().c_str());
  return found;
}

} // namespace

flexio_status flexio_msg_stream_create(flexio_process *process,
                                       flexio_msg_stream_attr_t *stream_fattr,
                                       FILE *out, pthread_t *ppthread,
                                       flexio_msg_stream **stream) {
  return ApiCall(__func__, Given(process, stream_fattr, out, ppthread, stream),
                 ResultPointer(stream), Live(processes, process),
                 attributesGiven(stream_fattr))
      .status([&](const char *call, const auto &owner) {
        std::shared_ptr<FlexioStream> opened;
        flexio_status status = open(call, owner, *stream_fattr, out, opened);
        return status == FLEXIO_STATUS_SUCCESS
                   ? handOutStream(call, *owner, opened, ppthread, *stream)
                   : status;
      });
}

flexio_status flexio_msg_stream_destroy(flexio_msg_stream *stream) {
  return ApiCall(__func__, Given(stream)).status([&](const char *call) {
    if (!stream || streams().isInherited(stream))
      return FLEXIO_STATUS_SUCCESS;
    std::shared_ptr<FlexioStream> found = streams().take(call, stream);
    return found ? close(call, stream, found) : FLEXIO_STATUS_FAILED;
  });
}

flexio_status flexio_msg_stream_flush(flexio_msg_stream *stream) {
  return ApiCall(__func__, Given(stream), Live(streams, stream))
      .status([](const char *call, const auto &found) {
        return flush(call, *found);
      });
}

int flexio_msg_stream_get_id(flexio_msg_stream *stream) {
  return ApiCall(__func__, Given(stream), Live(streams, stream))
      .value(-1, [](auto, const auto &found) {
        return static_cast<int>(found->id());
      });
}

flexio_status flexio_msg_stream_level_set(flexio_msg_stream *stream,
                                          flexio_msg_dev_level level) {
  return ApiCall(__func__, Given(stream, level), Live(streams, stream))
      .status([&](const char *call, const auto &found) {
        return found->setLevel(call, level);
      });
}

flexio_status flexio_log_dev_init(flexio_process *process,
                                  flexio_msg_stream_attr_t *stream_fattr,
                                  FILE *out, pthread_t *ppthread) {
  return ApiCall(__func__, Given(process, stream_fattr, out, ppthread),
                 Live(processes, process), attributesGiven(stream_fattr))
      .status([&](const char *call, const auto &owner) {
        std::shared_ptr<FlexioStream> opened;
        flexio_status status = open(call, owner, *stream_fattr, out, opened);
        if (status != FLEXIO_STATUS_SUCCESS)
          return status;
        if (!opened->isDefault()) {
          logError(call, "the default stream is already open");
          opened->close(call);
          return FLEXIO_STATUS_FAILED;
        }
        flexio_msg_stream *stream = nullptr;
        return handOutStream(call, *owner, opened, ppthread, stream);
      });
}

flexio_status flexio_log_dev_flush(flexio_process *process) {
  return ApiCall(__func__, Given(process), Live(processes, process))
      .status([](const char *call, const auto &owner) {
        auto stream = defaultStreamOf(call, *owner).second;
        return stream ? flush(call, *stream) : FLEXIO_STATUS_FAILED;
      });
}

flexio_status flexio_log_dev_destroy(flexio_process *process) {
  return ApiCall(__func__, Given(process), Live(processes, process))
      .status([](const char *call, const auto &owner) {
        const void *handle = defaultStreamOf(call, *owner).first;
        std::shared_ptr<FlexioStream> stream = streams().remove(handle);
        return stream ? close(call, handle, stream) : FLEXIO_STATUS_FAILED;
      });
}

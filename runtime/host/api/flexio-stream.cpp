// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about message streams, in their newer and their older form.
// The work is done by FlexioStream.
#include "runtime/host/api/guard.h"
#include "runtime/host/objects/stream.h"
#include "runtime/host/support/expected-object.h"

#include <libflexio/flexio.h>

using namespace dpa;
using namespace dpa::host;

namespace {

// Null, with an entry in the log for `call`, if there is no such stream.
std::shared_ptr<FlexioStream> streamOf(const char *call,
                                       const flexio_msg_stream *handle) {
  return expectedObject(call, streams().find(handle), handle, "message stream");
}

// The default stream of a process and its handle; null if it is not open.
std::pair<const void *, std::shared_ptr<FlexioStream>>
defaultStreamOf(const FlexioProcess &process) {
  return streams().findIf([&](const FlexioStream &stream) {
    return stream.id() == FLEXIO_MSG_DEV_DEFAULT_STREAM_ID &&
           stream.process().get() == &process;
  });
}

// On failure, which is in the log, `opened` is null.
flexio_status open(const char *call, flexio_process *process,
                   const flexio_msg_stream_attr_t *attributes, FILE *out,
                   std::shared_ptr<FlexioStream> &opened) {
  std::shared_ptr<FlexioProcess> found = processOf(call, process);
  if (!found)
    return FLEXIO_STATUS_FAILED;
  if (!attributes) {
    logError(call, "the attributes are NULL");
    return FLEXIO_STATUS_FAILED;
  }
  if (!found->isAlive(call))
    return FLEXIO_STATUS_FATAL_ERR;
  opened = FlexioStream::open(call, found, *attributes, out);
  if (opened)
    return FLEXIO_STATUS_SUCCESS;
  return found->status() == 0 ? FLEXIO_STATUS_FAILED : FLEXIO_STATUS_FATAL_ERR;
}

// Ends a stream that was taken out of the table; if that fails it is there again.
flexio_status close(const char *call, const void *handle,
                    std::shared_ptr<FlexioStream> stream) {
  flexio_status closed = stream->close(call);
  if (closed != FLEXIO_STATUS_SUCCESS)
    streams().add(handle, std::move(stream));
  return closed;
}

flexio_msg_stream *publish(std::shared_ptr<FlexioStream> stream,
                           pthread_t *thread) {
  if (thread)
    *thread = stream->thread();
  auto *handle = reinterpret_cast<flexio_msg_stream *>(stream.get());
  streams().add(handle, std::move(stream));
  return handle;
}

} // namespace

flexio_status flexio_msg_stream_create(flexio_process *process,
                                       flexio_msg_stream_attr_t *streamFattr,
                                       FILE *out, pthread_t *ppthread,
                                       flexio_msg_stream **stream) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!stream) {
      logError(call, "the result pointer is NULL");
      return FLEXIO_STATUS_FAILED;
    }
    *stream = nullptr;
    std::shared_ptr<FlexioStream> opened;
    if (flexio_status status = open(call, process, streamFattr, out, opened);
        status != FLEXIO_STATUS_SUCCESS)
      return status;
    *stream = publish(std::move(opened), ppthread);
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_status flexio_msg_stream_destroy(flexio_msg_stream *stream) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!stream)
      return FLEXIO_STATUS_SUCCESS;
    std::shared_ptr<FlexioStream> found = streams().remove(stream);
    if (!found) {
      logError(call, "%p is no message stream, or a destroyed one",
               static_cast<void *>(stream));
      return FLEXIO_STATUS_FAILED;
    }
    return close(call, stream, std::move(found));
  });
}

flexio_status flexio_msg_stream_flush(flexio_msg_stream *stream) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<FlexioStream> found = streamOf(call, stream);
    if (!found)
      return FLEXIO_STATUS_FAILED;
    found->flush();
    return FLEXIO_STATUS_SUCCESS;
  });
}

int flexio_msg_stream_get_id(flexio_msg_stream *stream) {
  return guarded(__func__, -1, [&, call = __func__] {
    std::shared_ptr<FlexioStream> found = streamOf(call, stream);
    return found ? static_cast<int>(found->id()) : -1;
  });
}

flexio_status flexio_msg_stream_level_set(flexio_msg_stream *stream,
                                          flexio_msg_dev_level level) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<FlexioStream> found = streamOf(call, stream);
    return found ? found->setLevel(call, level) : FLEXIO_STATUS_FAILED;
  });
}

flexio_status flexio_log_dev_init(flexio_process *process,
                                  flexio_msg_stream_attr_t *streamFattr,
                                  FILE *out, pthread_t *ppthread) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<FlexioStream> opened;
    if (flexio_status status = open(call, process, streamFattr, out, opened);
        status != FLEXIO_STATUS_SUCCESS)
      return status;
    if (opened->id() != FLEXIO_MSG_DEV_DEFAULT_STREAM_ID) {
      logError(call, "the default stream is open already");
      opened->close(call);
      return FLEXIO_STATUS_FAILED;
    }
    publish(std::move(opened), ppthread);
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_status flexio_log_dev_flush(flexio_process *process) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<FlexioProcess> found = processOf(call, process);
    if (!found)
      return FLEXIO_STATUS_FAILED;
    if (std::shared_ptr<FlexioStream> stream = defaultStreamOf(*found).second) {
      stream->flush();
      return FLEXIO_STATUS_SUCCESS;
    }
    logError(call, "process %s: the default stream is not open",
             found->title().c_str());
    return FLEXIO_STATUS_FAILED;
  });
}

flexio_status flexio_log_dev_destroy(flexio_process *process) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<FlexioProcess> found = processOf(call, process);
    if (!found)
      return FLEXIO_STATUS_FAILED;
    const void *handle = defaultStreamOf(*found).first;
    if (std::shared_ptr<FlexioStream> stream = streams().remove(handle))
      return close(call, handle, std::move(stream));
    logError(call, "process %s: the default stream is not open",
             found->title().c_str());
    return FLEXIO_STATUS_FAILED;
  });
}

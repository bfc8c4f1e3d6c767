// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_buf.h.
#include "runtime/doca/common/buffer.h"

using namespace dpa::doca;

namespace {

template <typename T, typename Get>
doca_error_t readBuffer(const char *call, const doca_buf *buf, T *to,
                        const char *name, Get get) {
  return apiCall(
      call,
      [&] {
        *to = get();
        return DOCA_SUCCESS;
      },
      live(buf), notNull(to, name));
}

doca_buf *lastOf(doca_buf *buf) {
  while (buf->next)
    buf = buf->next;
  return buf;
}

/// Whether `buf` is one of those behind `list`.
bool isBehind(const doca_buf *list, const doca_buf *buf) {
  for (const doca_buf *at = list->next; at; at = at->next)
    if (at == buf)
      return true;
  return false;
}

auto beginsList(const doca_buf *buf) {
  return require([=] { return !buf->previous; }, DOCA_ERROR_INVALID_VALUE,
                 "buffer is not the head of its list");
}

/// Returns a buffer, and those that follow, to their inventories.
void returnBuffers(doca_buf *buf) {
  while (buf) {
    doca_buf *next = buf->next;
    if (removeObject(buf, doca_buf::kind))
      delete buf;
    buf = next;
  }
}

} // namespace

doca_error_t doca_buf_inc_refcount(struct doca_buf *buf, uint16_t *refcount) {
  return apiCall(
      __func__,
      [&] {
        uint16_t before = buf->references++;
        if (refcount)
          *refcount = before;
        return DOCA_SUCCESS;
      },
      live(buf),
      require([=] { return buf->references != UINT16_MAX; },
              DOCA_ERROR_NOT_PERMITTED,
              "buffer has too many references (expected at most 65535)"));
}

doca_error_t doca_buf_dec_refcount(struct doca_buf *buf, uint16_t *refcount) {
  return apiCall(
      __func__,
      [&] {
        uint16_t before = buf->references--;
        if (refcount)
          *refcount = before;
        if (before == 1)
          returnBuffers(buf);
        return DOCA_SUCCESS;
      },
      live(buf),
      require([=] { return buf->references > 1 || !buf->previous; },
              DOCA_ERROR_NOT_PERMITTED,
              "buffer is in a list and not its head"));
}

doca_error_t doca_buf_get_refcount(struct doca_buf *buf, uint16_t *refcount) {
  return readBuffer(__func__, buf, refcount, "refcount",
                    [&] { return buf->references.load(); });
}

doca_error_t doca_buf_get_len(const struct doca_buf *buf, size_t *len) {
  return readBuffer(__func__, buf, len, "len", [&] { return buf->length; });
}

doca_error_t doca_buf_get_head(const struct doca_buf *buf, void **head) {
  return readBuffer(__func__, buf, head, "head", [&] { return buf->head; });
}

doca_error_t doca_buf_get_data_len(const struct doca_buf *buf,
                                   size_t *data_len) {
  return readBuffer(__func__, buf, data_len, "data_len",
                    [&] { return buf->dataLength; });
}

doca_error_t doca_buf_get_data(const struct doca_buf *buf, void **data) {
  return readBuffer(__func__, buf, data, "data", [&] { return buf->data; });
}

doca_error_t doca_buf_set_data(struct doca_buf *buf, void *data,
                               size_t data_len) {
  return apiCall(
      __func__,
      [&] {
        buf->data = static_cast<std::byte *>(data);
        buf->dataLength = data_len;
        return DOCA_SUCCESS;
      },
      live(buf), notNull(data, "data"),
      require([=] { return buf->mayHold(data, data_len); },
              DOCA_ERROR_INVALID_VALUE,
              "data are out of bounds of the buffer"));
}

doca_error_t doca_buf_reset_data_len(struct doca_buf *buf) {
  return apiCall(
      __func__,
      [&] {
        buf->dataLength = 0;
        return DOCA_SUCCESS;
      },
      live(buf));
}

doca_error_t doca_buf_chain_list(struct doca_buf *list1,
                                 struct doca_buf *list2) {
  return apiCall(
      __func__,
      [&] {
        doca_buf *last = lastOf(list1);
        last->next = list2;
        list2->previous = last;
        return DOCA_SUCCESS;
      },
      live(list1), live(list2), beginsList(list1), beginsList(list2),
      require([=] { return list1 != list2; }, DOCA_ERROR_INVALID_VALUE,
              "list1 and list2 are the same list"));
}

doca_error_t doca_buf_unchain_list(struct doca_buf *list1,
                                   struct doca_buf *list2) {
  return apiCall(
      __func__,
      [&] {
        list2->previous->next = nullptr;
        list2->previous = nullptr;
        return DOCA_SUCCESS;
      },
      live(list1), live(list2), beginsList(list1),
      require([=] { return isBehind(list1, list2); }, DOCA_ERROR_INVALID_VALUE,
              "list2 is not a member of list1"));
}

doca_error_t doca_buf_get_next_in_list(struct doca_buf *buf,
                                       struct doca_buf **next_buf) {
  return readBuffer(__func__, buf, next_buf, "next_buf",
                    [&] { return buf->next; });
}

doca_error_t doca_buf_get_last_in_list(struct doca_buf *buf,
                                       struct doca_buf **last_buf) {
  return readBuffer(__func__, buf, last_buf, "last_buf",
                    [&] { return lastOf(buf); });
}

doca_error_t doca_buf_get_list_len(const struct doca_buf *buf,
                                   uint32_t *num_elements) {
  return apiCall(
      __func__,
      [&] {
        for (const doca_buf *at = buf; at; at = at->next)
          ++*num_elements;
        return DOCA_SUCCESS;
      },
      live(buf), result(num_elements, "num_elements"), beginsList(buf));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host programs written for 24.01 to 26.01 compile without a warning as C and C++, whichever
// version they request: attributes with fewer fields given by position, older names of types and
// constants.
// PROVES: R-VER-05
// DEFINE: %{flags} = -Wall -Wextra -Werror -DFLEXIO_ALLOW_EXPERIMENTAL_API -I%sdk/include -fsyntax-only
// DEFINE: %{c} = gcc -std=c11 %{flags}
// DEFINE: %{cxx} = g++ -x c++ -std=c++17 %{flags}
// RUN: %{c} -DUSED=24,1,0 %s && %{cxx} -DUSED=24,1,0 %s
// RUN: %{c} -DUSED=24,10,0 %s && %{cxx} -DUSED=24,10,0 %s
// RUN: %{c} -DUSED=25,1,0 %s && %{cxx} -DUSED=25,1,0 %s
// RUN: %{c} -DUSED=26,1,0 %s && %{cxx} -DUSED=26,1,0 %s
// RUN: %{c} %s && %{cxx} %s
#include <libflexio/flexio_ver.h>
#ifdef USED
#define VERSION_OF(...) SELECT_THREE(__VA_ARGS__)
#define SELECT_THREE(year, month, sub) FLEXIO_VER(year, month, sub)
#define FLEXIO_VER_USED VERSION_OF(USED)
#endif
#include <libflexio/flexio.h>

#ifdef __cplusplus
#define _Static_assert static_assert
#endif
_Static_assert(EUS_LIMIT == 256 && USER_EUS_LIMIT == 254, "24.01");
_Static_assert(PHY_CORES_NUM == 16 && EUS_PER_CORE == 16, "24.01");
_Static_assert(OS_RESERVED_EUS == 2 && EU_BITMASK_LEN == 32, "24.01");
_Static_assert(FLEXIO_CQE_COMP_BASIC == 1 && FLEXIO_CQE_COMP_ENH == 2, "24.01");
_Static_assert(FLEXIO_DEV_NO_ERROR == 0 && FLEXIO_DEV_FATAL_ERROR == 1 &&
                   FLEXIO_DEV_USER_ERROR == 2,
               "24.01");

#ifndef __cplusplus
/* Written before the attributes had a name field. */
static flexio_status version_24_01(struct flexio_process *process,
                                   struct ibv_pd *pd, flexio_uintptr_t daddr) {
  struct flexio_log_dev_attr stream = {0};
  struct flexio_mkey_attr key = {pd, daddr, 64, IBV_ACCESS_LOCAL_WRITE};
  struct flexio_mkey *mkey;
  flexio_msg_dev_sync_mode mode = FLEXIO_LOG_DEV_SYNC_MODE_SYNC;

  stream.data_bsize = 4 * 2048;
  stream.sync_mode = mode;
  flexio_device_mkey_create(process, &key, &mkey);
  return flexio_log_dev_init(process, &stream, stdout, NULL);
}
#endif

/* The manual's own generation. */
static flexio_status version_24_10(struct flexio_process *process) {
  flexio_msg_stream_attr_t stream;
  struct flexio_msg_stream *out;
  char name[] = "name";

  stream.uar = NULL;
  stream.data_bsize = 2048;
  stream.sync_mode = FLEXIO_LOG_DEV_SYNC_MODE_TRACER;
  stream.level = FLEXIO_MSG_DEV_DEBUG;
  stream.stream_name = name;
  stream.mgmt_affinity.type = FLEXIO_AFFINITY_NONE;
  stream.tracer_mode = FLEXIO_TRACER_TRANSPORT_WINDOW;
  stream.tracer_msg_formats = NULL;
  return flexio_msg_stream_create(process, &stream, stdout, NULL, &out);
}

static flexio_status version_25_01(struct flexio_process *process,
                                   struct ibv_context *context) {
  struct flexio_app_select_attr select = {"app", FLEXIO_HW_MODEL_DEF, context};
  flexio_msg_stream_attr_t stream;
  struct flexio_app *app;
  enum flexio_log_dev_sync_mode mode = FLEXIO_MSG_DEV_SYNC_MODE_BATCH;
  enum flexio_tracer_transport transport = FLEXIO_MSG_TRANSPORT_QP_RC;
  struct flexio_mem from;
  struct flexio_mem to;

  stream.sync_mode = mode;
  stream.transport_mode = transport;
  (void)stream;
  from.mem_type = FLEXIO_MEMTYPE_DPA;
  from.daddr = 0;
  to.mem_type = FLEXIO_MEMTYPE_HOST;
  to.haddr = 0;
  flexio_memcpy(process, &from, &to, 0);
  return flexio_app_get(&select, &app);
}

/* Functions that a library of the program marks as experimental compile. */
FLEXIO_EXPERIMENTAL flexio_status version_26_01(void);

flexio_status version_26_01(void) {
  return flexio_version_set(FLEXIO_VER(26, 1, 0));
}

int main(void) {
#ifndef __cplusplus
  version_24_01(NULL, NULL, 0);
#endif
  version_24_10(NULL);
  version_25_01(NULL, NULL);
  return version_26_01();
}

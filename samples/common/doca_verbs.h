/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For host programs that use queues of DOCA Verbs: device, protection domain and DPA; completion contexts; Ethernet ports. Errors
 * end the program. */
#ifndef SAMPLE_DOCA_VERBS_H
#define SAMPLE_DOCA_VERBS_H

#include "doca.h"

#include <doca_verbs.h>
#include <doca_verbs_bridge.h>

struct verbs {
  struct doca_verbs_context *context;
  struct doca_verbs_pd *pd;
  struct doca_dev *dev; /* of the domain */
  struct doca_dpa *dpa;
};

/* Opens the device with the given name, or the first one with a DPA. */
static inline struct verbs open_verbs(const char *wanted,
                                      struct doca_dpa_app *app) {
  struct verbs verbs;
  struct doca_dev *dev = open_dpa_device(wanted);

  CHECK(doca_verbs_context_create(doca_dev_as_devinfo(dev),
                                  DOCA_VERBS_CONTEXT_CREATE_FLAGS_NONE,
                                  &verbs.context));
  CHECK(doca_dev_close(dev));
  CHECK(doca_verbs_pd_create(verbs.context, &verbs.pd));
  CHECK(doca_verbs_pd_as_doca_dev(verbs.pd, &verbs.dev));
  verbs.dpa = start_program(verbs.dev, app);
  return verbs;
}

static inline void close_verbs(struct verbs *verbs) {
  CHECK(doca_dpa_destroy(verbs->dpa));
  CHECK(doca_verbs_pd_destroy(verbs->pd));
  CHECK(doca_verbs_context_destroy(verbs->context));
}

/* A completion context that device code polls. */
static inline struct doca_dpa_completion *
create_completion(const struct verbs *verbs, unsigned entries,
                  doca_dpa_dev_completion_t *handle) {
  struct doca_dpa_completion *completion;

  CHECK(doca_dpa_completion_create(verbs->dpa, entries, &completion));
  CHECK(doca_dpa_completion_start(completion));
  CHECK(doca_dpa_completion_get_dpa_handle(completion, handle));
  return completion;
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program built for several hardware models holds one image for each, under one name; the device
// decides which one runs, whether the program uses its variable or looks the app up by name.
// PROVES: R-HW-01 R-HW-02 R-HW-03 R-HW-04 R-HW-05
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3,nv-dpa-cx8 -hostcc=gcc -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --model=bf3 -- %t/host 2
// RUN: dpa-run --model=cx8 -- %t/host 3
// RUN: dpa-run --model=cx9 -- %t/host 3
// RUN: dpa-run --model=cx7 -- %t/host 0

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t built_for(void) { return __NV_DPA; }

//--- host.c
#include "host.h"

flexio_func_t built_for;

static struct ibv_context *context;

/* The model of the image that a process from `app` runs; 0 if no process can be created. */
static uint64_t model_of_process(struct flexio_app *app) {
  struct flexio_process *process;
  uint64_t model = 0;

  if (flexio_process_create(context, app, NULL, &process) !=
      FLEXIO_STATUS_SUCCESS)
    return 0;
  EXPECT_SUCCESS(flexio_process_call(process, built_for, &model));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return model;
}

static struct flexio_app *get(const char *name, enum flexio_hw_model_id model) {
  struct flexio_app_select_attr wanted = {name, model, context};
  struct flexio_app *app = test_app;
  flexio_status status = flexio_app_get(&wanted, &app);

  EXPECT((status == FLEXIO_STATUS_SUCCESS) == (app != NULL));
  return app;
}

int main(int argc, char **argv) {
  uint64_t expected = argc == 2 ? strtoull(argv[1], NULL, 10) : 99;
  struct flexio_app *app, **list;
  uint32_t count = 0;

  context = open_device();
  EXPECT_SUCCESS(flexio_app_get_list(&list, &count));
  EXPECT(count == 2);
  for (uint32_t i = 0; i < count; i++)
    EXPECT(strcmp(flexio_app_get_name(list[i]), "test_app") == 0);
  EXPECT_SUCCESS(flexio_app_list_free(list));

  EXPECT(model_of_process(test_app) == expected);
  app = get("test_app", FLEXIO_HW_MODEL_DEF);
  EXPECT((app != NULL) == (expected != 0));
  EXPECT(!app || model_of_process(app) == expected);

  app = get("test_app", FLEXIO_HW_MODEL_BF3);
  EXPECT(model_of_process(app) == (expected ? 2 : 0));
  app = get("test_app", FLEXIO_HW_MODEL_CX8);
  EXPECT(model_of_process(app) == (expected == 3 ? 3 : 0));
  EXPECT(!get("test_app", FLEXIO_HW_MODEL_CX7) &&
         !get("test_app", FLEXIO_HW_MODEL_CX9));
  EXPECT(!get("no_such_app", FLEXIO_HW_MODEL_DEF));
  return 0;
}

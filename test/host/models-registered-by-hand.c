// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that registers its apps itself, an image for each model in any order, gets the same
// selection as generated code. An image without a model is treated as the model that the program
// registers it for, or runs on every device if the program registers none; a registration that
// contradicts the image is rejected; a signed app runs, because the device's authentication is off.
// PROVES: R-HW-02 R-HW-03 R-HW-04 R-HW-07 R-APP-01
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-cx7,nv-dpa-bf3,nv-dpa-cx8,nv-dpa-cx9 -hostcc=gcc -app-name=test_app
// RUN: %dpacc_bf3 %t/device.c -o %t/one.a -app-name=test_app && dpacc-extract %t/one.a -o %t/says.elf
// RUN: llvm-objcopy --remove-section=.dpa.attributes %t/says.elf %t/image.elf
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --model=cx7 -- %t/host %t/image.elf 2>&1 | FileCheck %s
// RUN: dpa-run --model=bf3 -- %t/host %t/image.elf 2>&1 | FileCheck %s
// RUN: dpa-run --model=cx8 -- %t/host %t/image.elf 2>&1 | FileCheck %s
// RUN: dpa-run --model=cx9 -- %t/host %t/image.elf 2>&1 | FileCheck %s

// CHECK: flexio: error: flexio_app_hw_model_register: the image of app 'contradicts' was built for nv-dpa-cx9, not for nv-dpa-cx7
// CHECK-NOT: signed
// CHECK: done

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t built_for(uint64_t unused) { return __NV_DPA + unused; }

//--- host.c
#include "host.h"

struct image {
  void *bytes;
  size_t size;
};

static struct ibv_context *context;
static struct image images[5]; /* by model; [0] has no model */
static unsigned device;

static struct flexio_app *create(const char *name, const struct image *image) {
  struct flexio_app_attr attributes = {
      .app_name = name, .app_ptr = image->bytes, .app_bsize = image->size};
  struct flexio_app *app = NULL;

  EXPECT_SUCCESS(flexio_app_create(&attributes, &app));
  return app;
}

static bool can_run(struct flexio_app *app) {
  struct flexio_process *process = NULL;

  return flexio_process_create(context, app, NULL, &process) ==
             FLEXIO_STATUS_SUCCESS &&
         flexio_process_destroy(process) == FLEXIO_STATUS_SUCCESS;
}

/* The model that runs in a process from `app`; 0 if no process can be created. `registered` is
 * the app whose image the process runs. */
static unsigned loaded(struct flexio_app *app, struct flexio_app *registered) {
  struct flexio_process *process = NULL;
  flexio_func_t *function;
  uint64_t model = 0;

  if (flexio_process_create(context, app, NULL, &process) !=
      FLEXIO_STATUS_SUCCESS)
    return 0;
  EXPECT_SUCCESS(flexio_func_register(registered, "built_for", &function));
  EXPECT_SUCCESS(flexio_process_call(process, function, &model, UINT64_C(0)));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return (unsigned)model;
}

static struct flexio_app *get(const char *name, unsigned model) {
  struct flexio_app_select_attr wanted = {name, (enum flexio_hw_model_id)model,
                                          context};
  struct flexio_app *app = (void *)&context;

  EXPECT((flexio_app_get(&wanted, &app) == FLEXIO_STATUS_SUCCESS) ==
         (app != NULL));
  return app;
}

/* `order` lists models; the app of the first represents all. */
static void check(const unsigned *order, unsigned count) {
  struct flexio_app *apps[5] = {0};
  unsigned best = device;

  for (unsigned i = 0; i < count; i++) {
    apps[order[i]] = create("by_hand", &images[order[i]]);
    EXPECT_SUCCESS(flexio_app_hw_model_register(
        apps[order[i]], (enum flexio_hw_model_id)order[i]));
  }
  while (best > 0 && !apps[best])
    best--;
  EXPECT(get("by_hand", FLEXIO_HW_MODEL_DEF) == apps[best]);
  EXPECT(loaded(apps[order[0]], apps[best]) == best);
  for (unsigned model = 1; model <= 4; model++) {
    struct flexio_app *exact = get("by_hand", model);
    EXPECT((exact != NULL) == (apps[model] != NULL));
    EXPECT(!exact || loaded(exact, exact) == (model <= device ? model : 0));
    EXPECT_SUCCESS(flexio_app_destroy(apps[model]));
    apps[model] = NULL;
  }
}

/* Every order of every set of models that begins with the first `count` of `order`. */
static void check_all(unsigned *order, unsigned count) {
  if (count > 0)
    check(order, count);
  for (unsigned model = 1; model <= 4; model++) {
    bool is_used = false;
    for (unsigned i = 0; i < count; i++)
      is_used |= order[i] == model;
    order[count] = model;
    if (!is_used)
      check_all(order, count + 1);
  }
}

static void check_unsaid(void) {
  struct flexio_app *app = create("unsaid", &images[0]);

  EXPECT(can_run(app));
  for (unsigned model = 1; model <= 4; model++) {
    EXPECT_SUCCESS(
        flexio_app_hw_model_register(app, (enum flexio_hw_model_id)model));
    EXPECT(can_run(app) == (model <= device));
    EXPECT((get("unsaid", FLEXIO_HW_MODEL_DEF) != NULL) == (model <= device));
    EXPECT(get("unsaid", model) && !get("unsaid", model % 4 + 1));
  }
  EXPECT_FAILED(flexio_app_hw_model_register(app, (enum flexio_hw_model_id)5));
  EXPECT_SUCCESS(flexio_app_destroy(app));
}

static void check_signed(void) {
  struct flexio_app_attr attributes = {.app_name = "signed",
                                       .app_ptr = images[1].bytes,
                                       .app_bsize = images[1].size,
                                       .sig_ptr = images,
                                       .sig_bsize = sizeof images};
  struct flexio_app *app;

  EXPECT_SUCCESS(flexio_app_create(&attributes, &app));
  EXPECT(get("signed", FLEXIO_HW_MODEL_DEF) == app);
  EXPECT(can_run(app));
  EXPECT_SUCCESS(flexio_app_destroy(app));
}

static void read_images(const char *path) {
  FILE *file = fopen(path, "rb");

  EXPECT(file && (images[0].bytes = malloc(1 << 20)));
  images[0].size = fread(images[0].bytes, 1, 1 << 20, file);
  fclose(file);
  for (unsigned model = 1; model <= 4; model++) {
    struct flexio_app *app = get("test_app", model);
    images[model].size = flexio_app_get_elf_size(app);
    EXPECT((images[model].bytes = malloc(images[model].size)));
    EXPECT_SUCCESS(
        flexio_app_get_elf(app, images[model].bytes, images[model].size));
  }
}

int main(int argc, char **argv) {
  unsigned order[5];
  struct flexio_app *app;

  EXPECT(argc == 2 && test_app);
  context = open_device();
  device = (unsigned)flexio_hw_model_id_get(context);
  read_images(argv[1]);
  check_all(order, 0);
  check_unsaid();
  app = create("contradicts", &images[4]);
  EXPECT_FAILED(flexio_app_hw_model_register(app, FLEXIO_HW_MODEL_CX7));
  EXPECT(can_run(app) == (device == 4));
  check_signed();
  fprintf(stderr, "done\n");
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two plugins of one host program contain two device programs that happen to have the same name:
// each variable selects the image of its own program for the device; a lookup by name finds the
// best image of both; the images of an unloaded plugin are removed.
// PROVES: R-CC-20 R-HW-02 R-HW-03 R-HW-04
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc -devicecc-options=-DNUMBER=10 %t/device.c -o %t/one.a -mcpu=nv-dpa-bf3 -hostcc=gcc -hostcc-options=-fPIC -app-name=test_app
// RUN: dpacc -devicecc-options=-DNUMBER=20 %t/device.c -o %t/two.a -mcpu=nv-dpa-cx7,nv-dpa-cx8 -hostcc=gcc -hostcc-options=-fPIC -app-name=test_app
// RUN: %hostcc_flexio -fPIC -shared -I%S/Inputs %t/plugin.c %t/one.a %flexio_libs -o %t/one.so
// RUN: %hostcc_flexio -fPIC -shared -I%S/Inputs %t/plugin.c %t/two.a %flexio_libs -o %t/two.so
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %flexio_libs -ldl -o %t/host
// RUN: dpa-run --model=cx7 -- %t/host %t/one.so  0 %t/two.so 21 21
// RUN: dpa-run --model=bf3 -- %t/host %t/one.so 12 %t/two.so 21 12
// RUN: dpa-run --model=cx8 -- %t/host %t/one.so 12 %t/two.so 23 23
// RUN: dpa-run --model=cx9 -- %t/host %t/two.so 23 %t/one.so 12 23

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t identity(void) { return NUMBER + __NV_DPA; }

//--- plugin.c
#include "host.h"

flexio_func_t identity;

/* The result of the plugin's own device program; 0 if it has no image for that device. */
uint64_t plugin_ask(struct ibv_context *context);
uint64_t plugin_ask(struct ibv_context *context) {
  struct flexio_process *process;
  uint64_t value = 0;

  if (flexio_process_create(context, test_app, NULL, &process) !=
      FLEXIO_STATUS_SUCCESS)
    return 0;
  EXPECT_SUCCESS(flexio_process_call(process, identity, &value));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return value;
}

//--- host.c
#include "host.h"

#include <dlfcn.h>

static struct ibv_context *context;

static void *load(const char *file, uint64_t expected) {
  void *plugin = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  uint64_t (*ask)(struct ibv_context *);

  if (!plugin)
    fprintf(stderr, "%s\n", dlerror());
  EXPECT(plugin);
  *(void **)&ask = dlsym(plugin, "plugin_ask");
  EXPECT(ask && ask(context) == expected);
  return plugin;
}

/* The result of the image found by name; 0: none; 1: too new for the device. */
static uint64_t find(enum flexio_hw_model_id model) {
  struct flexio_app_select_attr wanted = {"test_app", model, context};
  struct flexio_app *app = NULL;
  struct flexio_process *process;
  flexio_func_t *function;
  uint64_t value = 0;

  if (flexio_app_get(&wanted, &app) != FLEXIO_STATUS_SUCCESS)
    return 0;
  EXPECT_SUCCESS(flexio_func_register(app, "identity", &function));
  if (flexio_process_create(context, app, NULL, &process) !=
      FLEXIO_STATUS_SUCCESS)
    return 1;
  EXPECT_SUCCESS(flexio_process_call(process, function, &value, UINT64_C(0)));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return value;
}

/* Arguments: two plugins with the result of each; the result of the best image by name. */
int main(int argc, char **argv) {
  void *first, *second;
  unsigned device;

  EXPECT(argc == 6);
  context = open_device();
  device = (unsigned)flexio_hw_model_id_get(context);
  EXPECT(find(FLEXIO_HW_MODEL_DEF) == 0);
  first = load(argv[1], strtoull(argv[2], NULL, 10));
  second = load(argv[3], strtoull(argv[4], NULL, 10));
  EXPECT(find(FLEXIO_HW_MODEL_DEF) == strtoull(argv[5], NULL, 10));
  EXPECT(find(FLEXIO_HW_MODEL_CX7) == 21);
  EXPECT(find(FLEXIO_HW_MODEL_BF3) == (device >= 2 ? 12 : 1));
  EXPECT(find(FLEXIO_HW_MODEL_CX8) == (device >= 3 ? 23 : 1));
  EXPECT(find(FLEXIO_HW_MODEL_CX9) == 0);
  EXPECT(dlclose(first) == 0);
  EXPECT(find(FLEXIO_HW_MODEL_BF3) == (strstr(argv[1], "/one.so") ? 0 : 12));
  EXPECT(dlclose(second) == 0);
  EXPECT(find(FLEXIO_HW_MODEL_DEF) == 0);
  return 0;
}

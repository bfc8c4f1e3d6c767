// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The generated constructor passes the attributes of each image to the library before main, and the
// destructor destroys all apps. This file stands in for the library and includes its real header.
// sign.py writes a signature into the reserved space, as signing tools do.
// PROVES: R-CC-09 R-CC-10
// RUN: rm -rf %t && mkdir %t
// RUN: dpacc %S/Inputs/add.c -o %t/app.a -mcpu=nv-dpa-bf3,nv-dpa-cx8 -hostcc=gcc -app-name=my_app -keep-dir=%t/keep -hostcc-options=-O2
// RUN: %hostcc_flexio %s %t/app.a -o %t/host
// RUN: %t/host %t/keep/device_exec.bf3 %t/keep/device_exec.cx8 | FileCheck %s
// RUN: cp %t/host %t/signed && llvm-objcopy --dump-section .dpa_sig_my_app=%t/sig %t/host
// RUN: python3 %S/Inputs/sign.py %t/sig
// RUN: llvm-objcopy --update-section .dpa_sig_my_app=%t/sig %t/signed
// RUN: %t/signed %t/keep/device_exec.bf3 %t/keep/device_exec.cx8 | FileCheck %s --check-prefix=SIGNED
// A replaced image may have another size, with its versions elsewhere.
// RUN: cp %t/signed %t/replaced
// RUN: llvm-strip --strip-all -R .comment %t/keep/device_exec.cx8 -o %t/small.elf && dpacc-extract %t/replaced --replace %t/small.elf
// RUN: not cmp %t/keep/device_exec.cx8 %t/small.elf
// RUN: %t/replaced %t/keep/device_exec.bf3 %t/small.elf | FileCheck %s
// CHECK: my_app model 2: unsigned
// CHECK-NEXT: my_app model 3: unsigned
// CHECK-NEXT: destroyed 2
// SIGNED: my_app model 2: unsigned
// SIGNED-NEXT: my_app model 3: signature of 9 bytes: certified
// SIGNED-NEXT: destroyed 2
#include <elf.h>
#include <libflexio/flexio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct flexio_app {
  struct flexio_app_attr attributes;
  enum flexio_hw_model_id model;
  int functions;
  int isDestroyed;
};
static struct flexio_app apps[4];
static unsigned created;
static unsigned destroyed;

extern struct flexio_app *my_app;

flexio_status flexio_app_create(struct flexio_app_attr *attributes,
                                struct flexio_app **app) {
  *app = &apps[created++];
  (*app)->attributes = *attributes;
  return FLEXIO_STATUS_SUCCESS;
}

flexio_status flexio_app_hw_model_register(struct flexio_app *app,
                                           enum flexio_hw_model_id model) {
  app->model = model;
  return FLEXIO_STATUS_SUCCESS;
}

flexio_status flexio_func_pup_register(struct flexio_app *app, const char *name,
                                       const char *unpack_name,
                                       flexio_func_t *stub, size_t size,
                                       flexio_func_arg_pack_fn_t *pack) {
  flexio_func_t add;
  int is_add = !strcmp(name, "add") && stub == add && size == 16 && pack &&
               !strcmp(unpack_name, "_dpacc_flexio_dev_arg_unpack_add_add");
  app->functions += is_add ? 1 : 100;
  return FLEXIO_STATUS_SUCCESS;
}

flexio_status flexio_app_destroy(struct flexio_app *app) {
  app->isDestroyed++;
  destroyed++;
  return FLEXIO_STATUS_SUCCESS;
}

/* The constructor runs before main, so its destructor runs after this one. */
__attribute__((destructor(101))) static void say_destroyed(void) {
  int fine = destroyed == created;
  for (unsigned i = 0; i < created; i++)
    fine &= apps[i].isDestroyed == 1;
  printf(fine ? "destroyed %u\n" : "destroyed %u of more\n", destroyed);
}

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "line %d: failed: %s\n", __LINE__, #condition);          \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *bytes = malloc(1 << 22);
  EXPECT(file && bytes);
  *size = fread(bytes, 1, 1 << 22, file);
  fclose(file);
  return bytes;
}

/* The content of a section, found by the ELF headers. */
static const uint64_t *section(const char *image, const char *name,
                               size_t *count) {
  const Elf64_Ehdr *header = (const void *)image;
  const Elf64_Shdr *sections = (const void *)(image + header->e_shoff);
  const char *names = image + sections[header->e_shstrndx].sh_offset;
  for (unsigned i = 0; i < header->e_shnum; i++)
    if (!strcmp(names + sections[i].sh_name, name)) {
      *count = sections[i].sh_size / 8;
      return (const void *)(image + sections[i].sh_offset);
    }
  return NULL;
}

static void check(const struct flexio_app *app, const char *path) {
  const struct flexio_app_attr *attributes = &app->attributes;
  size_t size = 0, os_count = 0, dev_count = 0;
  char *image = read_file(path, &size);
  const uint64_t *os = section(image, ".flexio_os_ver", &os_count);
  const uint64_t *dev = section(image, ".flexio_dev_ver", &dev_count);

  EXPECT(app->functions == 1);
  EXPECT(attributes->app_bsize == size);
  EXPECT(!memcmp(attributes->app_ptr, image, size));
  EXPECT(os && os_count == 1 && attributes->dpa_api_version == *os);
  EXPECT(dev && dev_count >= 1);
  EXPECT(attributes->flexio_dev_versions_len_size == dev_count);
  EXPECT(!memcmp(attributes->flexio_dev_versions, dev, dev_count * 8));
  printf("%s model %d: ", attributes->app_name, (int)app->model);
  if (!attributes->sig_bsize)
    printf("%s\n",
           attributes->sig_ptr ? "signature without a size" : "unsigned");
  else
    printf("signature of %zu bytes: %.*s\n", attributes->sig_bsize,
           (int)attributes->sig_bsize, (const char *)attributes->sig_ptr);
}

int main(int argc, char **argv) {
  EXPECT(argc == 3 && created == 2 && my_app == &apps[0]);
  check(&apps[0], argv[1]);
  check(&apps[1], argv[2]);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * usage: every-byte BLOB. BLOB is the signature of the app. Creates processes from changed signatures and images: each byte changed,
 * every shorter length, some longer ones. Also changes host memory between flexio_app_create() and flexio_process_create().
 */
#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern struct flexio_app *signed_app;

static struct ibv_context *device;
static unsigned char *image, *blob;
static size_t image_size, blob_size;

struct program {
  const void *image;
  size_t image_size;
  const void *blob;
  size_t blob_size;
};

static struct flexio_app *create_app(const struct program *program) {
  struct flexio_app_attr attributes = {.app_name = "signed_app",
                                       .app_ptr = (void *)program->image,
                                       .app_bsize = program->image_size,
                                       .sig_ptr = (void *)program->blob,
                                       .sig_bsize = program->blob_size};
  struct flexio_app *app = NULL;
  return flexio_app_create(&attributes, &app) ? NULL : app;
}

/* 1 if a process was created, otherwise 0, also if `app` is NULL. Destroys both. */
static int runs(struct flexio_app *app) {
  struct flexio_process *process = NULL;
  int result = 0;

  if (!app)
    return 0;
  if (!flexio_process_create(device, app, NULL, &process)) {
    result = 1;
    flexio_process_destroy(process);
  } else if (process) {
    puts("process left");
    exit(EXIT_FAILURE);
  }
  flexio_app_destroy(app);
  return result;
}

static int accepted(const void *elf, size_t elf_size, const void *signature,
                    size_t signature_size) {
  const struct program program = {elf, elf_size, signature, signature_size};
  return runs(create_app(&program));
}

static int accepted_blob(const void *changed, size_t size) {
  return accepted(image, image_size, changed, size);
}

static void change_blob(void) {
  size_t tries = 0, count = 0;
  unsigned char *longer = calloc(1, blob_size + 4);

  for (size_t at = 0; at < blob_size; ++at)
    for (int bit = 0; bit < 8; bit += 7) {
      blob[at] ^= 1u << bit;
      count += accepted_blob(blob, blob_size);
      blob[at] ^= 1u << bit;
      ++tries;
    }
  printf("bytes of the signature: %zu changes, %zu accepted\n", tries, count);
  for (size_t size = tries = count = 0; size < blob_size; ++size, ++tries) {
    /* In memory of exactly this size, so that checkers notice a read beyond it. */
    unsigned char *cut = malloc(size ? size : 1);
    memcpy(cut, blob, size);
    count += accepted_blob(cut, size);
    free(cut);
  }
  printf("lengths of the signature: %zu changes, %zu accepted\n", tries, count);
  memcpy(longer, blob, blob_size);
  for (size_t more = 1; more <= 4; ++more)
    for (int filling = 0; filling < 256; filling += 255) {
      memset(longer + blob_size, filling, more);
      if (accepted_blob(longer, blob_size + more))
        puts("longer signature accepted");
    }
  free(longer);
  /* A signature of an impossible length must not be read. */
  printf("too long: %d accepted\n", accepted_blob(blob, 65537) +
                                        accepted_blob(blob, SIZE_MAX) +
                                        accepted_blob(blob, SIZE_MAX / 2));
}

static void change_image(void) {
  size_t tries = 0, count = 0;
  unsigned char *longer = calloc(1, image_size + 1);

  for (size_t at = 0; at < image_size; ++at, ++tries) {
    image[at] ^= 0x10;
    count += accepted(image, image_size, blob, blob_size);
    image[at] ^= 0x10;
  }
  printf("bytes of the image: %zu changes, %zu accepted\n", tries, count);
  for (size_t size = image_size - 256; size < image_size; ++size)
    if (accepted(image, size, blob, blob_size))
      puts("shorter image accepted");
  memcpy(longer, image, image_size);
  printf("longer image: %d accepted\n",
         accepted(longer, image_size + 1, blob, blob_size));
  free(longer);
}

/* The hash of the code that runs in a process. */
static uint64_t hash_of(struct flexio_app *app,
                        struct flexio_process *process) {
  flexio_func_t *function;
  uint64_t hash = 0;

  if (flexio_func_register(app, "hash_code", &function) ||
      flexio_process_call(process, function, &hash, UINT64_C(32)))
    exit(EXIT_FAILURE);
  flexio_process_destroy(process);
  return hash;
}

/* The contents of the memory at the time of flexio_app_create() are checked and run. */
static void change_between(void) {
  const struct program program = {image, image_size, blob, blob_size};
  struct flexio_process *process = NULL;
  unsigned char *good_image = malloc(image_size),
                *good_blob = malloc(blob_size);
  struct flexio_app *app;
  uint64_t hash;

  memcpy(good_image, image, image_size);
  memcpy(good_blob, blob, blob_size);
  image[image_size / 2] ^= 1;
  app = create_app(&program);
  memcpy(image, good_image, image_size);
  printf("image restored after creation of the app: %s\n",
         runs(app) ? "accepted" : "refused");
  blob[0x50] ^= 1;
  app = create_app(&program);
  memcpy(blob, good_blob, blob_size);
  printf("signature restored: %s\n", runs(app) ? "accepted" : "refused");

  app = create_app(&program);
  memset(image, 0xCC, image_size);
  memset(blob, 0xCC, blob_size);
  if (!app || flexio_process_create(device, app, NULL, &process))
    exit(EXIT_FAILURE);
  hash = hash_of(app, process);
  flexio_app_destroy(app);
  memcpy(image, good_image, image_size);
  memcpy(blob, good_blob, blob_size);
  if (flexio_process_create(device, signed_app, NULL, &process))
    exit(EXIT_FAILURE);
  printf("overwritten after creation of the app: %s code runs\n",
         hash == hash_of(signed_app, process) ? "the signed" : "other");
  free(good_blob);
  free(good_image);
}

int main(int count, char **words) {
  struct ibv_device **devices = ibv_get_device_list(NULL);
  FILE *file = count == 2 ? fopen(words[1], "rb") : NULL;

  device = devices && devices[0] ? ibv_open_device(devices[0]) : NULL;
  blob = malloc(65536);
  blob_size = file ? fread(blob, 1, 65536, file) : 0;
  image_size = flexio_app_get_elf_size(signed_app);
  image = malloc(image_size);
  if (!device || !blob_size ||
      flexio_app_get_elf(signed_app, (uint64_t *)image, image_size) ||
      !accepted_blob(blob, blob_size))
    return EXIT_FAILURE;
  change_blob();
  change_image();
  change_between();
  printf("unchanged: %d accepted\n", accepted_blob(blob, blob_size));
  free(image);
  free(blob);
  ibv_close_device(device);
  ibv_free_device_list(devices);
  return EXIT_SUCCESS;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * usage: scribble BLOB. Creates apps and processes while another thread changes the memory that the apps are created from. A process
 * either has the signed image, or is refused.
 */
#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern struct flexio_app *signed_app;
flexio_func_t sum;

enum { TRIES = 150 };

static unsigned char blob[65536];
static volatile unsigned char *image;
static size_t image_size;
static atomic_int is_done;

static void *scribble(void *unused) {
  while (!atomic_load(&is_done))
    for (size_t at = 64; at < image_size && !atomic_load(&is_done); at += 7) {
      image[at] ^= 1;
      image[at] ^= 1;
    }
  return unused;
}

/* 1: the process has the signed image; 0: it was refused; -1: another error. */
static int try_once(struct ibv_context *device, size_t blob_size) {
  struct flexio_app_attr attributes = {.app_name = "signed_app",
                                       .app_ptr = (void *)image,
                                       .app_bsize = image_size,
                                       .sig_ptr = blob,
                                       .sig_bsize = blob_size};
  struct flexio_process *process = NULL;
  struct flexio_app *app = NULL;
  int result = 0;

  if (flexio_app_create(&attributes, &app))
    return 0; /* not even an ELF file at that moment */
  /* What was copied stays: all further changes are too late. */
  if (!flexio_process_create(device, app, NULL, &process)) {
    unsigned char *copy = malloc(image_size), *own = malloc(image_size);
    flexio_app_get_elf(signed_app, (uint64_t *)own, image_size);
    flexio_app_get_elf(app, (uint64_t *)copy, image_size);
    result = memcmp(copy, own, image_size) ? -1 : 1;
    free(copy);
    free(own);
    flexio_process_destroy(process);
  }
  flexio_app_destroy(app);
  return result;
}

int main(int count, char **words) {
  struct ibv_device **devices = ibv_get_device_list(NULL);
  struct ibv_context *device =
      devices && devices[0] ? ibv_open_device(devices[0]) : NULL;
  FILE *file = count == 2 ? fopen(words[1], "rb") : NULL;
  size_t blob_size = file ? fread(blob, 1, sizeof blob, file) : 0;
  int accepted = 0, refused = 0;
  pthread_t thread;

  if (!device || !blob_size)
    return EXIT_FAILURE;
  image_size = flexio_app_get_elf_size(signed_app);
  unsigned char *memory = malloc(image_size);
  if (!memory || flexio_app_get_elf(signed_app, (uint64_t *)memory, image_size))
    return EXIT_FAILURE;
  image = memory;
  if (try_once(device, blob_size) != 1)
    return EXIT_FAILURE;
  memory[image_size / 2] ^= 1;
  if (try_once(device, blob_size) != 0)
    return EXIT_FAILURE;
  memory[image_size / 2] ^= 1;
  pthread_create(&thread, NULL, scribble, NULL);
  for (int i = 0; i < TRIES; ++i) {
    const int result = try_once(device, blob_size);
    if (result < 0)
      return EXIT_FAILURE;
    accepted += result;
    refused += !result;
  }
  atomic_store(&is_done, 1);
  pthread_join(thread, NULL);
  printf("%d tries, no other image\n", accepted + refused);
  return EXIT_SUCCESS;
}

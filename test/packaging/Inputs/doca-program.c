/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints the version of DOCA and the name of the first device. */
#include <doca_argp.h>
#include <doca_dev.h>
#include <doca_version.h>

int main(void) {
  struct doca_devinfo **list;
  char name[DOCA_DEVINFO_IBDEV_NAME_SIZE];
  uint32_t count;
  if (doca_argp_init("program", NULL) || doca_argp_destroy() ||
      doca_devinfo_create_list(&list, &count) || count == 0 ||
      doca_devinfo_get_ibdev_name(list[0], name, sizeof name))
    return 1;
  printf("%s: %s\n", doca_version(), name);
  return doca_devinfo_destroy_list(list) != DOCA_SUCCESS;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Apps, which are device programs as the host program holds them, and their functions. A part of
 * libflexio/flexio.h, which is the header to include.
 */
#ifndef LIBFLEXIO_FLEXIO_APP_H
#define LIBFLEXIO_FLEXIO_APP_H

#include <libflexio/flexio_types.h>
#include <libflexio/flexio_ver.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Creates an app from a device ELF, which is copied. Called by the constructor that dpacc
 * generates, once for each hardware model; the apps of one name are a family, which stands for one
 * program. The caller owns *app, which is NULL on failure. Fails if name or image is missing, or if
 * the image is not a device ELF. Manual: flexio_app_create.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_app_create(struct flexio_app_attr *fattr, struct flexio_app **app);

/**
 * Destroys an app with its functions and its copy of the image; processes that run it continue.
 * Each app that was created is destroyed once. NULL is allowed. Manual: flexio_app_destroy.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_app_destroy(struct flexio_app *app);

/**
 * Sets the hardware model that the app's image was built for; without this call, the model in the
 * image itself counts. Called by generated code. Fails for an unknown model, or if the family
 * already has an image for it. Guide: Multi-hardware Model.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_app_hw_model_register(
    struct flexio_app *app, enum flexio_hw_model_id hw_model_id);

/**
 * Finds the image of the named program for the device of `ibv_ctx`. FLEXIO_HW_MODEL_DEF selects the
 * image for exactly the device's model, otherwise the newest one for an older model. Any other id
 * selects only an image built for exactly that model, and then `ibv_ctx` may be NULL. The library
 * owns *app, which is NULL on failure. Guide: Multi-hardware Model.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_app_get(
    struct flexio_app_select_attr *select_attr, struct flexio_app **app);

/** Returns the hardware model of a device, FLEXIO_HW_MODEL_NA on error. Guide: Multi-hardware
 * Model. */
FLEXIO_EXPERIMENTAL enum flexio_hw_model_id
flexio_hw_model_id_get(struct ibv_context *ibv_ctx);

/**
 * Copies the app's device ELF to `bin_buff`, which has `bin_size` bytes. Fails, and copies nothing,
 * if that is too small. Manual: flexio_app_get_elf.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_app_get_elf(struct flexio_app *app,
                                                     uint64_t *bin_buff,
                                                     size_t bin_size);

/** Returns the size of the app's device ELF, 0 on error. Manual: flexio_app_get_elf_size. */
FLEXIO_EXPERIMENTAL size_t flexio_app_get_elf_size(struct flexio_app *app);

/**
 * Lists apps in the order of their creation. *num_apps is the number wanted on entry (0: all) and
 * the number returned on exit. The caller frees *app_list with flexio_app_list_free(); the apps are
 * not the caller's. Without apps the list is NULL and the call succeeds. Manual:
 * flexio_app_get_list.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_app_get_list(struct flexio_app ***app_list, uint32_t *num_apps);

/** Frees a list of flexio_app_get_list(), but not its apps. NULL is allowed. Manual:
 * flexio_app_list_free. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_app_list_free(struct flexio_app **apps_list);

/** Returns the app's name, which is valid as long as the app; NULL on error. Manual:
 * flexio_app_get_name. */
FLEXIO_EXPERIMENTAL const char *flexio_app_get_name(struct flexio_app *app);

/**
 * Creates a handle for the device function with this name (1 to FLEXIO_MAX_NAME_LEN bytes), for
 * programs without dpacc's host stubs: nothing is packed, and the function receives the first
 * argument of a call as one uint64_t. The app owns *out_func. Fails if the app's image has no such
 * function. Manual: flexio_func_register.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_func_register(struct flexio_app *app, const char *dev_func_name,
                     flexio_func_t **out_func);

/**
 * Associates a host stub with a device function and its unpack function (names of 1 to
 * FLEXIO_MAX_NAME_LEN bytes), the size of their argument buffer, and the function that fills that
 * buffer. Called by generated code. Fails if the image lacks a function, or if the stub is already
 * associated. Manual: flexio_func_pup_register.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_func_pup_register(
    struct flexio_app *app, const char *dev_func_name,
    const char *dev_unpack_func_name, flexio_func_t *host_stub_func_addr,
    size_t argbuf_size, flexio_func_arg_pack_fn_t *host_pack_func);

/**
 * Returns what was registered for a host stub or handle, for libraries on top of this one. *pup is
 * 1 if the function has pack and unpack functions; otherwise it is 0, the unpack name is empty, and
 * size and addresses for packing are 0. Both name buffers have `func_name_size` bytes; the call
 * fails if a name with its NUL does not fit. Any result pointer may be NULL. Manual:
 * flexio_func_get_register_info.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_func_get_register_info(
    struct flexio_app *app, flexio_func_t *host_stub_func_addr, uint32_t *pup,
    char *dev_func_name, char *dev_unpack_func_name, size_t func_name_size,
    size_t *argbuf_size, flexio_func_arg_pack_fn_t **host_pack_func,
    flexio_uintptr_t *dev_func_addr, flexio_uintptr_t *dev_unpack_func_addr);

#ifdef __cplusplus
}
#endif

#endif

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Renames the functions of picolibc's allocator in ARCHIVE to the names that malloc.c calls, and the memset() that it calls to clear all
# blocks. Only members of the allocator are changed.
# Given AR, OBJCOPY, ARCHIVE, and a FOLDER for temporary files.
set(members "")
foreach(name malloc free realloc memalign malloc_usable_size)
  list(APPEND members "nano-malloc-${name}.c.o")
endforeach()
set(renamed --redefine-sym malloc=__dpa_libc_malloc --redefine-sym free=__dpa_libc_free --redefine-sym cfree=__dpa_libc_cfree
            --redefine-sym realloc=__dpa_libc_realloc --redefine-sym memalign=__dpa_libc_memalign
            --redefine-sym aligned_alloc=__dpa_libc_aligned_alloc --redefine-sym malloc_usable_size=__dpa_libc_usable_size
            --redefine-sym memset=__dpa_libc_clear_block)
file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}")
execute_process(COMMAND ${AR} x "${ARCHIVE}" ${members} WORKING_DIRECTORY "${FOLDER}" COMMAND_ERROR_IS_FATAL ANY)
foreach(member IN LISTS members)
  execute_process(COMMAND ${OBJCOPY} ${renamed} "${FOLDER}/${member}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
list(TRANSFORM members PREPEND "${FOLDER}/")
execute_process(COMMAND ${AR} rD "${ARCHIVE}" ${members} COMMAND_ERROR_IS_FATAL ANY)

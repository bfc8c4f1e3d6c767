# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Declares small commands. Their options stand in options.td of the calling folder.
include(DpaOptions)
if(NOT TARGET dpa-command-line)
  add_subdirectory("${CMAKE_CURRENT_LIST_DIR}" "${CMAKE_BINARY_DIR}/tools/command-line")
endif()

# dpa_command(name SOURCES a.cpp ... [LIBS x ...])
function(dpa_command name)
  cmake_parse_arguments(C "" "" "SOURCES;LIBS" ${ARGN})
  set(generated "${CMAKE_CURRENT_BINARY_DIR}/${name}-generated")
  file(MAKE_DIRECTORY "${generated}")
  dpa_option_table("${generated}/option-table.inc" options.td)
  add_executable(${name} ${C_SOURCES} "${generated}/option-table.inc")
  target_include_directories(${name} PRIVATE "${generated}")
  target_link_libraries(${name} PRIVATE dpa-command-line ${C_LIBS})
  dpa_precompiled_headers(llvm ${name})
endfunction()

# The names that the original has for a command, as links in lib/dpa-mft of the SDK: not in bin, where they would hide the tools of
# a real card.
# dpa_original_names(command name...)
function(dpa_original_names command)
  set(folder "${DPA_SDK_LIB}/dpa-mft")
  foreach(name IN LISTS ARGN)
    list(APPEND links COMMAND ${CMAKE_COMMAND} -E create_symlink "../../bin/${command}" "${folder}/${name}")
  endforeach()
  add_custom_command(TARGET ${command} POST_BUILD COMMAND ${CMAKE_COMMAND} -E make_directory "${folder}" ${links} VERBATIM)
endfunction()

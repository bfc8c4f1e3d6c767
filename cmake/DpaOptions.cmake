# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Turns a table of options (.td) into C++. The C preprocessor reads it first, so that it may include
# our tables (.def).
if(NOT LLVM_FOUND)
  find_package(LLVM 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/llvm)
endif()
find_program(DPA_TBLGEN NAMES llvm-tblgen-22 llvm-tblgen HINTS "${LLVM_TOOLS_BINARY_DIR}" REQUIRED)
find_program(DPA_PREPROCESSOR NAMES clang-22 clang HINTS "${LLVM_TOOLS_BINARY_DIR}" REQUIRED)

# dpa_option_table(output input)
function(dpa_option_table output input)
  cmake_path(ABSOLUTE_PATH input BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${DPA_PREPROCESSOR} -E -P -x assembler-with-cpp "-I${PROJECT_SOURCE_DIR}" -MD -MF "${output}.d" -MT "${output}"
            "${input}" -o "${output}.td"
    COMMAND ${DPA_TBLGEN} -gen-opt-parser-defs "-I$<JOIN:${LLVM_INCLUDE_DIRS},;-I>" -I "${PROJECT_SOURCE_DIR}"
            "${output}.td" -o "${output}"
    DEPENDS "${input}" "${PROJECT_SOURCE_DIR}/tools/command-line/common.td"
    DEPFILE "${output}.d"
    COMMAND_EXPAND_LISTS
    VERBATIM)
endfunction()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Reads runtime/abi/hardware-models.def. Sets DPA_MODELS (short names) and, for each,
# DPA_MODEL_<short>_ID, _OPTION (without quotes) and _ARCH; DPA_COMMON_ARCH is the architecture of the oldest model, whose
# code all models run.
set(table "${PROJECT_SOURCE_DIR}/runtime/abi/hardware-models.def")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${table}")
file(STRINGS "${table}" rows REGEX "^DPA_MODEL\\(")
set(DPA_MODELS "")
foreach(row IN LISTS rows)
  if(NOT row MATCHES "^DPA_MODEL\\(([0-9]+), \"([^\"]+)\", \"([^\"]+)\", \"[^\"]+\", \"([^\"]+)\"\\)$")
    message(FATAL_ERROR "hardware-models.def: cannot read this row: ${row}")
  endif()
  list(APPEND DPA_MODELS "${CMAKE_MATCH_3}")
  set(DPA_MODEL_${CMAKE_MATCH_3}_ID "${CMAKE_MATCH_1}")
  set(DPA_MODEL_${CMAKE_MATCH_3}_OPTION "${CMAKE_MATCH_2}")
  set(DPA_MODEL_${CMAKE_MATCH_3}_ARCH "${CMAKE_MATCH_4}")
endforeach()
if(NOT DPA_MODELS)
  message(FATAL_ERROR "${table}: no hardware model found")
endif()
list(GET DPA_MODELS 0 oldest)
set(DPA_COMMON_ARCH "${DPA_MODEL_${oldest}_ARCH}")

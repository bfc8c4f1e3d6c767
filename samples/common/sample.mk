# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Rules of the samples' Makefiles, which set NAME (of the program), DEVICE_SOURCES and HOST_SOURCES, and NETWORK = 1 if the
# sample handles packets, and include this.
#
#   make [SDK=<SDK folder>] [BUILD=<output folder>] [CPU=nv-dpa-bf3,nv-dpa-cx8]

SDK ?= $(patsubst %/bin/dpacc,%,$(shell command -v dpacc))
BUILD ?= build
CPU ?= nv-dpa-bf3
CC = gcc
CFLAGS ?= -O2 -Wall -Wextra -Werror
DEVICE_OPTIONS ?= -O2 -Wall -Wextra
COMMON := $(dir $(lastword $(MAKEFILE_LIST)))
FLEXIO = PKG_CONFIG_PATH='$(SDK)/lib/pkgconfig' pkg-config libflexio
# Pass the same options to compilation and link: dpacc's warnings (-Wno-dpa-...) apply to the link, too.
DPACC = '$(SDK)/bin/dpacc' -mcpu=$(CPU) -hostcc=$(CC) \
  -devicecc-options="$(DEVICE_OPTIONS) -DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API" -I$(COMMON)device
HOST_COMMON = sample.c
HOST_LIBS = -libverbs
ifdef NETWORK
HOST_COMMON += sample_arguments.c sample_echo.c sample_queues.c sample_steering.c sample_wait.c
HOST_LIBS += -lmlx5
endif
OBJECTS = $(patsubst device/%.c,$(BUILD)/%.dpa.o,$(DEVICE_SOURCES))

ifeq ($(SDK),)
$(error dpacc is not on the PATH (expected make SDK=<folder>))
endif

.PHONY: all clean
all: $(BUILD)/$(NAME)

$(BUILD)/$(NAME): $(HOST_SOURCES) $(addprefix $(COMMON)host/,$(HOST_COMMON)) $(BUILD)/$(NAME)_app.a
	$(CC) -std=gnu11 $(CFLAGS) -I$(COMMON)host $$($(FLEXIO) --cflags) $^ $$($(FLEXIO) --libs) $(HOST_LIBS) -o $@

$(BUILD)/$(NAME)_app.a: $(OBJECTS)
	$(DPACC) $^ -o $@ -app-name=$(NAME)_app

# The dependency files (-MD) make a changed header compile what includes it.
$(BUILD)/%.dpa.o: device/%.c | $(BUILD)
	$(DPACC) -c $< -o $@ -MD -MP -MF $@.d -MT $@

-include $(OBJECTS:=.d)

$(BUILD):
	mkdir -p '$@'

clean:
	rm -rf '$(BUILD)'

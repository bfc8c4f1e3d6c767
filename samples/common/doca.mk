# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Rules of the Makefiles of DOCA samples, which set NAME (of the program), and include this. The program is host/NAME.c with the
# app NAME_app, which dpacc makes of device/NAME.c.
#
#   make [SDK=<SDK folder>] [BUILD=<output folder>] [CPU=nv-dpa-bf3,nv-dpa-cx8]
#
# A Makefile may also set DEVICE_SOURCE and HOST_SOURCES, if they are others, MODULES, further modules of pkg-config, DEVICE_LIBS,
# further device libraries (-lname), and LINK, the compiler of the host program.

SDK ?= $(patsubst %/bin/dpacc,%,$(shell command -v dpacc))
BUILD ?= build
CPU ?= nv-dpa-bf3
CC = gcc
LINK ?= $(CC)
CFLAGS ?= -O2 -Wall -Wextra -Werror
DEVICE_SOURCE ?= device/$(NAME).c
HOST_SOURCES ?= host/$(NAME).c
PACKAGES = PKG_CONFIG_PATH='$(SDK)/lib/pkgconfig' pkg-config doca-dpa $(MODULES) doca-argp doca-common libflexio

ifeq ($(SDK),)
$(error dpacc is not on the PATH (expected make SDK=<folder>))
endif

$(BUILD)/$(NAME): $(HOST_SOURCES) $(BUILD)/$(NAME)_app.a
	$(LINK) $(CFLAGS) -DDOCA_ALLOW_EXPERIMENTAL_API $$($(PACKAGES) --cflags) $^ $$($(PACKAGES) --libs) -libverbs -o $@

$(BUILD)/$(NAME)_app.a: $(DEVICE_SOURCE)
	mkdir -p '$(BUILD)'
	'$(SDK)/bin/dpacc' $< -o $@ -mcpu=$(CPU) -hostcc=$(CC) -app-name=$(NAME)_app -ldpa $(if $(DEVICE_LIBS),-device-libs="$(DEVICE_LIBS)") \
	  -devicecc-options="-O2 -Wall -Wextra -Werror -Wno-deprecated-declarations"

.PHONY: clean
clean:
	rm -rf '$(BUILD)'

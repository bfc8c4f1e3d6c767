# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Rules of the Makefiles of DOCA samples, which set NAME (of the program), and include this. The program is host/NAME.c with the
# app NAME_app, which dpacc makes of device/NAME.c.
#
#   make [SDK=<SDK folder>] [BUILD=<output folder>] [CPU=nv-dpa-bf3,nv-dpa-cx8]
#
# A Makefile may also set MODULES, further modules of pkg-config, and LINK, the compiler of the host program.

SDK ?= $(patsubst %/bin/dpacc,%,$(shell command -v dpacc))
BUILD ?= build
CPU ?= nv-dpa-bf3
CC = gcc
LINK ?= $(CC)
CFLAGS ?= -O2 -Wall -Wextra -Werror
PACKAGES = PKG_CONFIG_PATH='$(SDK)/lib/pkgconfig' pkg-config doca-dpa $(MODULES) doca-argp doca-common libflexio

ifeq ($(SDK),)
$(error dpacc is not on the PATH (expected make SDK=<folder>))
endif

$(BUILD)/$(NAME): host/$(NAME).c $(BUILD)/$(NAME)_app.a
	$(LINK) $(CFLAGS) -DDOCA_ALLOW_EXPERIMENTAL_API $$($(PACKAGES) --cflags) $^ $$($(PACKAGES) --libs) -libverbs -o $@

$(BUILD)/$(NAME)_app.a: device/$(NAME).c
	mkdir -p '$(BUILD)'
	'$(SDK)/bin/dpacc' $< -o $@ -mcpu=$(CPU) -hostcc=$(CC) -app-name=$(NAME)_app -ldpa \
	  -devicecc-options="-O2 -Wall -Wextra -Werror -Wno-deprecated-declarations"

.PHONY: clean
clean:
	rm -rf '$(BUILD)'

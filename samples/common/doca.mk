# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Rules of the Makefiles of samples that use queues of DOCA Verbs, which set NAME, DEVICE_SOURCE, HOST_SOURCES and MODULES (of pkg-config)
# and include this.
#
#   make [SDK=<SDK folder>] [BUILD=<output folder>] [CPU=nv-dpa-bf3,nv-dpa-cx8]

SDK ?= $(patsubst %/bin/dpacc,%,$(shell command -v dpacc))
BUILD ?= build
CPU ?= nv-dpa-bf3
CC = gcc
CFLAGS ?= -O2 -Wall -Wextra -Werror
PKG_CONFIG = PKG_CONFIG_PATH='$(SDK)/lib/pkgconfig' pkg-config $(MODULES)

ifeq ($(SDK),)
$(error dpacc is not on the PATH (expected make SDK=<folder>))
endif

$(BUILD)/$(NAME): $(HOST_SOURCES) $(BUILD)/$(NAME)_app.a
	$(CC) $(CFLAGS) -DDOCA_ALLOW_EXPERIMENTAL_API $$($(PKG_CONFIG) --cflags) $^ $$($(PKG_CONFIG) --libs) -libverbs -o $@

$(BUILD)/$(NAME)_app.a: $(DEVICE_SOURCE)
	mkdir -p '$(BUILD)'
	'$(SDK)/bin/dpacc' $< -o $@ -mcpu=$(CPU) -hostcc=$(CC) -app-name=$(NAME)_app -ldpa \
	  -device-libs="-ldoca_dpa_dev -ldoca_dpa_dev_verbs" -devicecc-options="-O2 -Wall -Wextra -Wno-deprecated-declarations"

.PHONY: clean
clean:
	rm -rf '$(BUILD)'

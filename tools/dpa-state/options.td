// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of dpa-state, beside the common ones.
include "tools/command-line/common.td"

defm type : Value<"type", "Type of the device in queries (default: BlueField3)", "<name>">;
defm psid : Value<"psid", "PSID (default: MT_0000000911)", "<psid>">;
defm psid_branch : Value<"psid-branch", "Branch of the PSID (default: none)", "<branch>">;
defm fw_version : Value<"fw-version", "Version of the firmware; authentication requires 32.38 (DOCA 2.2.0) or later", "<a.b.c>">;
defm auto_reset : Value<"auto-reset", "1 (default): new settings take effect immediately if no program uses the device; 0: after a reset", "<0 or 1>">;
defm output : Letter<"o", "Signed file to write", "<file>">;

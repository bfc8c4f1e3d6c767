// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of dpaeumgmt, beside the common ones.
include "tools/command-line/common.td"

defm d : Letter<"d", "The device", "<name>">;
defm dpa_device : Spelling<"dpa_device", d_EQ>;
defm g : Letter<"g", "Name of the group", "<name>">;
defm group_name : Spelling<"group_name", g_EQ>;
defm i : Letter<"i", "Id of the group or partition", "<id>">;
defm id : Spelling<"id", i_EQ>;
defm r : Letter<"r", "Execution units, such as 0-5,8", "<list>">;
defm range_eus : Spelling<"range_eus", r_EQ>;
defm v : Letter<"v", "Functions (vHCAs) that get the partition, such as 1,2", "<list>">;
defm vhca_list : Spelling<"vhca_list", v_EQ>;
defm m : Letter<"m", "Groups that each of these functions may have", "<n>">;
defm max_num_dpa_eu_group : Spelling<"max_num_dpa_eu_group", m_EQ>;
defm config : Value<"config", "The configuration file (default: what DPA_CONFIG names)", "<file>">;

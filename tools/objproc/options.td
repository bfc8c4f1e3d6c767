// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of objproc, beside the common ones.
include "tools/command-line/common.td"

def emit_as_stub : Switch<"emit-as-stub">, HelpText<"Write C source with the container">;
def emit_as_object : Switch<"emit-as-object">, HelpText<"Write a host object with the container">;
def extract_dev_obj : Switch<"extract-dev-obj">, HelpText<"Write the device objects of a DPA object, one a model">;
def extract_host_stub : Switch<"extract-host-stub">, HelpText<"Write the host stub of a DPA object or device object">;

defm array_prefix : Value<"array-prefix", "App, or stem of the source with --embed-as-obj", "<name>">;
def embed_as_obj : Switch<"embed-as-obj">, HelpText<"The container has device objects, not images">;
defm like : Value<"like", "An object of the host compiler: its machine", "<object>">;
defm interface : Value<"interface", "DPA object or device object whose interface records are copied", "<object>">;
defm proc_attr : Value<"proc-attr", "Process attributes of the app, made by dpa-app-attributes2blob", "<blob>">;
defm out_dir : Value<"out-dir", "Where device objects go, as <stem>.<model>.o", "<dir>">;
defm stem : Value<"stem", "Name for what is taken out (default: of the input, of the record)", "<stem>">;
defm output : Letter<"o", "Where the result goes", "<file>">;
defm output_file : Spelling<"output-file", output>;

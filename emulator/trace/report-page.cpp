// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Embeds the page of the report and its scripts.
#include "emulator/trace/report.h"

__asm__(".section .rodata.dpa_report_page, \"a\"\n"
        ".hidden dpa_report_page_begin\n"
        ".globl dpa_report_page_begin\n"
        "dpa_report_page_begin:\n"
        ".incbin \"" DPA_REPORT_FOLDER "/report-page.html\"\n"
        ".ascii \"<script>\\n\"\n"
        ".incbin \"" DPA_REPORT_FOLDER "/report-data.js\"\n"
        ".incbin \"" DPA_REPORT_FOLDER "/report-timeline.js\"\n"
        ".incbin \"" DPA_REPORT_FOLDER "/report-tables.js\"\n"
        ".incbin \"" DPA_REPORT_FOLDER "/report-flames.js\"\n"
        ".ascii \"</script>\\n\"\n"
        ".hidden dpa_report_page_end\n"
        ".globl dpa_report_page_end\n"
        "dpa_report_page_end:\n"
        ".byte 0\n"
        ".previous\n");

extern "C" {
extern const char dpa_report_page_begin[];
extern const char dpa_report_page_end[];
}

namespace dpa::trace {

std::string_view reportPage() {
  return {dpa_report_page_begin, dpa_report_page_end};
}

} // namespace dpa::trace

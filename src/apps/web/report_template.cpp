#include "apps/web/report_template.hpp"

// The assembler reads the file: half a megabyte as an array initialiser would take the compiler seconds.
asm(".pushsection .rodata\n"
    ".balign 16\n"
    "polhode_report_template_begin:\n"
    ".incbin \"" POLHODE_REPORT_TEMPLATE_FILE
    "\"\n"
    "polhode_report_template_end:\n"
    ".byte 0\n"
    ".global polhode_report_template_begin\n"
    ".global polhode_report_template_end\n"
    ".hidden polhode_report_template_begin\n"
    ".hidden polhode_report_template_end\n"
    ".popsection\n");

extern "C" {
extern const char polhode_report_template_begin[];
extern const char polhode_report_template_end[];
}

namespace polhode {

std::string_view report_template() {
  return {polhode_report_template_begin,
          static_cast<std::size_t>(polhode_report_template_end - polhode_report_template_begin)};
}

}  // namespace polhode

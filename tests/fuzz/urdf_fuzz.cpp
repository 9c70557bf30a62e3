// Any text is a robot or a list of findings, and the doctor has an opinion on whatever links it has.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <polhode/formats/run_files.hpp>
#include <polhode/formats/urdf.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polhode;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto tree = read_urdf(text, "fuzz.urdf", {.floating_base = size % 2 == 0});
  (void)format(tree.diagnostics());
  if (tree.ok() == tree.diagnostics().has_errors()) std::abort();
  const auto links = urdf_links(text, "fuzz.urdf");
  if (!links.ok()) return 0;
  const auto reports = examine(*links);
  (void)format(reports);
  (void)mass_json(reports);
  return reports.size() == links->links.size() ? 0 : 1;
}

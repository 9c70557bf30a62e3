// Any bytes as what a run's folder holds: the table, drawn in both ways, and the page with its shapes. Nothing may
// crash, hang or give a picture with numbers that are none.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <polhode/formats/run_export.hpp>
#include <polhode/formats/run_plot.hpp>

#include "formats/page_reader.hpp"
#include "formats/stage.hpp"

namespace {

void draw(const polhode::RunTable& table, bool log, bool phase) {
  using namespace polhode;
  PlotRequest request{.log_x = log, .log_y = log, .style = phase ? PlotStyle::slides : PlotStyle::paper};
  request.size = PictureSize{200, 150, false};
  request.png = true;
  if (phase && !table.columns.empty()) request.phase = {table.columns.front().name, table.columns.back().name};
  const auto picture = plot_run({}, table, request);
  (void)format(picture.diagnostics());
  if (picture.ok() && picture->svg.find("d=\"Mnan") != std::string::npos) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polhode;
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 == 0) {
    const auto table = read_run_table(bytes, "channels.csv");
    (void)format(table.diagnostics());
    if (!table.ok()) return 0;
    draw(*table, (data[0] & 2) != 0, (data[0] & 4) != 0);
    (void)table_json({}, *table);
    (void)table_npz({}, *table).ok();
    return 0;
  }
  constexpr std::size_t most = 2000;  // bytes: each shape of a few makes thousands of triangles
  const auto page = read_page(bytes.substr(0, most), "report.html");
  (void)format(page.diagnostics());
  if (!page.ok()) return 0;
  const auto table = read_run_table(
      "t [s],b.position.x [m],b.position.y [m],b.position.z [m],b.quaternion.w,b.quaternion.x,b.quaternion.y,"
      "b.quaternion.z,b.contact.x [m],b.contact.y [m],b.contact.z [m],s.p.x [m],s.p.y [m]\n"
      "0,0,0,0,1,0,0,0,0,0,0,1,2\n1,0,nan,0,0,0,0,0,0,0,nan,1,3\n",
      "channels.csv");
  (void)format(read_stage(*page, *table).diagnostics());
  return 0;
}

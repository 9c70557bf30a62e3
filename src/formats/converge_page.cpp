#include <polhode/base/text.hpp>
#include <polhode/formats/converge_files.hpp>

#include "formats/svg.hpp"

namespace polhode {
namespace {

constexpr const char* style = R"(
:root { color-scheme: light dark; --paper: #fbfcfd; --text: #1b2430; --muted: #5d6a78; --hairline: #e3e8ed; }
@media (prefers-color-scheme: dark) { :root { --paper: #0b0f17; --text: #e8edf3; --muted: #94a1b0; --hairline: #212b39; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1120px; padding: 16px 24px 48px; background: var(--paper); color: var(--text);
  font: 13px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%; }
h1 { margin: 0; font-size: 22px; font-weight: 600; line-height: 1.25; letter-spacing: -0.01em; overflow-wrap: anywhere; }
p { margin: 4px 0; max-width: 90ch; }
.muted, figcaption { color: var(--muted); }
.scroll { overflow-x: auto; margin: 20px 0; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 5px 10px; border-bottom: 1px solid var(--hairline); text-align: right; white-space: nowrap; }
th { color: var(--muted); font-weight: 500; }
th:first-child, td:first-child { text-align: left; padding-left: 0; position: sticky; left: 0; background: var(--paper); }
td:first-child { font-weight: 600; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 28px; align-items: start; }
figure { margin: 0; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { margin-top: 6px; max-width: 60ch; }
ul { margin: 0; padding-left: 18px; }
li { margin-bottom: 6px; }
@media (max-width: 480px) { body { padding: 12px 12px 32px; } }
)";

std::string table_of(const Convergence& convergence) {
  std::string html = "<div class=\"scroll\"><table>\n";
  const auto rows = converge_table(convergence);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string cell = i == 0 ? "th" : "td";
    html += "<tr>";
    for (const std::string& text : rows[i]) html += "<" + cell + ">" + escaped(text) + "</" + cell + ">";
    html += "</tr>\n";
  }
  return html + "</table></div>\n";
}

std::string notes_of(const Convergence& convergence) {
  const ConvergeReference& reference = convergence.reference;
  std::string html = "<ul class=\"muted\">\n";
  const auto add = [&html](const std::string& text) { html += "<li>" + escaped(text) + "</li>\n"; };
  for (const std::string& finding : convergence.findings) add(finding);
  std::string others;
  for (std::size_t i = 1; i < reference.runs.size(); ++i) others += (i > 1 ? " and " : "") + reference.runs[i].method;
  add("Errors are measured against " + reference.runs[0].method + " at tolerance " +
      shortest(reference.runs[0].tolerance) + "; it and " + others + " differ by up to " + rounded(reference.doubt, 2) +
      " at the end. Runs whose error is below 20 times that are not fitted.");
  add("An error is the largest over the blocks of the state of the difference, relative to the largest value that the "
      "block has in the run; of rotations the angle in rad.");
  add("local: the exponent of the error of a single step, one more than the order; global: that of the error at the "
      "end. ± is half of a 95 % interval.");
  add("evals 1e-6: rate evaluations to reach that error, interpolated between runs; time: processor time. energy: the "
      "largest relative drift in the finest run.");
  for (const LeftOut& one : convergence.left_out) add("Left out: " + one.name + ": " + one.reason);
  return html + "</ul>\n";
}

}  // namespace

std::string converge_page(const ConvergeSubject& subject, const Convergence& convergence,
                          const std::vector<Picture>& pictures) {
  const std::string title = subject.title.empty() ? subject.scene : subject.title;
  std::string html =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta "
      "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<meta "
      "name=\"generator\" content=\"Polhode\">\n<title>" +
      escaped(title) + ": solvers compared</title>\n<style>" + style + "</style>\n</head>\n<body>\n<h1>" +
      escaped(title) + "</h1>\n<p>Solvers measured on <b>" + escaped(subject.scene) + "</b>, " +
      rounded(convergence.t_begin) + " to " + rounded(convergence.t_end) +
      " s: how fast their errors fall with the step, and what an error costs.</p>\n";
  if (!convergence.complete) html += "<p>Not complete: " + escaped(convergence.reason) + "</p>\n";
  html += table_of(convergence) + "<div class=\"pictures\">\n";
  for (const Picture& picture : pictures)
    html += "<figure>\n" + picture.svg + "<figcaption>" + escaped(picture.caption) + "</figcaption>\n</figure>\n";
  return html + notes_of(convergence) + "</div>\n</body>\n</html>\n";
}

}  // namespace polhode

#include <polhode/base/text.hpp>
#include <polhode/formats/converge_files.hpp>

#include "formats/html_page.hpp"
#include "formats/svg.hpp"

namespace polhode {
namespace {

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
  std::string html = "<p>Solvers measured on <b>" + escaped(subject.scene) + "</b>, " + rounded(convergence.t_begin) +
                     " to " + rounded(convergence.t_end) +
                     " s: how fast their errors fall with the step, and what an error costs.</p>\n";
  if (!convergence.complete) html += "<p>Not complete: " + escaped(convergence.reason) + "</p>\n";
  html += html_table(converge_table(convergence)) + "<div class=\"pictures\">\n";
  for (const Picture& picture : pictures) html += html_figure(picture);
  return html_page(title, "solvers compared", html + notes_of(convergence) + "</div>\n");
}

}  // namespace polhode

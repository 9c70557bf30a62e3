#include <polhode/base/diagnostic.hpp>

#include <algorithm>
#include <tuple>

#include <polhode/base/text.hpp>

namespace polhode {

std::string format(const Diagnostic& finding) {
  std::string text;
  if (!finding.where.file.empty()) text += printable(finding.where.file) + ":";
  if (finding.where.line > 0) {
    text += std::to_string(finding.where.line) + ":";
    if (finding.where.column > 0) text += std::to_string(finding.where.column) + ":";
  }
  if (!text.empty()) text += " ";
  text += finding.severity == Severity::error ? "error: " : "warning: ";
  if (!finding.path.empty()) text += printable(finding.path) + ": ";
  text += printable(finding.message);
  if (!finding.hint.empty()) text += "\n    " + printable(finding.hint);
  return text;
}

bool Diagnostics::has_errors() const {
  return std::any_of(findings_.begin(), findings_.end(),
                     [](const Diagnostic& finding) { return finding.severity == Severity::error; });
}

std::string format(const Diagnostics& findings) {
  // Equal places keep their order, which is that of the addresses.
  std::vector<const Diagnostic*> sorted;
  for (const Diagnostic& finding : findings) sorted.push_back(&finding);
  std::sort(sorted.begin(), sorted.end(), [](const Diagnostic* a, const Diagnostic* b) {
    return std::tie(a->where.file, a->where.line, a->where.column, a) <
           std::tie(b->where.file, b->where.line, b->where.column, b);
  });
  std::string text;
  for (const Diagnostic* finding : sorted) text += format(*finding) + "\n";
  return text;
}

}  // namespace polhode

#include "formats/mesh_text.hpp"

namespace polhode::mesh_text {

std::string quoted(std::string_view word) {
  constexpr std::size_t most = 40;
  std::string shown = "'";
  for (char c : word.substr(0, most)) shown += c >= ' ' && c <= '~' ? c : '.';
  return shown + (word.size() > most ? "…'" : "'");
}

std::optional<double> number(Scanner& scanner, const char* what, Findings& findings) {
  const std::optional<Word> word = scanner.word();
  if (!word) {
    findings.error(scanner.here(), std::string("the line ends where ") + what + " should be");
    return std::nullopt;
  }
  const std::optional<double> value = parse_number(word->text);
  if (!value)
    findings.error(*word, quoted(word->text) + " is not a number that can be " + what,
                   "write a finite decimal number, such as 0.25 or -1.5e-3");
  return value;
}

}  // namespace polhode::mesh_text

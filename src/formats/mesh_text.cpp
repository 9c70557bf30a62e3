#include "formats/mesh_text.hpp"

namespace polhode::mesh_text {

std::string quoted(std::string_view word) {
  constexpr std::size_t most = 40;
  return "'" + printable(word.substr(0, most)) + (word.size() > most ? "…'" : "'");
}

std::optional<Diagnostic> too_large(std::string_view bytes, const std::string& file, const MeshReadOptions& options) {
  if (bytes.size() <= options.max_bytes) return std::nullopt;
  return Diagnostic{.where = {file, 0, 0},
                    .message = "the file has " + std::to_string(bytes.size()) + " bytes, more than " +
                               std::to_string(options.max_bytes),
                    .hint = "simplify the mesh, or raise the limit"};
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

// Any text either compiles and evaluates over every scalar with equal bits, or is refused with findings inside it; so
// do definitions, a line each, and derivatives of what they come to.

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <polhode/math/formulas.hpp>

namespace {

using namespace polhode;

void require(bool holds) {
  if (!holds) std::abort();
}

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

const std::vector<std::string>& names() {
  static const std::vector<std::string> list{
      "x", "t", "theta'", "handle.angular_velocity_body.y", "m", "e", "theta", "q1", "q2", "p.x", "p.y", "x'"};
  return list;
}

struct Inputs {
  std::array<double, 12> numbers{0.5, -2, 0, 1e9, 3, -0.0, 0.7, 1.5, -1, 2, 3, -0.25};
  std::array<Pack4, 12> packs;
  std::array<Dual4, 12> duals;
  Inputs() {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      packs[i] = Pack4(numbers[i]);
      duals[i] = Dual4::variable(numbers[i], static_cast<int>(i % 4));
    }
  }
};

void require_findings(const Diagnostics& findings, std::size_t longest) {
  require(!findings.empty());
  for (const Diagnostic& finding : findings) {
    require(finding.where.column >= 1 && finding.where.column <= static_cast<int>(longest) + 1);
    require(!finding.message.empty());
  }
}

void one_formula(std::string_view text, const Inputs& inputs) {
  const auto made = Expression::compile(text, names());
  if (!made.ok()) return require_findings(made.diagnostics(), text.size());
  const double value = made->evaluate<double>(inputs.numbers);
  require(same(value, made->evaluate<Pack4>(inputs.packs)[3]));
  require(same(value, made->evaluate<Dual4>(inputs.duals).value));
}

/// Value, slopes and slopes of slopes from one program, with the bits that they have one by one.
void derive(Formulas& book, Term value, const Inputs& inputs) {
  std::vector<Term> outputs{value};
  for (int i : {0, 6}) outputs.push_back(book.derivative(value, i));
  for (int i : {0, 6}) outputs.push_back(book.derivative(outputs[1], i));
  const auto program = book.compile(outputs);
  if (!program.ok()) return require_findings(program.diagnostics(), 1);
  std::vector<double> numbers(outputs.size());
  std::vector<Pack4> packs(outputs.size());
  std::vector<Dual4> duals(outputs.size());
  program->evaluate<double>(inputs.numbers, numbers);
  program->evaluate<Pack4>(inputs.packs, packs);
  program->evaluate<Dual4>(inputs.duals, duals);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    require(same(numbers[i], packs[i][1]));
    require(same(numbers[i], duals[i].value));
    const auto alone = book.compile({outputs[i]});
    double by_itself = 0;
    require(alone.ok());
    alone->evaluate<double>(inputs.numbers, {&by_itself, 1});
    require(same(numbers[i], by_itself));
  }
}

/// Lines NAME = TEXT or NAME[INDEX] = TEXT are definitions; the last line is the formula.
void several_formulas(std::string_view text, const Inputs& inputs) {
  Formulas book(names(), {.expanded = 20'000});
  book.parameter("k", 0.5);
  book.parameter("w", std::vector<double>{1, 2, 3});
  const std::size_t longest = text.size();
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    const std::size_t sign = line.find(" = ");
    if (sign == 0 || sign == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, sign);
    const bool indexed = name.size() > 3 && name.ends_with("]") && name.find('[') == name.size() - 3;
    if (name.find_first_of("[]") != std::string_view::npos && !indexed) continue;
    if (book.knows(indexed ? name.substr(0, name.size() - 3) : name)) continue;
    book.define(std::string(name), std::string(line.substr(sign + 3)));
  }
  const Diagnostics findings = book.check();
  if (!findings.empty()) require_findings(findings, longest);
  const auto made = book.read(text);
  if (!made.ok()) return require_findings(made.diagnostics(), longest);
  require(made->vector == (made->parts.size() > 1));
  derive(book, made->parts.back(), inputs);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Inputs inputs;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  one_formula(text, inputs);
  several_formulas(text, inputs);
  return 0;
}

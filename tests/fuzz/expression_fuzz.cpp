// Any text either compiles and evaluates over every scalar with equal bits, or is refused with findings inside it.

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <polhode/math/expression.hpp>

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polhode;
  static const std::vector<std::string> names{"x", "t", "theta'", "handle.angular_velocity_body.y", "m", "e"};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto made = Expression::compile(text, names);
  if (!made.ok()) {
    require(!made.diagnostics().empty());
    for (const Diagnostic& finding : made.diagnostics())
      require(finding.where.column >= 1 && finding.where.column <= static_cast<int>(size) + 1);
    return 0;
  }
  std::array<double, 6> numbers{0.5, -2, 0, 1e9, 3, -0.0};
  std::array<Pack4, 6> packs;
  std::array<Dual4, 6> duals;
  for (std::size_t i = 0; i < 6; ++i) {
    packs[i] = Pack4(numbers[i]);
    duals[i] = Dual4::variable(numbers[i], static_cast<int>(i % 4));
  }
  const double value = made->evaluate<double>(numbers);
  require(same(value, made->evaluate<Pack4>(packs)[3]));
  require(same(value, made->evaluate<Dual4>(duals).value));
  return 0;
}

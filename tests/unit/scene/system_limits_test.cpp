// Energies typed deeper, longer or rounder than anything can be: findings, never a crash.
#include <algorithm>

#include "unit/scene/typed_scene.hpp"

namespace polhode {
namespace {

std::string repeated(std::string_view piece, int count) {
  std::string text;
  text.reserve(piece.size() * static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) text += piece;
  return text;
}

/// Findings of reading and building ½ x'² − V.
Diagnostics findings_of(const std::string& potential, const std::string& definitions = "") {
  const std::string text = "[run]\nend = 0.1\n[[system]]\nname = \"s\"\ncoordinates = [\"x\"]\ninitial = { x = 1 }\n" +
                           definitions + "lagrangian = \"0.5*x'^2 - " + potential + "\"\n";
  const auto no_mesh = [](const std::string&) -> Result<TriangleMesh> { return Diagnostic{}; };
  const auto scene = read_scene(text, "scene.toml", {}, no_mesh);
  Diagnostics findings = scene.diagnostics();
  if (scene.ok()) findings.append(build(*scene).diagnostics());
  return findings;
}

void expect_refused(const std::string& message, const std::string& potential, const std::string& definitions = "") {
  const Diagnostics findings = findings_of(potential, definitions);
  EXPECT_TRUE(findings.has_errors()) << message;
  EXPECT_LE(findings.size(), 25U) << message;
  EXPECT_TRUE(std::any_of(findings.begin(), findings.end(),
                          [&](const Diagnostic& finding) {
                            return finding.message.find(message) != std::string::npos && finding.where.line > 0;
                          }))
      << message << "\n"
      << format(findings).substr(0, 2000);
}

TEST(SystemLimits, BracketsNestToADepth) {
  const auto nested = [](int depth) { return repeated("(", depth) + "x" + repeated(")", depth); };
  EXPECT_FALSE(findings_of(nested(100)).has_errors());
  expect_refused("brackets, calls, signs and powers nest deeper than 100", nested(40'000));
  expect_refused("characters, more than the 100000 allowed", nested(1'000'000));
  expect_refused("brackets, calls, signs and powers nest deeper than 100", repeated("sin(", 20'000) + "x");
  expect_refused("brackets, calls, signs and powers nest deeper than 100", repeated("-", 90'000) + "x");
  expect_refused("brackets, calls, signs and powers nest deeper than 100", repeated("[x, ", 20'000));
  expect_refused("nothing is called 'x'''", "x" + repeated("'", 90'000));
}

TEST(SystemLimits, SumsHaveSoManyTerms) {
  EXPECT_FALSE(findings_of("x" + repeated("+x", 9'000)).has_errors());
  expect_refused("the formula has more than 10000 operations", "x" + repeated("+x", 45'000));
  expect_refused("characters, more than the 100000 allowed", "x" + repeated("+x", 1'000'000));
  expect_refused("written out, the formulas have more than 1000000 operations", "sum(i, 1, 1000000, sin(i*x))");
  expect_refused("written out, the formulas have more than 1000000 operations",
                 "sum(i, 1, 1000, sum(j, 1, 1000, sum(k, 1, 1000, x^2)))");
  expect_refused("must be a whole number", "sum(i, -9e18, 9e18, x)");
  expect_refused("a vector has at most 1000 parts", "norm([x" + repeated(", x", 20'000) + "])");
}

TEST(SystemLimits, TowersOfPowersHaveValuesOrFindings) {
  EXPECT_FALSE(findings_of("x" + repeated("^x", 90)).has_errors());
  EXPECT_FALSE(findings_of("x^1e300").has_errors());
  EXPECT_FALSE(findings_of("x^(-2147483648)").has_errors());
  expect_refused("brackets, calls, signs and powers nest deeper than 100", "x" + repeated("^x", 200));
  expect_refused("has no finite value", "x^9" + repeated("^9", 90));
}

TEST(SystemLimits, DefinitionsThatNeverEndAreNamed) {
  expect_refused("'a' is defined by itself: a → b → c → a", "a", "definitions = { a = \"b\", b = \"c\", c = \"a\" }\n");
  expect_refused("definitions use each other more than 200 deep", "f[1]",
                 "definitions = { \"f[n]\" = \"f[n + 1]*f[n + 2]\" }\n");
  std::string chain = "definitions = { d5000 = \"x\"";
  for (int i = 0; i < 5000; ++i) chain += ", d" + std::to_string(i) + " = \"d" + std::to_string(i + 1) + "*x\"";
  expect_refused("definitions use each other more than 200 deep", "d0", chain + " }\n");
  // Each is twice as long as the one before where it is written out, and not where it is shared.
  EXPECT_FALSE(
      findings_of("a[100]", "definitions = { a0 = \"x\", \"a[n]\" = \"sin(a[n - 1])*cos(a[n - 1])\" }\n").has_errors());
}

}  // namespace
}  // namespace polhode

#include <gtest/gtest.h>

#include <memory>

#include <polhode/base/function_ref.hpp>
#include <polhode/base/index.hpp>
#include <polhode/base/result.hpp>

namespace polhode {
namespace {

Diagnostic impossible() {
  return {.where = {"t-handle.toml", 14, 12},
          .path = "body[0].inertia",
          .message = "no rigid body has these moments",
          .hint = "did you mean 0.05?"};
}

TEST(Diagnostic, PrintsPlacePathSentenceAndHint) {
  EXPECT_EQ(format(impossible()),
            "t-handle.toml:14:12: error: body[0].inertia: no rigid body has these moments\n    did you mean 0.05?");
  EXPECT_EQ(format(Diagnostic{.severity = Severity::warning, .message = "odd"}), "warning: odd");
}

TEST(Diagnostics, ArePrintedInTheOrderOfTheFile) {
  Diagnostics findings;
  findings.error({"a", 3, 1}, "", "third");
  findings.warning({"a", 1, 2}, "", "first");
  findings.error({"a", 1, 7}, "", "second");
  EXPECT_EQ(format(findings), "a:1:2: warning: first\na:1:7: error: second\na:3:1: error: third\n");
  EXPECT_TRUE(findings.has_errors());
}

TEST(Result, HoldsAValueOrEveryFinding) {
  const Result<int> good = 3;
  EXPECT_TRUE(good.ok());
  EXPECT_EQ(*good, 3);
  const Result<int> bad = impossible();
  EXPECT_FALSE(bad.ok());
  EXPECT_EQ(bad.diagnostics().size(), 1u);
}

TEST(Result, AskingAFailedResultForItsValueQuotesTheFindings) {
  const Result<int> bad = impossible();
  try {
    (void)bad.value();
    FAIL() << "no UsageError";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("no rigid body has these moments"), std::string::npos);
  }
}

TEST(Result, MovesOutWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> owner = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = *std::move(owner);
  EXPECT_EQ(*taken, 5);
}

TEST(FunctionRef, CallsWhatItRefersTo) {
  int calls = 0;
  auto count = [&calls](int by) { return calls += by; };
  const FunctionRef<int(int)> reference = count;
  EXPECT_EQ(reference(2), 2);
  EXPECT_EQ(reference(3), 5);
  EXPECT_FALSE(FunctionRef<int(int)>());
}

TEST(Index, OfOneKindIsNoIndexOfAnother) {
  EXPECT_FALSE((std::is_convertible_v<BodyIndex, Index<struct OtherTag>>));
  EXPECT_FALSE((std::is_convertible_v<BodyIndex, int>));
  EXPECT_FALSE(BodyIndex{}.valid());
  EXPECT_LT(BodyIndex{1}, BodyIndex{2});
}

}  // namespace
}  // namespace polhode

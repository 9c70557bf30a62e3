// Broken and doubtful robots: each file of tests/input/broken_urdf ends in the findings it must give, word for word,
// behind "#! ": errors, or warnings alone.
#include <gtest/gtest.h>

#include <polhode/formats/urdf.hpp>

#include "support/broken_files.hpp"

namespace polhode {
namespace {

class BrokenUrdfTest : public testing::TestWithParam<BrokenFile> {};

TEST_P(BrokenUrdfTest, GivesItsFindingsWordForWord) {
  ASSERT_FALSE(GetParam().expected.empty());
  const auto tree = read_urdf(GetParam().text, "robot.urdf");
  EXPECT_EQ(format(tree.diagnostics()), GetParam().expected);
  EXPECT_NE(tree.ok(), tree.diagnostics().has_errors());
  for (const Diagnostic& finding : tree.diagnostics()) EXPECT_GT(finding.where.line, 0) << finding.message;
}

INSTANTIATE_TEST_SUITE_P(Urdf, BrokenUrdfTest, testing::ValuesIn(broken_files(POLHODE_BROKEN_URDFS)), test_name);

// Files that are read all the same, with warnings, do not count as broken.
TEST(BrokenUrdfs, AtLeastEightyAreRefusedAndTwentyReadWithWarningsAlone) {
  std::size_t refused = 0, warned = 0;
  for (const BrokenFile& file : broken_files(POLHODE_BROKEN_URDFS))
    ++(read_urdf(file.text, "robot.urdf").ok() ? warned : refused);
  EXPECT_GE(refused, 80u);
  EXPECT_GE(warned, 20u);
}

}  // namespace
}  // namespace polhode

// Formulas that are zero, or do not change with an input, though their texts do not say so.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <polhode/math/formulas.hpp>

namespace polhode {
namespace {

bool vanishes(const std::string& text, int by = -1) {
  Formulas book({"t", "x", "y"});
  const auto term = book.number(text);
  EXPECT_TRUE(term.ok()) << text;
  return book.vanishes(by < 0 ? *term : book.derivative(*term, by));
}

bool indifferent(const std::string& text, int input) {
  Formulas book({"t", "x", "y"});
  const Term term = book.number(text).value();
  return book.indifferent({&term, 1}, input);
}

TEST(Vanishing, IsSeenWherePartsCancel) {
  EXPECT_TRUE(vanishes("sin(x)^2 + cos(x)^2 - 1"));
  EXPECT_TRUE(vanishes("(x + y)*(x - y) - x^2 + y^2"));
  EXPECT_TRUE(vanishes("x - x"));
  EXPECT_TRUE(vanishes("exp(x)*exp(y) - exp(x + y)"));
  EXPECT_TRUE(vanishes("sqrt(x^2)^2 - x*x"));
  EXPECT_TRUE(vanishes("log(x) + log(y) - log(x*y)"));  // of positive numbers, where it has a value
  EXPECT_TRUE(vanishes("1e-40*(sin(2*x) - 2*sin(x)*cos(x))"));
  // A point on a hoop that turns evenly: neither speed nor height tells when.
  EXPECT_TRUE(vanishes("(sin(x)*cos(7*t))^2 + (sin(x)*sin(7*t))^2", 0));
  EXPECT_TRUE(indifferent("(sin(x)*cos(7*t))^2 + (sin(x)*sin(7*t))^2", 0));
  EXPECT_TRUE(indifferent("y*x - x*y + t", 1));
}

TEST(Vanishing, IsNotClaimedOfWhatIsSmall) {
  EXPECT_FALSE(vanishes("1e-30*x"));
  EXPECT_FALSE(vanishes("1e-13*x + sin(y)^2 + cos(y)^2 - 1"));
  EXPECT_FALSE(vanishes("x*y"));
  EXPECT_FALSE(indifferent("1e-30*t", 0));
  EXPECT_FALSE(indifferent("x + 1e-13*t", 0));
}

TEST(Vanishing, IsNotClaimedOfWhatNumbersDoNotSee) {
  // A pulse between the points that are drawn, or on one side of them.
  EXPECT_FALSE(vanishes("x - x + exp(-1e6*(t - 50)^2)"));
  EXPECT_FALSE(indifferent("x + exp(-1e6*(t - 50)^2)", 0));
  EXPECT_FALSE(indifferent("x + tanh(1000*(t - 50))", 0));
  EXPECT_FALSE(indifferent("x + if(t > 50, 1, 0)", 0));
  EXPECT_FALSE(indifferent("x + max(t, 50)", 0));
  EXPECT_FALSE(vanishes("sqrt(-1 - x^2)"));  // has no value anywhere
}

TEST(Vanishing, IsAnsweredAtOnceByStructure) {
  EXPECT_TRUE(vanishes("if(x > 0, y, -y)", 0));
  EXPECT_TRUE(vanishes("0"));
  EXPECT_FALSE(vanishes("3"));
  EXPECT_TRUE(indifferent("if(x > 0, y, -y)", 0));
}

}  // namespace
}  // namespace polhode

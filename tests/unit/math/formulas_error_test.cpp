// What is wrong with vectors, sums and definitions is said where it is wrong.
#include <gtest/gtest.h>

#include <polhode/math/formulas.hpp>

namespace polhode {
namespace {

struct Case {
  std::string text;
  int column;
  std::string message;
  std::string hint;
};

void expect_finding(const Diagnostics& list, const Case& c, std::string_view path = "") {
  ASSERT_EQ(list.size(), 1u) << c.text << "\n" << format(list);
  EXPECT_EQ(list[0].where, (Position{"", 1, c.column})) << c.text;
  EXPECT_EQ(list[0].path, path) << c.text;
  EXPECT_EQ(list[0].message, c.message) << c.text;
  EXPECT_EQ(list[0].hint, c.hint) << c.text;
}

Formulas book() {
  Formulas made({"x", "y", "t", "x'", "q1", "q2", "s1", "handle.place.x", "handle.place.y"});
  made.parameter("k", 0.5);
  made.parameter("m", std::vector<double>{1, 2, 3});
  made.define("r", "[x, y, t]");
  made.define("c[i]", "[q[i], i]");
  return made;
}

void expect_refused(std::span<const Case> cases) {
  for (const Case& c : cases) {
    Formulas formulas = book();
    const auto made = formulas.number(c.text);
    EXPECT_FALSE(made.ok()) << c.text;
    expect_finding(made.diagnostics(), c);
  }
}

TEST(FormulaError, ShapesThatDoNotFitAreRefusedWhereTheyMeet) {
  const std::string part = "take norm(…), or a part such as .x";
  const std::string either = "take a part of the vector, such as .x, or its norm";
  expect_refused(std::to_array<Case>({
      {"x*r*r", 4, "a product of two vectors can mean two things", "write dot(a, b) or cross(a, b)"},
      {"2/r", 2, "nothing can be divided by a vector", "divide by its norm(…), or by a part such as .x"},
      {"dot(r + x, r)", 7, "a vector of 3 parts and a number cannot be added", either},
      {"norm(x - r)", 8, "a number and a vector of 3 parts have no difference", either},
      {"norm([x, y] + r)", 13, "a vector of 2 parts and a vector of 3 parts cannot be added", ""},
      {"1 + r^2", 6, "a vector has no powers", "write dot(a, a) for the square of its size"},
      {"sin(r)", 1, "sin takes numbers, not a vector of 3 parts", part},
      {"max(x, r)", 1, "max takes numbers, not a vector of 3 parts", part},
      {"x < r", 3, "vectors are neither compared nor true or false", part},
      {"not r", 1, "vectors are neither compared nor true or false", part},
      {"if(r, 1, 2)", 1, "if takes numbers, not a vector of 3 parts", part},
      {"if(x, r, 2)", 1, "both values must be of one kind, not a vector of 3 parts and a number", ""},
      {"dot(r, [x, y])", 1, "dot takes two vectors of as many parts, not a vector of 3 parts and a vector of 2 parts",
       ""},
      {"dot(x, y)", 1, "dot takes two vectors of as many parts, not a number and a number", ""},
      {"norm(x)", 1, "norm takes a vector, not a number", "the size of a number is abs(…)"},
      {"cross(r, [x, y])", 1,
       "cross takes two vectors of 3 parts, or two of 2, not a vector of 3 parts and a vector of 2 parts", ""},
      {"dot(r)", 1, "dot takes 2 arguments (a, b), not 1", ""},
      {"[r, x].x", 1, "a part of a vector is a number, not a vector of 3 parts", ""},
      {"2*r", 1, "this is a vector of 3 parts, and one number is needed", part},
      {"handle.place", 1, "this is a vector of 2 parts, and one number is needed", part},
      {"[x]", 1, "a vector has two parts or more", "write brackets as ( )"},
      {"[]", 1, "a vector has two parts or more", "write [x, y]"},
  }));
}

TEST(FormulaError, PartsThatAreNotThere) {
  expect_refused(std::to_array<Case>({
      {"r[4]", 2, "a vector of 3 parts has no part 4", "parts are counted from 1 to 3"},
      {"r[0]", 2, "a vector of 3 parts has no part 0", "parts are counted from 1 to 3"},
      {"[x, y].z", 7, "a vector of 2 parts has no part 3", "parts are counted from 1 to 2"},
      {"(r).w", 4, "a vector has no part '.w'", "its parts are .x, .y, .z, or [1], [2], …"},
      {"x[1]", 2, "'x' is one number and has no parts", ""},
      {"(x)[1]", 4, "this is one number and has no parts", ""},
      {"r[x]", 2, "the number of a part must be a whole number that is known before the motion",
       "numbers, parameters and indices are known"},
      {"r[k]", 2, "the number of a part must be a whole number that is known before the motion",
       "this one is 0.500000"},
      {"m[4]", 1, "a vector of 3 parts has no part 4", "parts are counted from 1 to 3"},
      {"q[3]", 1, "nothing is called 'q3' here, which 'q[3]' means",
       "known here: x, y, t, x', q1, q2, s1, handle.place.x …; constants: pi, e"},
      {"q", 1, "nothing is called 'q' here", "known here: x, y, t, x', q1, q2, s1, handle.place.x …; constants: pi, e"},
      {"foo[3]", 1, "nothing is called 'foo' here",
       "known here: x, y, t, x', q1, q2, s1, handle.place.x …; constants: pi, e"},
      {"c", 1, "'c' needs a number in square brackets", "write c[1]"},
      {"r[1", 4, "a ']' is missing: the bracket opened at column 2 stays open", "add ']' where the bracket should end"},
      {"2[1]", 2, "a number has no parts", "parts stand behind a name or brackets: r[1], (a + b).x"},
      {"x + 1]", 6, "this ']' closes nothing", "remove it, or open a bracket before it"},
  }));
}

TEST(FormulaError, RatesThatAreNotKnown) {
  const std::string hint = "only what is made of t, and of names x beside which x' is a name, too, has a rate";
  expect_refused(std::to_array<Case>({
      {"r.y'", 1, "how 'y' changes in time is not known here", hint},
      {"(x*q1)'", 7, "how 'q1' changes in time is not known here", hint},
      {"(x^2)''", 6, "how 'x'' changes in time is not known here", hint},
      {"y'", 1, "nothing is called 'y'' here",
       "known here: x, y, t, x', q1, q2, s1, handle.place.x …; constants: pi, e"},
      {"2'", 2, "a ' stands only behind a name or brackets", "it is the rate of what stands before it: (2*x)'"},
  }));
}

TEST(FormulaError, SumsThatCannotBeCounted) {
  const std::string counted = " must be a whole number that is known before the motion";
  expect_refused(std::to_array<Case>({
      {"sum(i, 1, x, i)", 1, "the last index of a sum" + counted, "numbers, parameters and indices are known"},
      {"sum(i, k, 2, i)", 1, "the first index of a sum" + counted, "this one is 0.500000"},
      {"sum(i, 1, r, i)", 1, "the last index of a sum" + counted, "numbers, parameters and indices are known"},
      {"sum(x, 1, 2, x)", 5, "'x' has a meaning here, and cannot count", "choose another letter"},
      {"sum(i, 1, 2, sum(i, 1, 2, i))", 18, "'i' has a meaning here, and cannot count", "choose another letter"},
      {"sum(1, 2, 3, 4)", 5, "a sum counts by an index", "write sum(i, 1, 3, x[i]^2)"},
      {"sum(i, 1, 2)", 1, "sum takes 4 arguments (i, first, last, term), not 3", ""},
      {"sum(i, 1, 2, i, x)", 1, "sum takes 4 arguments (i, first, last, term), not 5", ""},
      {"sum(i, 1, 2, i) + i", 19, "nothing is called 'i' here",
       "known here: x, y, t, x', q1, q2, s1, handle.place.x …; constants: pi, e"},
      {"sum(i, 1, 3, q[i])", 14, "nothing is called 'q3' here, which 'q[3]' means",
       "known here: x, y, t, x', q1, q2, s1, handle.place.x …; constants: pi, e"},
      {"sum(i, 1, 2, i*[x, y] + i)", 23, "a vector of 2 parts and a number cannot be added",
       "take a part of the vector, such as .x, or its norm"},
  }));
}

TEST(FormulaError, DefinitionsAreReadEachWithItsOwnFindings) {
  Formulas formulas({"x"});
  formulas.define("a", "x + foo");
  formulas.define("b", "2*a + bar");
  formulas.define("c", "x*");
  formulas.define("d", "1");
  const Diagnostics list = formulas.check();
  ASSERT_EQ(list.size(), 3u) << format(list);
  EXPECT_EQ(list[0].path, "a");
  EXPECT_EQ(list[0].where.column, 5);
  EXPECT_EQ(list[1].path, "b");
  EXPECT_EQ(list[1].where.column, 7);
  EXPECT_EQ(list[2].path, "c");
  EXPECT_EQ(list[2].message, "a value is missing after '*'");
  const auto user = formulas.number("a + d");
  expect_finding(user.diagnostics(), {"a + d", 1, "this formula uses a definition in which something is wrong", ""});
  EXPECT_TRUE(formulas.number("d").ok());
}

TEST(FormulaError, DefinitionsThatDefineThemselvesAreNamed) {
  Formulas formulas({"x"});
  formulas.define("T", "x + V");
  formulas.define("V", "2*L");
  formulas.define("L", "x^2 - T");
  formulas.define("s", "sin(s)");
  formulas.define("f[n]", "n*f[n]");
  const Diagnostics list = formulas.check();
  ASSERT_EQ(list.size(), 2u) << format(list);
  EXPECT_EQ(list[0].path, "L");
  EXPECT_EQ(list[0].where.column, 7);
  EXPECT_EQ(list[0].message, "'T' is defined by itself: T → V → L → T");
  EXPECT_EQ(list[0].hint, "define one of them without the others");
  EXPECT_EQ(list[1].path, "s");
  EXPECT_EQ(list[1].message, "'s' is defined by itself: s → s");
  const auto family = formulas.number("f[3]");
  expect_finding(family.diagnostics(),
                 {"f[3]", 3, "'f[3]' is defined by itself: f[3] → f[3]", "define one of them without the others"}, "f");
}

TEST(FormulaError, AnIndexIsANewName) {
  Formulas formulas({"x", "i"});
  formulas.define("f[i]", "x*i");
  const Diagnostics list = formulas.check();
  expect_finding(list, {"f[i]", 1, "'i' has a meaning here, and cannot count", "choose another letter"}, "f");
}

TEST(FormulaError, EndlessDefinitionsEnd) {
  Formulas formulas({"x"});
  formulas.define("f[n]", "x*f[n - 1]");
  const auto made = formulas.number("f[3]");
  expect_finding(made.diagnostics(), {"f[3]", 3, "definitions use each other more than 200 deep here", ""}, "f");
}

TEST(FormulaLimits, WhatIsWrittenOutIsCounted) {
  Formulas formulas({"x"});
  const auto endless = formulas.number("1 + sum(i, 1, 1000000000, sum(j, 1, 1000000000, x))");
  ASSERT_EQ(endless.diagnostics().size(), 1u);
  EXPECT_EQ(endless.diagnostics()[0].message, "written out, the formulas have more than 1000000 operations");
  EXPECT_FALSE(formulas.number("x").ok());  // what is full stays full
  // Each doubles the one before, which costs nothing; each squares the size of the one before in its derivatives.
  Formulas doubling({"x"}, {.expanded = 20'000});
  doubling.define("a0", "[x, 1]");
  doubling.define("a[i]", "a[i - 1] + a[i - 1]");
  EXPECT_TRUE(doubling.number("a[100].x").ok());
  Formulas deep({"x"}, {.expanded = 2'000});
  Term term = *deep.number("sin(x*exp(x))*tan(x + sin(x))^x");
  for (int i = 0; i < 30; ++i) term = deep.derivative(term, 0);
  const auto program = deep.compile({term});
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.diagnostics()[0].message, "with their derivatives the formulas have more than 2000 operations");
}

TEST(FormulaLimits, MoreValuesAtATimeThanTheStackHoldsAreRefused) {
  Formulas formulas({"x"});
  std::vector<Term> outputs;
  for (int i = 0; i < Program::register_limit - 1; ++i)
    outputs.push_back(formulas.sum(formulas.input(0), formulas.constant(i + 1)));
  EXPECT_TRUE(formulas.compile(outputs).ok());
  outputs.push_back(formulas.product(formulas.input(0), formulas.input(0)));
  outputs.push_back(formulas.product(formulas.input(0), outputs.back()));
  const auto refused = formulas.compile(outputs);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.diagnostics()[0].message, "the formulas need more than 4096 values at a time");
}

}  // namespace
}  // namespace polhode

#include <gtest/gtest.h>

#include <polhode/base/unit.hpp>

namespace polhode {
namespace {

double si(const char* text, Dimension dimension) {
  const auto value = parse_quantity(text, dimension);
  EXPECT_TRUE(value.ok()) << text << ": " << format(value.diagnostics());
  return value.ok() ? *value : 0;
}

Diagnostic refused(const char* text, Dimension dimension) {
  const auto value = parse_quantity(text, dimension);
  EXPECT_FALSE(value.ok()) << text;
  return value.ok() ? Diagnostic{} : value.diagnostics()[0];
}

TEST(Units, QuantityIsTheDoubleNearestToItsDecimalValue) {
  EXPECT_EQ(si("12 mm", dimension::length), 0.012);
  EXPECT_EQ(si("200 g", dimension::mass), 0.2);
  EXPECT_EQ(si("57 mm", dimension::length), 0.057);
  EXPECT_EQ(si("30 deg", dimension::angle), 30 * 3.141592653589793 / 180);
  EXPECT_EQ(si("5 rpm", dimension::angular_velocity), 5 * 3.141592653589793 / 30);
  EXPECT_EQ(si("1 ft", dimension::length), 0.3048);
  EXPECT_DOUBLE_EQ(si("1 slug", dimension::mass), 14.593902937206364829);
  EXPECT_DOUBLE_EQ(si("7.8 g/cm^3", dimension::density), 7800);
  EXPECT_DOUBLE_EQ(si("2 kg m^2", dimension::inertia), 2);
  EXPECT_DOUBLE_EQ(si("3 N*mm", dimension::torque), 0.003);
  EXPECT_DOUBLE_EQ(si("10 deg/s", dimension::angular_velocity), 10 * 3.141592653589793 / 180);
}

TEST(Units, BareNumberIsSi) {
  EXPECT_EQ(si("9.81", dimension::acceleration), 9.81);
  EXPECT_EQ(si("-1e-3", dimension::length), -1e-3);
}

TEST(Units, WrongDimensionIsNamedAtItsColumn) {
  const Diagnostic finding = refused("12 mm", dimension::angle);
  EXPECT_EQ(finding.where.column, 4);
  EXPECT_EQ(finding.message, "this unit measures m, not rad");
  EXPECT_EQ(finding.hint, "give it in rad or a multiple");
}

TEST(Units, MisspeltUnitGetsASuggestion) {
  const Diagnostic finding = refused("5 rmp", dimension::angular_velocity);
  EXPECT_EQ(finding.where.column, 3);
  EXPECT_EQ(finding.message, "no unit is called 'rmp'");
  EXPECT_EQ(finding.hint, "did you mean 'rpm'?");
}

TEST(Units, BrokenTextIsRefused) {
  EXPECT_EQ(refused("", dimension::length).message, "a number was expected (in m, or with a unit)");
  EXPECT_EQ(refused("abc", dimension::none).message, "a number was expected");
  EXPECT_EQ(refused("1e999", dimension::none).message, "this number is beyond the range of a double");
  EXPECT_EQ(refused("1 m/", dimension::length).message, "a unit is missing");
  EXPECT_EQ(refused("1 m^0", dimension::length).message,
            "the power of a unit must be a whole number from -6 to 6, and not 0");
  EXPECT_EQ(refused("nan", dimension::none).message, "a number was expected");
}

TEST(Units, SymbolsOfDimensionsReadAsPeopleWriteThem) {
  EXPECT_EQ(si_symbol(dimension::inertia), "kg m^2");
  EXPECT_EQ(si_symbol(dimension::angular_velocity), "rad/s");
  EXPECT_EQ(si_symbol(dimension::angular_momentum), "kg m^2/s");
  EXPECT_EQ(si_symbol(dimension::force), "N");
  EXPECT_EQ(si_symbol(dimension::density), "kg/m^3");
  EXPECT_EQ(si_symbol(dimension::none), "");
  EXPECT_EQ(si_symbol(dimension::frequency), "1/s");
}

TEST(Units, EverySymbolReadsBack) {
  for (std::string_view symbol : unit_symbols()) EXPECT_TRUE(parse_unit(symbol).ok()) << symbol;
}

}  // namespace
}  // namespace polhode

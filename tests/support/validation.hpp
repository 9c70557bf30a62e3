#pragma once
// A measured error beside its tolerance: expected, and kept as a row of docs/validation.md.

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace polhode {

/// Expects error ≤ tolerance, and records both for tools/make_validation.py. `problem` says what was solved and in
/// which unit the error is, `source` where the truth comes from. Rows of one test differ in `problem`.
inline void expect_error_within(double tolerance, double error, const std::string& problem, const std::string& source) {
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, "%.17g|%.17g", error, tolerance);
  testing::Test::RecordProperty("validation: " + problem, source + "|" + numbers);
  EXPECT_LE(error, tolerance) << problem;
}

}  // namespace polhode

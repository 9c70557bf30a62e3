#include "formats/analysis_words.hpp"

#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>

namespace polhode {

std::string shown_beside(double value, double size, int digits) {
  return std::fabs(value) <= 1e-10 * size ? "0" : rounded(value, digits);
}

std::string shown(const std::vector<std::complex<double>>& eigenvalues) {
  double size = 0;
  for (const std::complex<double>& value : eigenvalues)
    size = std::max({size, std::fabs(value.real()), std::fabs(value.imag())});
  // Zeros that coincide are found apart by the root of the rounding.
  const auto tidy = [size](double value) { return std::fabs(value) <= 1e-7 * size ? 0 : value; };
  std::string text;
  for (const std::complex<double>& value : eigenvalues) {
    const double real = tidy(value.real()), imaginary = tidy(value.imag());
    if (imaginary < 0) continue;
    text += text.empty() ? "" : ", ";
    if (imaginary == 0)
      text += rounded(real, 5);
    else
      text += (real == 0 ? "±" : rounded(real, 5) + " ± ") + rounded(imaginary, 5) + "i";
  }
  return text;
}

std::string shown_state(const std::vector<std::string>& names, const std::vector<double>& x) {
  double size = 1;
  for (const double value : x) size = std::max(size, std::fabs(value));
  std::string text;
  int zeros = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::string value = shown_beside(x[i], size);
    if (value == "0" && names.size() > most_columns)
      ++zeros;
    else
      text += (text.empty() ? "" : ", ") + names[i] + " = " + value;
  }
  if (zeros > 0) text += text.empty() ? "all of them 0" : ", the other " + std::to_string(zeros) + " are 0";
  return text;
}

std::string shown_fate(const Equilibrium& one) {
  std::string text(to_string(one.fate)), type = one.type;
  for (const std::string_view known : {"stable ", "unstable "})
    if (type.starts_with(known)) return text + " " + type.substr(known.size());
  if (!type.empty()) return text + ", " + type;
  if (one.ways_out > 0) text += ", " + std::to_string(one.ways_out) + (one.ways_out == 1 ? " way out" : " ways out");
  return text;
}

std::string with_unit(const std::string& name, const std::string& symbol) {
  return symbol.empty() ? name : name + " [" + symbol + "]";
}

void write_complex(JsonWriter& json, const std::vector<std::complex<double>>& values) {
  json.begin_array();
  for (const std::complex<double>& value : values)
    json.begin_array().value(value.real()).value(value.imag()).end_array();
  json.end_array();
}

void write_names(JsonWriter& json, const std::vector<Coordinate>& coordinates) {
  json.key("coordinates").begin_array();
  for (const Coordinate& one : coordinates) json.value(one.name);
  json.end_array();
}

}  // namespace polhode

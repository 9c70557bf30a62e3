#include "formats/json.hpp"

#include <polhode/base/text.hpp>

namespace polhode {

void JsonWriter::separate() {
  if (!fresh_) text_ += ',';
  fresh_ = false;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  fresh_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  text_ += bracket;
  fresh_ = false;
  return *this;
}

void JsonWriter::quote(std::string_view text) {
  static constexpr char hex[] = "0123456789abcdef";
  text_ += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += c;
    } else if (byte < 0x20 || c == '<') {
      // '<' is escaped so that no text can end the script element that holds it in a page.
      text_ += "\\u00";
      text_ += hex[byte >> 4];
      text_ += hex[byte & 15];
    } else {
      text_ += c;
    }
  }
  text_ += '"';
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  text_ += ':';
  fresh_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  quote(text);
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  if (!(number - number == 0)) return null();
  separate();
  text_ += shortest(number);
  return *this;
}

JsonWriter& JsonWriter::rounded(double number, int digits) {
  if (!(number - number == 0)) return null();
  separate();
  text_ += polhode::rounded(number, digits);
  return *this;
}

JsonWriter& JsonWriter::value(std::int64_t number) {
  separate();
  text_ += std::to_string(number);
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
  separate();
  text_ += truth ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::null() {
  separate();
  text_ += "null";
  return *this;
}

JsonWriter& JsonWriter::value(std::span<const double> numbers) {
  begin_array();
  for (double number : numbers) value(number);
  return end_array();
}

JsonWriter& JsonWriter::value(const Mat3& matrix) {
  begin_array();
  for (int i = 0; i < 3; ++i) value(Vec3(matrix.row(i).transpose()));
  return end_array();
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  text_ += json;
  return *this;
}

JsonWriter& JsonWriter::line() {
  text_ += '\n';
  return *this;
}

}  // namespace polhode

#pragma once
// JSON out: commas, escapes and numbers that read back as the same double.

#include <span>
#include <string>
#include <string_view>

#include <polhode/math/vector.hpp>

namespace polhode {

/// Appends JSON to a text. Keys and values alternate inside objects; the writer places the commas. Numbers that are not
/// finite become null, for JSON has none.
class JsonWriter {
 public:
  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(double number);
  /// To so many significant digits, where that is all anyone will see.
  JsonWriter& rounded(double number, int digits);
  JsonWriter& value(std::int64_t number);
  JsonWriter& value(bool truth);
  JsonWriter& null();
  JsonWriter& value(std::span<const double> numbers);
  JsonWriter& value(const Vec3& vector) { return value(std::span<const double>(vector.data(), 3)); }
  /// Rows of a matrix.
  JsonWriter& value(const Mat3& matrix);
  /// A value that is JSON already.
  JsonWriter& raw(std::string_view json);
  /// A line break, for people; only white space to a parser.
  JsonWriter& line();

  template <class T>
  JsonWriter& member(std::string_view name, const T& content) {
    return key(name).value(content);
  }

  const std::string& text() const { return text_; }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();
  void quote(std::string_view text);

  std::string text_;
  bool fresh_ = true;  ///< nothing stands yet in the innermost bracket, or a key was just written
};

}  // namespace polhode

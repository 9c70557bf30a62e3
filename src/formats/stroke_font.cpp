#include "formats/stroke_font.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <string>

#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>

#include "formats/utf8.hpp"

namespace polhode {
namespace {

/// In hundredths of the font's size. The way of the pen: M x y lifts it and sets it down, L x y goes straight on;
/// E x y a b from to goes along an ellipse about (x, y) with these semi-axes, between angles in degrees, and F begins
/// there; O x y a b is a whole one. The middle of the pen keeps to 0 … 64 for capitals and figures, to 44 for small
/// letters.
struct Letter {
  char32_t code;
  double advance;
  std::string_view way;
};

constexpr Letter letters[] = {
    {U' ', 28, ""},
    {U'!', 26, "M13 64L13 20O13 1.5 1.5 1.5"},
    {U'"', 34, "M11 64L11 47M23 64L23 47"},
    {U'#', 56, "M22 64L14 0M42 64L34 0M8 44L50 44M6 20L48 20"},
    {U'$', 56, "F28 47 16 13 25 270E28 17 18 17 90 -155M28 72L28 -8"},
    {U'%', 80, "O19 48 12 16O61 16 12 16M57 64L23 0"},
    {U'&', 64, "M54 0L18 44E27 53 11 11 220 -40L18 32E22 16 15 16 105 300L52 28"},
    {U'\'', 21, "M10 66L10 47"},
    {U'(', 31, "F50 27 40 58 139 221"},
    {U')', 31, "F-19 27 40 58 41 -41"},
    {U'*', 40, "M20 64L20 38M9 57L31 45M9 45L31 57"},
    {U'+', 58, "M29 8L29 52M7 30L51 30"},
    {U',', 26, "M14 2L9 -11"},
    {U'-', 34, "M7 24L27 24"},
    {U'.', 26, "O13 1.5 1.5 1.5"},
    {U'/', 34, "M5 -6L29 68"},
    {U'0', 56, "M10 42E28 42 18 22 180 0L46 22E28 22 18 22 0 -180L10 42"},
    {U'1', 56, "M15 51L30 64L30 0"},
    {U'2', 56, "M11 45E28 45 17 19 180 -35L10 0L47 0"},
    {U'3', 56, "F27 48.5 15.5 15.5 155 -90E27 16.5 19 16.5 90 -155"},
    {U'4', 56, "M37 0L37 64L8 18L49 18"},
    {U'5', 56, "M44 64L16 64L13 35E27 20.5 19 20.5 130 -152"},
    {U'6', 56, "F46 20 36 44 98 180E28 20 18 20 180 540"},
    {U'7', 56, "M10 64L46 64L22 0"},
    {U'8', 56, "O28 48.5 15 15.5O28 16.5 19 16.5"},
    {U'9', 56, "F10 44 36 44 -82 0E28 44 18 20 0 360"},
    {U':', 26, "O13 1.5 1.5 1.5O13 40 1.5 1.5"},
    {U';', 26, "M14 2L9 -11O13 40 1.5 1.5"},
    {U'<', 58, "M48 50L10 30L48 10"},
    {U'=', 58, "M8 39L50 39M8 21L50 21"},
    {U'>', 58, "M10 50L48 30L10 10"},
    {U'?', 50, "M10 50E25 48 15 16 175 -50L25 24L25 19O25 1.5 1.5 1.5"},
    {U'@', 92, "O45 24 14 17M60 41L58 12E66 14 9 9 190 320E46 24 39 40 -8 300"},
    {U'A', 62, "M6 0L31 64L56 0M14.5 22L47.5 22"},
    {U'B', 61, "M11 0L11 64L32 64E32 49.5 16 14.5 90 -90L11 35M32 35E32 17.5 19.5 17.5 90 -90L11 0"},
    {U'C', 65, "F35 32 26 32 45 315"},
    {U'D', 66, "M11 0L11 64L29 64E29 32 29 32 90 -90L11 0"},
    {U'E', 55, "M47 64L11 64L11 0L48 0M11 34L43 34"},
    {U'F', 51, "M46 64L11 64L11 0M11 33L41 33"},
    {U'G', 69, "F35 32 26 32 45 325L58 30L38 30"},
    {U'H', 64, "M11 0L11 64M53 0L53 64M11 34L53 34"},
    {U'I', 26, "M13 0L13 64"},
    {U'J', 47, "M37 64L37 17E22 17 15 17 0 -170"},
    {U'K', 58, "M11 0L11 64M50 64L11 23M24 37L52 0"},
    {U'L', 50, "M11 64L11 0L45 0"},
    {U'M', 74, "M10 0L10 64L37 14L64 64L64 0"},
    {U'N', 64, "M11 0L11 64L53 0L53 64"},
    {U'O', 70, "O35 32 27 32"},
    {U'P', 58, "M11 0L11 64L32 64E32 46 18.5 18 90 -90L11 28"},
    {U'Q', 70, "O35 32 27 32M42 14L60 -6"},
    {U'R', 61, "M11 0L11 64L33 64E33 46.5 18 17.5 90 -90L11 29M32 29L52 0"},
    {U'S', 58, "F29 48 18 16 25 270E29 16 20 16 90 -155"},
    {U'T', 56, "M5 64L51 64M28 64L28 0"},
    {U'U', 65, "M11 64L11 22E32.5 22 21.5 22 180 360L54 64"},
    {U'V', 58, "M5 64L29 0L53 64"},
    {U'W', 82, "M5 64L23 0L41 60L59 0L77 64"},
    {U'X', 58, "M8 64L50 0M8 0L50 64"},
    {U'Y', 57, "M5 64L28.5 31L52 64M28.5 31L28.5 0"},
    {U'Z', 57, "M8 64L49 64L8 0L50 0"},
    {U'[', 30, "M25 70L12 70L12 -14L25 -14"},
    {U'\\', 34, "M5 68L29 -6"},
    {U']', 30, "M5 70L18 70L18 -14L5 -14"},
    {U'^', 50, "M10 40L25 64L40 40"},
    {U'_', 50, "M2 -11L48 -11"},
    {U'`', 30, "M10 64L19 52"},
    {U'a', 55, "O26 22 18 22M44 44L44 0"},
    {U'b', 55, "M11 66L11 0O29 22 18 22"},
    {U'c', 49, "F27 22 19 22 45 315"},
    {U'd', 55, "M44 66L44 0O26 22 18 22"},
    {U'e', 54, "M8.5 23L45 23E26.5 22 18.5 22 0 315"},
    {U'f', 31, "M30 66L26 66E26 55 12 11 90 180L14 0M4 44L28 44"},
    {U'g', 55, "O26 22 18 22M44 44L44 -3E26 -3 18 16 0 -150"},
    {U'h', 55, "M11 66L11 0M11 26E27.5 26 16.5 18 180 0L44 0"},
    {U'i', 24, "M12 44L12 0O12 62 1.5 1.5"},
    {U'j', 25, "M13 44L13 -9E3 -9 10 10 0 -90O13 62 1.5 1.5"},
    {U'k', 49, "M11 66L11 0M41 44L11 15M21 25L43 0"},
    {U'l', 27, "M12 66L12 9E21 9 9 9 180 270"},
    {U'm', 79, "M11 44L11 0M11 28E25.5 28 14.5 16 180 0L40 0M40 28E54.5 28 14.5 16 180 0L69 0"},
    {U'n', 55, "M11 44L11 0M11 26E27.5 26 16.5 18 180 0L44 0"},
    {U'o', 55, "O27.5 22 19 22"},
    {U'p', 55, "M11 44L11 -19O29 22 18 22"},
    {U'q', 55, "M44 44L44 -19O26 22 18 22"},
    {U'r', 36, "M11 44L11 0M11 26E27 26 16 18 180 70"},
    {U's', 48, "F24 33 14 11 28 270E24 11 16 11 90 -152"},
    {U't', 33, "M14 58L14 10E24 10 10 10 180 270L29 0M4 44L28 44"},
    {U'u', 55, "M11 44L11 18E27.5 18 16.5 18 180 360M44 44L44 0"},
    {U'v', 48, "M6 44L24 0L42 44"},
    {U'w', 70, "M6 44L20 0L35 42L50 0L64 44"},
    {U'x', 48, "M8 44L40 0M8 0L40 44"},
    {U'y', 48, "M6 44L24 0M42 44L19 -12L14 -18L7 -19"},
    {U'z', 48, "M9 44L40 44L8 0L41 0"},
    {U'{', 34, "M28 70L25 70E25 60 8 10 90 180L17 38L9 28L17 18L17 -4E25 -4 8 10 180 270L28 -14"},
    {U'|', 26, "M13 70L13 -16"},
    {U'}', 34, "M6 70L9 70E9 60 8 10 90 0L17 38L25 28L17 18L17 -4E9 -4 8 10 0 -90L6 -14"},
    {U'~', 58, "M8 26E18.5 26 10.5 9 180 20L40 25E40 34 10 9 270 360"},
    {U'°', 36, "O18 55 9 9"},
    {U'±', 58, "M29 18L29 56M9 37L49 37M9 4L49 4"},
    {U'·', 26, "O13 28 1.5 1.5"},
    {U'×', 58, "M13 14L45 46M13 46L45 14"},
    {U'ı', 24, "M12 44L12 0"},
    {U'Δ', 64, "M6 0L32 64L58 0L6 0"},
    {U'Σ', 56, "M48 64L9 64L30 33L8 0L49 0"},
    {U'Ω', 70, "M8 0L25 0L25 5E35 36 26 28 245 -65L45 0L62 0"},
    {U'α', 56, "O25 22 17 22M47 44L41 18E50 14 9 14 170 265"},
    {U'β', 55, "M11 -19L11 50E26 50 15 15 180 -85M24 35E26 17.5 19 17.5 95 -140"},
    {U'γ', 50, "M6 44L25 -2M44 44L25 -2L25 -19"},
    {U'δ', 55, "O27 20 18 20M40 62L22 63L20 57L36 38"},
    {U'ε', 47, "F26 33 14 11 40 270F26 11 17 11 90 320"},
    {U'θ', 54, "O27 32 18 33M9 32L45 32"},
    {U'λ', 50, "M8 66L14 66L43 0M25.5 38L8 0"},
    {U'μ', 55, "M11 44L11 -19M11 18E27.5 18 16.5 18 180 360M44 44L44 0"},
    {U'ν', 48, "M6 44L24 0L42 44"},
    {U'π', 55, "M6 44L49 44M17 44L17 0M38 44L38 0"},
    {U'ρ', 55, "M10 -19L10 22E28 22 18 22 180 540"},
    {U'σ', 56, "O26 22 18 22M26 44L51 44"},
    {U'τ', 46, "M5 44L41 44M23 44L23 8E31 8 8 8 180 270"},
    {U'φ', 62, "O31 22 23 22M31 62L31 -19"},
    {U'χ', 48, "M8 44L40 -19M8 -19L40 44"},
    {U'ψ', 60, "M9 44L9 22E30 22 21 22 180 360L51 44M30 62L30 -19"},
    {U'ω', 64, "M16 44L9.5 24E20.5 17 11.5 17 160 360L32 30M32 17E43.5 17 11.5 17 180 380L48 44"},
    {U'–', 56, "M6 24L50 24"},
    {U'—', 90, "M6 24L84 24"},
    {U'’', 21, "M13 66L8 50"},
    {U'“', 34, "M8 50L13 66M20 50L25 66"},
    {U'”', 34, "M13 66L8 50M25 66L20 50"},
    {U'…', 78, "O13 1.5 1.5 1.5O39 1.5 1.5 1.5O65 1.5 1.5 1.5"},
    {U'→', 80, "M8 28L70 28M54 42L70 28L54 14"},
    {U'−', 58, "M8 30L50 30"},
};

/// Marks above a small letter, about the middle of its advance; above a capital they stand higher.
constexpr Letter marks[] = {
    {U'´', 0, "M-4 53L5 63"},
    {U'`', 0, "M4 53L-5 63"},
    {U'^', 0, "M-8 53L0 62L8 53"},
    {U'¨', 0, "O-8 59 1.5 1.5O8 59 1.5 1.5"},
    {U'~', 0, "M-9 55L-4 60L4 56L9 61"},
    {U'¸', 0, "M0 0L3 -6L-4 -12"},
};
constexpr double higher = 20;

struct Composed {
  char32_t code, letter, mark;
};
constexpr Composed composed[] = {
    {U'á', U'a', U'´'}, {U'à', U'a', U'`'}, {U'â', U'a', U'^'}, {U'ä', U'a', U'¨'}, {U'ã', U'a', U'~'},
    {U'ç', U'c', U'¸'}, {U'é', U'e', U'´'}, {U'è', U'e', U'`'}, {U'ê', U'e', U'^'}, {U'ë', U'e', U'¨'},
    {U'í', U'ı', U'´'}, {U'î', U'ı', U'^'}, {U'ï', U'ı', U'¨'}, {U'ñ', U'n', U'~'}, {U'ó', U'o', U'´'},
    {U'ò', U'o', U'`'}, {U'ô', U'o', U'^'}, {U'ö', U'o', U'¨'}, {U'ú', U'u', U'´'}, {U'ù', U'u', U'`'},
    {U'û', U'u', U'^'}, {U'ü', U'u', U'¨'}, {U'Ä', U'A', U'¨'}, {U'É', U'E', U'´'}, {U'Ö', U'O', U'¨'},
    {U'Ü', U'U', U'¨'},
};

/// What is written smaller and higher than the letter it is.
constexpr std::pair<char32_t, char32_t> raised[] = {{U'⁰', U'0'}, {U'¹', U'1'}, {U'²', U'2'}, {U'³', U'3'},
                                                    {U'⁴', U'4'}, {U'⁵', U'5'}, {U'⁶', U'6'}, {U'⁷', U'7'},
                                                    {U'⁸', U'8'}, {U'⁹', U'9'}, {U'⁻', U'-'}};
constexpr double raised_size = 0.62, raised_by = 0.3;
constexpr Letter no_form{0, 56, "M10 0L10 64L46 64L46 0L10 0"};
/// The pen's middle is half its width above the line that letters stand on.
constexpr double foot = 4;

struct Glyph {
  const Letter* letter;
  const Letter* mark = nullptr;
  bool is_raised = false;
};

const Letter* find_letter(std::span<const Letter> list, char32_t code) {
  const auto found = std::find_if(list.begin(), list.end(), [code](const Letter& one) { return one.code == code; });
  return found == list.end() ? nullptr : &*found;
}

Glyph glyph_of(char32_t code) {
  Glyph glyph{nullptr};
  for (const auto& [sign, usual] : raised)
    if (sign == code) code = usual, glyph.is_raised = true;
  for (const Composed& one : composed)
    if (one.code == code) code = one.letter, glyph.mark = find_letter(marks, one.mark);
  glyph.letter = find_letter(letters, code);
  if (glyph.letter == nullptr) glyph.letter = &no_form;
  return glyph;
}

/// The way of a letter, word by word.
class Way {
 public:
  explicit Way(std::string_view text) : text_(text) {}
  bool ended() const { return text_.empty(); }
  char command() {
    const char c = text_.front();
    text_.remove_prefix(1);
    return c;
  }
  double number() {
    while (!text_.empty() && text_.front() == ' ') text_.remove_prefix(1);
    const std::size_t end = std::min(text_.find_first_not_of("-.0123456789"), text_.size());
    const double value = parse_number(text_.substr(0, end)).value_or(0);
    text_.remove_prefix(end);
    return value;
  }

 private:
  std::string_view text_;
};

void follow_ellipse(std::vector<Spot>& line, const Spot& middle, const Spot& axes, double from, double to) {
  const int parts = std::max(2, static_cast<int>(std::ceil(std::fabs(to - from) / 9)));
  for (int i = 0; i <= parts; ++i) {
    const auto turn = fn::sincos((from + (to - from) * i / parts) * std::numbers::pi / 180);
    line.push_back({middle.x + axes.x * turn.cos, middle.y + axes.y * turn.sin});
  }
}

std::vector<std::vector<Spot>> lines_of(const Letter& letter) {
  std::vector<std::vector<Spot>> lines;
  for (Way way(letter.way); !way.ended();) {
    const char command = way.command();
    const double x = way.number(), y = way.number();
    if (command == 'M' || command == 'F' || command == 'O') lines.emplace_back();
    if (command == 'M' || command == 'L') {
      lines.back().push_back({x, y});
      continue;
    }
    const double a = way.number(), b = way.number();
    const double from = command == 'O' ? 0 : way.number(), to = command == 'O' ? 360 : way.number();
    follow_ellipse(lines.back(), {x, y}, {a, b}, from, to);
  }
  return lines;
}

}  // namespace

std::vector<std::vector<Spot>> letter_strokes(std::string_view text, double size) {
  std::vector<std::vector<Spot>> all;
  double x = 0;
  while (!text.empty()) {
    const Glyph glyph = glyph_of(take_letter(text));
    const double scale = size / 100 * (glyph.is_raised ? raised_size : 1), up = glyph.is_raised ? raised_by * size : 0;
    const auto add = [&](const Letter& letter, double right, double above) {
      for (std::vector<Spot>& line : lines_of(letter)) {
        for (Spot& spot : line) spot = {x + (right + spot.x) * scale, up + (above + spot.y + foot) * scale};
        all.push_back(std::move(line));
      }
    };
    add(*glyph.letter, 0, 0);
    if (glyph.mark != nullptr) add(*glyph.mark, 0.5 * glyph.letter->advance, glyph.letter->code < U'a' ? higher : 0);
    x += glyph.letter->advance * scale;
  }
  return all;
}

double width_of(std::string_view text, double size) {
  double width = 0;
  while (!text.empty()) {
    const Glyph glyph = glyph_of(take_letter(text));
    width += glyph.letter->advance * size / 100 * (glyph.is_raised ? raised_size : 1);
  }
  return width;
}

std::string letters_without_form(std::string_view text) {
  std::string list;
  while (!text.empty()) {
    const std::string_view before = text;
    const bool missing = glyph_of(take_letter(text)).letter == &no_form;
    const std::string_view letter = before.substr(0, before.size() - text.size());
    if (missing && list.find(letter) == std::string::npos) list += letter;
  }
  return list;
}

}  // namespace polhode

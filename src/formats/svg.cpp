#include "formats/svg.hpp"

#include <array>
#include <cmath>
#include <cstdint>

#include <polhode/base/text.hpp>

namespace polhode {
namespace {

/// The dark ones are lighter.
constexpr std::array<std::string_view, plot_colours> light{"#2f6fb0", "#d1495b", "#2a9d5c", "#b97a00", "#7a4fbf",
                                                           "#148a92", "#8c5a3c", "#c2559d", "#5d6a78", "#6f7d1c"};
constexpr std::array<std::string_view, plot_colours> dark{"#6aa9e9", "#f0707e", "#45bd7c", "#e8b04a", "#a98be6",
                                                          "#43c0c8", "#c99673", "#e58cc6", "#a3b0be", "#b3c244"};

constexpr Palette light_palette{"#fbfcfd", "#1b2430", "#5d6a78", "#8b98a6", "#e3e8ed", light};
constexpr Palette dark_palette{"#0b0f17", "#e8edf3", "#94a1b0", "#6d7d92", "#212b39", dark};

/// Rules with colours in them; plain ones, so that drawing programs that know no variables show the light look.
std::string colour_rules(const Palette& palette) {
  const auto rule = [](std::string_view selector, std::string_view property, std::string_view value) {
    return ".plot " + std::string(selector) + "{" + std::string(property) + ":" + std::string(value) + "}";
  };
  std::string css = rule(".paper", "fill", palette.paper) + rule(".ink", "fill", palette.ink) +
                    rule(".muted", "fill", palette.muted) + rule(".frame", "stroke", palette.frame) +
                    rule(".grid", "stroke", palette.grid) + rule(".dot", "stroke", palette.ink) +
                    rule("text", "stroke", palette.paper);
  for (std::size_t i = 0; i < palette.colours.size(); ++i) {
    const std::string name = ".c" + std::to_string(i);
    css += rule(name, "stroke", palette.colours[i]) +
           rule(".mark" + name + ",.plot .area" + name, "fill", palette.colours[i]) +
           rule("text" + name, "fill", palette.colours[i]) + rule("text" + name, "stroke", palette.paper);
  }
  return css + rule(".mark.hollow", "fill", palette.paper);
}

std::string style_sheet() {
  return "<style>.plot{font:11px system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"Liberation "
         "Sans\",\"DejaVu Sans\",sans-serif;font-variant-numeric:tabular-nums}.plot .title{font-size:13px;font-weight:"
         "600}.plot text{stroke-width:3px;paint-order:stroke;stroke-linejoin:round}.plot .frame,.plot .grid,.plot "
         ".curve{fill:none}.plot .curve{stroke-width:1.6;stroke-linejoin:round}.plot .mark{stroke-width:1.2}.plot "
         ".area{stroke-width:1.4;fill-opacity:.18;fill-rule:evenodd}.plot .dot{fill:none;stroke-linecap:round}.plot "
         ".doubt{fill-opacity:.13}.plot .dashed{stroke-dasharray:5 3}" +
         colour_rules(light_palette) + "@media (prefers-color-scheme:dark){" + colour_rules(dark_palette) +
         "}</style>\n";
}

}  // namespace

const Palette& palette(bool is_dark) { return is_dark ? dark_palette : light_palette; }

std::string pixels(double value) {
  const double hundredths = std::floor(100 * value + 0.5);
  return shortest(hundredths == 0 ? 0 : hundredths / 100);
}

std::string decimals(double value, int count) {
  double power = 1;
  for (int i = 0; i < count; ++i) power *= 10;
  std::string text = std::to_string(static_cast<std::int64_t>(std::floor(std::fabs(value) * power + 0.5)));
  const auto places = static_cast<std::size_t>(count);
  if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
  if (count > 0) text.insert(text.size() - places, ".");
  return (value < 0 ? "-" : "") + text;
}

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '"')
      safe += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n')
      safe += c;
  }
  return safe;
}

std::string power_of_ten(int exponent) {
  static constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (exponent == 0) return "1";
  if (exponent == 1) return "10";
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (const char c : std::to_string(exponent < 0 ? -exponent : exponent))
    text += digits[static_cast<std::size_t>(c - '0')];
  return text;
}

SvgWriter::SvgWriter(std::string id, std::string_view title, double width, double height) : id_(std::move(id)) {
  const std::string w = pixels(width), h = pixels(height);
  text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" aria-label=\"" + escaped(title) +
          "\" viewBox=\"0 0 " + w + " " + h + "\" width=\"" + w + "\" height=\"" + h + "\">\n" + style_sheet();
  element("rect", "class=\"paper\" width=\"" + w + "\" height=\"" + h + "\"");
}

SvgWriter& SvgWriter::element(std::string_view tag, std::string_view attributes) {
  text_ += "<" + std::string(tag) + " " + std::string(attributes) + "/>\n";
  return *this;
}

SvgWriter& SvgWriter::line(std::string_view classes, double x1, double y1, double x2, double y2) {
  return path(classes, "M" + pixels(x1) + " " + pixels(y1) + "L" + pixels(x2) + " " + pixels(y2));
}

SvgWriter& SvgWriter::path(std::string_view classes, std::string_view d, std::string_view attributes) {
  return element("path", "class=\"" + std::string(classes) + "\" d=\"" + std::string(d) + "\"" +
                             (attributes.empty() ? "" : " " + std::string(attributes)));
}

SvgWriter& SvgWriter::text(std::string_view classes, double x, double y, std::string_view words,
                           std::string_view anchor, std::string_view attributes) {
  text_ += "<text class=\"" + std::string(classes) + "\" x=\"" + pixels(x) + "\" y=\"" + pixels(y) + "\"";
  if (anchor != "start") text_ += " text-anchor=\"" + std::string(anchor) + "\"";
  if (!attributes.empty()) text_ += " " + std::string(attributes);
  text_ += ">" + escaped(words) + "</text>\n";
  return *this;
}

SvgWriter& SvgWriter::begin_clip(double x, double y, double width, double height) {
  const std::string name = id_ + "-clip-" + std::to_string(clips_++);
  text_ += "<clipPath id=\"" + name + "\"><rect x=\"" + pixels(x) + "\" y=\"" + pixels(y) + "\" width=\"" +
           pixels(width) + "\" height=\"" + pixels(height) + "\"/></clipPath>\n<g clip-path=\"url(#" + name + ")\">\n";
  return *this;
}

SvgWriter& SvgWriter::end_clip() {
  text_ += "</g>\n";
  return *this;
}

std::string SvgWriter::finish() && { return std::move(text_) + "</svg>\n"; }

std::string colour_class(int place) {
  return "c" + std::to_string(place % plot_colours) + (place >= plot_colours ? " dashed" : "");
}

std::string mark_path(int place, double x, double y) {
  const auto at = [&](double dx, double dy) { return pixels(x + dx) + " " + pixels(y + dy); };
  constexpr double r = 3;
  switch (place % 5) {
    case 0: return "M" + at(-r, 0) + "a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z";
    case 1: return "M" + at(-2.7, -2.7) + "h5.4v5.4h-5.4Z";
    case 2: return "M" + at(0, -3.8) + "L" + at(3.8, 0) + "L" + at(0, 3.8) + "L" + at(-3.8, 0) + "Z";
    case 3: return "M" + at(0, -3.6) + "L" + at(3.4, 2.6) + "L" + at(-3.4, 2.6) + "Z";
    default: return "M" + at(0, 3.6) + "L" + at(3.4, -2.6) + "L" + at(-3.4, -2.6) + "Z";
  }
}

}  // namespace polhode

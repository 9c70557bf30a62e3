// A drawing as SVG: attributes only, which every program that places pictures understands.
#include <algorithm>

#include "formats/drawing.hpp"

namespace polhode {
namespace {

constexpr double millimetres_per_pixel = 25.4 / 96;

std::string path_data(const std::vector<std::vector<Spot>>& lines) {
  std::string d;
  for (const std::vector<Spot>& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i)
      d += (i == 0 ? "M" : "L") + pixels(line[i].x) + " " + pixels(line[i].y);
    if (line.size() == 1) d += "h0";
  }
  return d;
}

std::string dash_list(const Pen& pen) {
  if (pen.dashes.empty()) return {};
  std::string list;
  // A round end reaches half the pen's width beyond each end of a dash.
  for (std::size_t i = 0; i < pen.dashes.size(); ++i)
    list += (i == 0 ? "" : " ") + pixels(std::max(0.0, pen.dashes[i] + (i % 2 == 0 ? -pen.width : pen.width)));
  return " stroke-dasharray=\"" + list + "\"";
}

void write_words(std::string& svg, const Words& words) {
  const std::string x = pixels(words.at.x), y = pixels(words.at.y);
  svg += "<text x=\"" + x + "\" y=\"" + y + "\" font-size=\"" + pixels(words.size) + "\" fill=\"" +
         std::string(words.colour) + "\"";
  if (words.anchor != Anchor::start)
    svg += words.anchor == Anchor::middle ? " text-anchor=\"middle\"" : " text-anchor=\"end\"";
  if (words.bold) svg += " font-weight=\"bold\"";
  if (words.upwards) svg += " transform=\"rotate(-90 " + x + " " + y + ")\"";
  svg += ">" + escaped(words.text) + "</text>\n";
}

}  // namespace

std::string svg_of(const Drawing& drawing) {
  const std::string w = pixels(drawing.width), h = pixels(drawing.height);
  const auto measured = [&](double size) {
    return drawing.unit == "mm" ? pixels(size * millimetres_per_pixel) + "mm" : pixels(size);
  };
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"" + escaped(drawing.title) +
                    "\" viewBox=\"0 0 " + w + " " + h + "\" width=\"" + measured(drawing.width) + "\" height=\"" +
                    measured(drawing.height) + "\" font-family=\"Helvetica, Arial, sans-serif\">\n<title>" +
                    escaped(drawing.title) + "</title>\n<rect width=\"" + w + "\" height=\"" + h + "\" fill=\"" +
                    std::string(drawing.paper) + "\"/>\n";
  for (const Stroke& stroke : drawing.strokes)
    svg += "<path fill=\"none\" stroke=\"" + std::string(stroke.pen.colour) + "\" stroke-width=\"" +
           pixels(stroke.pen.width) + "\" stroke-linecap=\"round\" stroke-linejoin=\"round\"" + dash_list(stroke.pen) +
           " d=\"" + path_data(stroke.lines) + "\"/>\n";
  for (const Words& words : drawing.words) write_words(svg, words);
  return svg + "</svg>\n";
}

}  // namespace polhode

// A drawing as pixels. Every stroke is what a round pen covers; how much of a pixel that is follows from how far the
// pixel's middle is from the line.
#include <algorithm>
#include <cmath>

#include <polhode/math/elementary.hpp>

#include "formats/drawing.hpp"
#include "formats/stroke_font.hpp"

namespace polhode {
namespace {

using Line = std::vector<Spot>;
using Shade = std::array<unsigned char, 3>;

int hexadecimal(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

/// Of "#2f6fb0".
Shade shade_of(std::string_view colour) {
  const auto part = [&](std::size_t k) {
    return static_cast<unsigned char>(16 * hexadecimal(colour[2 * k + 1]) + hexadecimal(colour[2 * k + 2]));
  };
  return {part(0), part(1), part(2)};
}

double distance(double x, double y, const Spot& a, const Spot& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  const double along = square > 0 ? std::clamp(((x - a.x) * dx + (y - a.y) * dy) / square, 0.0, 1.0) : 0;
  return fn::hypot(x - a.x - along * dx, y - a.y - along * dy);
}

/// The pieces of a line that dashes leave. Their round ends are cut off first, for the pen adds them again.
std::vector<Line> dashed(const Line& line, const Pen& pen) {
  std::vector<Line> pieces;
  std::size_t dash = 0;
  const auto length_of = [&](std::size_t k) {
    return std::max(0.01, pen.dashes[k] + (k % 2 == 0 ? -1 : 1) * pen.width);
  };
  double left = length_of(0);
  pieces.push_back({line.front()});
  for (std::size_t i = 1; i < line.size(); ++i) {
    Spot from = line[i - 1];
    double length = fn::hypot(line[i].x - from.x, line[i].y - from.y);
    while (length > left) {
      from = {from.x + (line[i].x - from.x) * left / length, from.y + (line[i].y - from.y) * left / length};
      length -= left;
      if (dash % 2 == 0)
        pieces.back().push_back(from);
      else
        pieces.push_back({from});
      dash = (dash + 1) % pen.dashes.size();
      left = length_of(dash);
    }
    left -= length;
    if (dash % 2 == 0) pieces.back().push_back(line[i]);
  }
  return pieces;
}

class Canvas {
 public:
  Canvas(int width, int height, const Shade& paper) : raster_{width, height, {}}, cover_(size(), 0) {
    raster_.rgb.reserve(3 * size());
    for (std::size_t i = 0; i < size(); ++i) raster_.rgb.insert(raster_.rgb.end(), paper.begin(), paper.end());
  }

  /// All lines are one: where they cross, the colour is not put on twice.
  void draw(const std::vector<Line>& lines, const Shade& shade, double width) {
    touched_.clear();
    // A line thinner than a dot is a faint one of a dot's width.
    const double strength = std::min(1.0, width), radius = 0.5 * std::max(1.0, width);
    for (const Line& line : lines)
      for (std::size_t i = 0; i < line.size(); ++i)
        if (i > 0 || line.size() == 1) cover(line[i == 0 ? 0 : i - 1], line[i], radius, strength);
    for (const std::size_t at : touched_) {
      for (std::size_t k = 0; k < 3; ++k) {
        unsigned char& dot = raster_.rgb[3 * at + k];
        dot = static_cast<unsigned char>(dot + (shade[k] - dot) * static_cast<double>(cover_[at]) + 0.5);
      }
      cover_[at] = 0;
    }
  }

  Raster finish() && { return std::move(raster_); }

 private:
  std::size_t size() const {
    return static_cast<std::size_t>(raster_.width) * static_cast<std::size_t>(raster_.height);
  }

  /// What a pen of this radius leaves on its way from a to b, row by row, between the columns that it can reach.
  void cover(const Spot& a, const Spot& b, double radius, double strength) {
    const double reach = radius + 0.5;
    const int first = std::max(0, static_cast<int>(std::floor(std::min(a.y, b.y) - reach)));
    const int last = std::min(raster_.height - 1, static_cast<int>(std::ceil(std::max(a.y, b.y) + reach)));
    for (int row = first; row <= last; ++row) {
      const double y = row + 0.5;
      double low = std::min(a.x, b.x), high = std::max(a.x, b.x);
      if (a.y != b.y) {
        const auto x_at = [&](double height) {
          return a.x + (b.x - a.x) * std::clamp((height - a.y) / (b.y - a.y), 0.0, 1.0);
        };
        low = std::min(x_at(y - reach), x_at(y + reach)), high = std::max(x_at(y - reach), x_at(y + reach));
      }
      const int begin = std::max(0, static_cast<int>(std::floor(low - reach)));
      const int end = std::min(raster_.width - 1, static_cast<int>(std::ceil(high + reach)));
      for (int column = begin; column <= end; ++column) {
        const double share = std::clamp(reach - distance(column + 0.5, y, a, b), 0.0, 1.0) * strength;
        if (share > 0) put(row, column, static_cast<float>(share));
      }
    }
  }

  void put(int row, int column, float share) {
    const auto at =
        static_cast<std::size_t>(row) * static_cast<std::size_t>(raster_.width) + static_cast<std::size_t>(column);
    if (cover_[at] == 0) touched_.push_back(at);
    cover_[at] = std::max(cover_[at], share);
  }

  Raster raster_;
  std::vector<float> cover_;  ///< how much of each dot the stroke covers
  std::vector<std::size_t> touched_;
};

std::vector<Line> scaled(const std::vector<Line>& lines, double scale) {
  std::vector<Line> list = lines;
  for (Line& line : list)
    for (Spot& spot : line) spot.x *= scale, spot.y *= scale;
  return list;
}

/// The strokes of a text where it stands.
std::vector<Line> written(const Words& words) {
  std::vector<Line> lines = letter_strokes(words.text, words.size);
  const double width = width_of(words.text, words.size);
  const double back = words.anchor == Anchor::start ? 0 : words.anchor == Anchor::middle ? 0.5 * width : width;
  for (Line& line : lines)
    for (Spot& spot : line) {
      const double along = spot.x - back, up = spot.y;
      spot = words.upwards ? Spot{words.at.x - up, words.at.y - along} : Spot{words.at.x + along, words.at.y - up};
    }
  return lines;
}

}  // namespace

std::array<unsigned char, 3> Raster::at(int x, int y) const {
  const auto place = 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
  return {rgb[place], rgb[place + 1], rgb[place + 2]};
}

Raster raster_of(const Drawing& drawing, double scale) {
  const auto dots = [scale](double length) { return std::max(1, static_cast<int>(std::floor(length * scale + 0.5))); };
  Canvas canvas(dots(drawing.width), dots(drawing.height), shade_of(drawing.paper));
  for (const Stroke& stroke : drawing.strokes) {
    std::vector<Line> lines;
    for (const Line& line : stroke.lines) {
      if (line.empty()) continue;
      const std::vector<Line> pieces = stroke.pen.dashes.empty() ? std::vector<Line>{line} : dashed(line, stroke.pen);
      lines.insert(lines.end(), pieces.begin(), pieces.end());
    }
    canvas.draw(scaled(lines, scale), shade_of(stroke.pen.colour), stroke.pen.width * scale);
  }
  for (const Words& words : drawing.words)
    canvas.draw(scaled(written(words), scale), shade_of(words.colour),
                words.size * scale * (words.bold ? bold_pen : usual_pen));
  return std::move(canvas).finish();
}

}  // namespace polhode

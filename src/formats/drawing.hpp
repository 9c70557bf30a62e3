#pragma once
// A picture that leaves the program for a paper or a slide, as a list of strokes and words. Unlike the pictures on
// pages (svg.hpp), which follow the reader's theme, its colours are fixed, and it can be written as pixels too.

#include <array>
#include <string>
#include <vector>

#include "formats/svg.hpp"

namespace polhode {

/// Pixels of 1/96 inch from the upper left corner; y goes down.
struct Spot {
  double x = 0, y = 0;
};

struct Window {
  double left = 0, top = 0, right = 0, bottom = 0;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

/// How a line is drawn: its ends and corners are round.
struct Pen {
  std::string_view colour;
  double width = 1;
  std::vector<double> dashes =
      {};  ///< lengths of what is drawn and left out in turn, round ends counted in; none: whole
};

struct Stroke {
  std::vector<std::vector<Spot>> lines;  ///< a line of one spot is a dot
  Pen pen;
};

enum class Anchor { start, middle, end };

struct Words {
  Spot at;  ///< on the line that letters stand on
  std::string text;
  std::string_view colour;
  double size = 11;  ///< of the font
  Anchor anchor = Anchor::start;
  bool bold = false;
  bool upwards = false;  ///< read from below to above
};

struct Drawing {
  double width = 0, height = 0;
  std::string title;        ///< read out instead of the picture
  std::string unit = "px";  ///< that the document gives its size in, "px" or "mm"
  std::string_view paper = "#ffffff";
  std::vector<Stroke> strokes;  ///< under the words
  std::vector<Words> words;
};

/// Text stays text. Deterministic: the same drawing gives the same text.
std::string svg_of(const Drawing& drawing);

/// Rows of red, green, blue from the top.
struct Raster {
  int width = 0, height = 0;
  std::vector<unsigned char> rgb;
  std::array<unsigned char, 3> at(int x, int y) const;
};
/// `scale` dots for each pixel of 1/96 inch. Edges are smooth.
Raster raster_of(const Drawing& drawing, double scale);

/// How wide a text is in the font of rasters, for those who leave room for it.
double width_of(std::string_view text, double size);
/// The letters of a text that this font has no form for; they are drawn as boxes.
std::string letters_without_form(std::string_view text);

/// A file in PNG, of 24 bits a dot.
std::string png_of(const Raster& raster);

}  // namespace polhode

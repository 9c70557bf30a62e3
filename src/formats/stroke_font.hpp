#pragma once
// Letters as the way of a round pen, for pictures of dots: Latin, Greek, figures and signs.

#include <string_view>
#include <vector>

#include "formats/drawing.hpp"

namespace polhode {

/// How wide the pen is, as part of the font's size.
inline constexpr double usual_pen = 0.078, bold_pen = 0.125;

/// The lines of a text that begins at the origin, x along it and y up from the line that it stands on.
std::vector<std::vector<Spot>> letter_strokes(std::string_view text, double size);

}  // namespace polhode

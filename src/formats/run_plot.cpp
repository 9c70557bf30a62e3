// From channels to panels.
#include <polhode/formats/run_plot.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <polhode/base/text.hpp>

#include "formats/figure.hpp"

namespace polhode {
namespace {

constexpr double dots_per_inch = 96, print_dots_per_inch = 300, millimetres_per_inch = 25.4;
constexpr double column_width_mm = 86, first_panel_mm = 58, more_panels_mm = 38;
constexpr PictureSize usual_slide{1280, 720, false};
constexpr double smallest_side = 60, largest_side = 10'000, most_dots = 5e7;

PictureSize usual_size(PlotStyle style, std::size_t panels) {
  if (style == PlotStyle::slides) return usual_slide;
  const double height = first_panel_mm + more_panels_mm * static_cast<double>(panels - 1);
  return {column_width_mm / millimetres_per_inch * dots_per_inch, height / millimetres_per_inch * dots_per_inch, true};
}

/// The colours of axes are the same in plots and in 3-D, as long as a panel has only one vector.
std::optional<int> place_of_component(const std::string& label) {
  for (const auto& [name, place] : {std::pair{"x", 1}, std::pair{"y", 2}, std::pair{"z", 0}, std::pair{"w", 3}})
    if (label == name) return place;
  return std::nullopt;
}

/// What the names of all columns begin with, up to a point.
std::string common_stem(const std::vector<const RunColumn*>& columns) {
  std::string stem = columns.front()->name;
  for (const RunColumn* column : columns)
    while (!stem.empty() && !(column->name + ".").starts_with(stem + ".")) {
      const std::size_t point = stem.rfind('.');
      stem.resize(point == std::string::npos ? 0 : point);
    }
  return stem;
}

FigurePanel panel_of(const std::vector<const RunColumn*>& columns, const std::vector<double>& x) {
  FigurePanel panel{common_stem(columns), columns.front()->unit, {}};
  bool components = columns.size() > 1;
  for (const RunColumn* column : columns) {
    const bool is_whole = panel.label.empty() || column->name == panel.label;
    const std::string label = is_whole ? column->name : column->name.substr(panel.label.size() + 1);
    components = components && place_of_component(label).has_value();
    const int number = static_cast<int>(panel.curves.size());
    panel.curves.push_back({label, number, number, x, column->values});
  }
  if (components)
    for (FigureCurve& curve : panel.curves) curve.place = *place_of_component(curve.label);
  return panel;
}

/// What is looked at first: how bodies turn, then joints, then places.
std::vector<std::string> usual_channels(const RunTable& table) {
  for (const char* end : {".angular_velocity_body", ".q1", ".position"})
    for (const RunChannel& channel : table.channels)
      if (channel.name.ends_with(end)) return {channel.name};
  return {table.channels.front().name};
}

class PlotMaker {
 public:
  PlotMaker(const RunAbout& about, const RunTable& table, const PlotRequest& request)
      : about_(about), table_(table), request_(request) {}

  Result<RunPicture> make() {
    if (table_.columns.empty())
      return Diagnostic{.message = "the run has no channel to draw", .hint = "nothing in its scene moves but swarms"};
    choose();
    if (findings_.has_errors()) return findings_;
    Figure figure = arranged();
    note_what_is_missing(figure);
    if (findings_.has_errors()) return findings_;
    FigureLook look{request_.style, request_.dark,
                    request_.size.value_or(usual_size(request_.style, figure.panels.size()))};
    const auto drawing = drawing_of(figure, look);
    if (!drawing)
      return Diagnostic{.where = {"--size", 0, 0},
                        .message = "the picture is too small for " + std::to_string(figure.panels.size()) +
                                   (figure.panels.size() == 1 ? " panel" : " panels, one for each unit"),
                        .hint = "give a larger --size, or fewer channels"};
    RunPicture picture{"", "", {}, std::move(notes_)};
    for (const RunColumn* column : up_) picture.drawn.push_back(column->name);
    if (request_.svg) picture.svg = svg_of(*drawing);
    if (request_.png) {
      const double scale = look.size.millimetres ? print_dots_per_inch / dots_per_inch : 1;
      const double dots = look.size.width * look.size.height * scale * scale;
      if (dots > most_dots)
        return Diagnostic{.where = {"--size", 0, 0},
                          .message = "as a PNG the picture would have " + rounded(dots / 1e6) + " million dots",
                          .hint = "at most " + rounded(most_dots / 1e6) + " million, or an SVG of any size"};
      picture.png = png_of(raster_of(*drawing, scale));
      const std::string missing = letters_without_form(figure.title);
      if (!missing.empty())
        picture.notes.push_back("a PNG has boxes in place of these letters, which it has no form for: " + missing +
                                "; an SVG has them");
    }
    return picture;
  }

 private:
  /// One column by its name, or none for the time.
  const RunColumn* single(const std::string& name, const char* flag) {
    if (name == "t") return &time_;
    const auto columns = table_.find(name, flag);
    findings_.append(columns.diagnostics());
    if (!columns.ok()) return nullptr;
    if (columns->size() == 1) return &table_.columns[columns->front()];
    findings_.error({std::string(flag) + " " + name, 0, 0}, "",
                    "this is a vector, and one of its components is asked for",
                    "for example " + table_.columns[columns->front()].name);
    return nullptr;
  }

  void choose() {
    time_ = {"t", "s", table_.times};
    if (request_.phase) {
      across_ = single(request_.phase->first, "--phase");
      up_ = {single(request_.phase->second, "--phase")};
      return;
    }
    across_ = single(request_.x, "--x");
    const std::vector<std::string> names = request_.channels.empty() ? usual_channels(table_) : request_.channels;
    for (const std::string& name : names) {
      if (name == "t") {
        add(&time_);
        continue;
      }
      const auto columns = table_.find(name, "--channels");
      findings_.append(columns.diagnostics());
      if (columns.ok())
        for (const std::size_t column : *columns) add(&table_.columns[column]);
    }
  }
  void add(const RunColumn* column) {
    if (std::find(up_.begin(), up_.end(), column) == up_.end()) up_.push_back(column);
  }

  /// A panel for each unit, in the order in which they are asked for.
  Figure arranged() const {
    Figure figure{.title = {}, .about = {}, .x_label = across_->name, .x_unit = across_->unit, .panels = {}};
    figure.log_x = request_.log_x, figure.log_y = request_.log_y, figure.phase = request_.phase.has_value();
    const std::string scene = about_.title.empty() ? about_.scene : about_.title;
    figure.title = request_.title.value_or(request_.style == PlotStyle::slides ? scene : "");
    figure.about = scene + ":";
    std::vector<std::string> units;
    for (const RunColumn* column : up_) {
      figure.about += (column == up_.front() ? " " : ", ") + column->name;
      if (std::find(units.begin(), units.end(), column->unit) == units.end()) units.push_back(column->unit);
    }
    figure.about += " over " + across_->name;
    for (const std::string& unit : units) {
      std::vector<const RunColumn*> same;
      std::copy_if(up_.begin(), up_.end(), std::back_inserter(same),
                   [&unit](const RunColumn* column) { return column->unit == unit; });
      figure.panels.push_back(panel_of(same, across_->values));
    }
    return figure;
  }

  /// Values that are not numbers, or that logarithms do not have.
  void note_what_is_missing(const Figure& figure) {
    bool something = false;
    for (const RunColumn* column : up_) {
      std::size_t no_number = 0, not_positive = 0;
      for (std::size_t i = 0; i < column->values.size(); ++i) {
        const double x = across_->values[i], y = column->values[i];
        if (!std::isfinite(x) || !std::isfinite(y))
          ++no_number;
        else if ((figure.log_x && !(x > 0)) || (figure.log_y && !(y > 0)))
          ++not_positive;
        else
          something = true;
      }
      const std::string of = " of " + std::to_string(column->values.size()) + " points ";
      if (no_number > 0)
        notes_.push_back(column->name + ": " + std::to_string(no_number) + of + "are no finite numbers");
      if (not_positive > 0)
        notes_.push_back(column->name + ": " + std::to_string(not_positive) + of +
                         "are zero or negative, which a logarithmic axis does not have");
    }
    if (!something)
      findings_.error({}, "",
                      "nothing of this can be drawn: " + (notes_.empty() ? "there is no point" : notes_.front()),
                      "choose other channels, or leave --log out");
  }

  const RunAbout& about_;
  const RunTable& table_;
  const PlotRequest& request_;
  RunColumn time_;
  const RunColumn* across_ = nullptr;
  std::vector<const RunColumn*> up_;
  std::vector<std::string> notes_;
  Diagnostics findings_;
};

}  // namespace

Result<PictureSize> read_picture_size(const std::string& text) {
  const std::size_t cross = text.find('x');
  const auto side = [&](std::string_view word, bool& millimetres) -> std::optional<double> {
    millimetres = word.ends_with("mm");
    if (millimetres) word.remove_suffix(2);
    const auto value = parse_number(word);
    if (!value) return std::nullopt;
    const double length = millimetres ? *value / millimetres_per_inch * dots_per_inch : *value;
    return length >= smallest_side && length <= largest_side ? std::optional(length) : std::nullopt;
  };
  bool first = false, second = false;
  const auto width = side(std::string_view(text).substr(0, cross), first);
  const auto height =
      cross == std::string::npos ? std::nullopt : side(std::string_view(text).substr(cross + 1), second);
  if (width && height && first == second) return PictureSize{*width, *height, first};
  return Diagnostic{.where = {"--size " + text, 0, 0},
                    .message = "this is no width and height between 60 and 10000 pixels",
                    .hint = "for example 900x600, or in print 86mmx54mm"};
}

Result<RunPicture> plot_run(const RunAbout& about, const RunTable& table, const PlotRequest& request) {
  return PlotMaker(about, table, request).make();
}

}  // namespace polhode

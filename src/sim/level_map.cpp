#include <polhode/sim/level_map.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace polhode {
namespace {

constexpr int line_count = 12, columns = 96, rows = 72;
constexpr int saddle_grid = 16;         // starts each way
constexpr int most_corrections = 40;    // of a saddle
constexpr double same_place = 1e-6;     // of the window
constexpr double same_value = 1e-9;     // of what f covers in the window
constexpr double same_in_time = 1e-10;  // of what f covers in the window

class Mapper {
 public:
  Mapper(const Expression& f, double t, const PlaneWindow& window)
      : f_(f), t_(t), fu_(f.derivative(1)), fv_(f.derivative(2)), map_{.window = window, .lines = {}, .saddles = {}} {}

  /// Whether there is anything to draw, the same at both times.
  bool stays(double later) const {
    double largest = 0, low = 1e300, high = -1e300;
    const PlaneWindow& w = map_.window;
    for (int i = 0; i <= saddle_grid; ++i)
      for (int k = 0; k <= saddle_grid; ++k) {
        const double u = w.left + width() * i / saddle_grid, v = w.bottom + height() * k / saddle_grid;
        const double now = value(f_, {u, v}), then = f_.evaluate_at<double>(later, std::array{u, v});
        if (!std::isfinite(now) || !std::isfinite(then)) continue;
        largest = std::max(largest, std::fabs(now - then));
        low = std::min(low, now), high = std::max(high, now);
      }
    return low < high && largest <= same_in_time * (high - low);
  }

  LevelMap go() {
    find_saddles();
    const auto f = [this](double u, double v) { return value(f_, {u, v}); };
    std::vector<double> values = even_levels(f, map_.window, line_count);
    const double span = values.empty() ? 0 : values.back() - values.front();
    std::vector<double> passes;
    for (const PlanePoint& saddle : map_.saddles) passes.push_back(value(f_, saddle));
    std::sort(passes.begin(), passes.end());
    const auto near = [span](double a, double b) { return std::fabs(a - b) <= same_value * span; };
    passes.erase(std::unique(passes.begin(), passes.end(), near), passes.end());
    for (const double pass : passes) {
      std::erase_if(values, [&](double one) { return near(one, pass); });
      add_line(pass, true);
    }
    for (const double one : values) add_line(one, false);
    std::sort(map_.lines.begin(), map_.lines.end(),
              [](const LevelMap::Line& a, const LevelMap::Line& b) { return a.value < b.value; });
    return std::move(map_);
  }

 private:
  double width() const { return map_.window.right - map_.window.left; }
  double height() const { return map_.window.top - map_.window.bottom; }
  double value(const Expression& what, const PlanePoint& p) const {
    return what.evaluate_at<double>(t_, std::array{p.u, p.v});
  }

  void add_line(double level, bool separatrix) {
    LevelMap::Line line{level, separatrix,
                        level_lines(
                            [this](double u, double v) {
                              return value(f_, {u, v});
                            },
                            map_.window, columns, rows, level)};
    for (PlaneCurve& curve : line.curves)
      for (PlanePoint& p : curve) p = put_on(level, p);
    if (!line.curves.empty()) map_.lines.push_back(std::move(line));
  }

  /// Along the slope in a window of side 1, never farther than a square of the grid.
  PlanePoint put_on(double level, const PlanePoint& from) const {
    PlanePoint p = from;
    for (int k = 0; k < 6; ++k) {
      const double du = value(fu_, p) * width(), dv = value(fv_, p) * height();
      const double step = (level - value(f_, p)) / (du * du + dv * dv);
      if (!std::isfinite(step)) break;
      p.u += step * du * width(), p.v += step * dv * height();
    }
    const bool near = std::fabs(p.u - from.u) <= width() / columns && std::fabs(p.v - from.v) <= height() / rows;
    return near && std::isfinite(value(f_, p)) ? p : from;
  }

  void find_saddles() {
    const Expression fuu = fu_.derivative(1), fuv = fu_.derivative(2), fvv = fv_.derivative(2);
    const PlaneWindow& w = map_.window;
    for (int i = 0; i < saddle_grid; ++i)
      for (int k = 0; k < saddle_grid; ++k) {
        PlanePoint p{w.left + width() * (i + 0.5) / saddle_grid, w.bottom + height() * (k + 0.5) / saddle_grid};
        double moved = 1, bent = 0;
        for (int n = 0; n < most_corrections && moved > 1e-14; ++n) {
          const double a = value(fuu, p), b = value(fuv, p), c = value(fvv, p);
          bent = a * c - b * b;
          const double gu = value(fu_, p), gv = value(fv_, p);
          const double du = (b * gv - c * gu) / bent, dv = (b * gu - a * gv) / bent;
          moved = std::max(std::fabs(du) / width(), std::fabs(dv) / height());
          if (!(moved < 0.5)) break;
          p.u += du, p.v += dv;
        }
        if (moved < 1e-10 && bent < 0) note_saddle(p);
      }
    std::sort(map_.saddles.begin(), map_.saddles.end(),
              [](const PlanePoint& a, const PlanePoint& b) { return a.u < b.u || (a.u == b.u && a.v < b.v); });
  }

  void note_saddle(const PlanePoint& p) {
    const PlaneWindow& w = map_.window;
    if (!(p.u >= w.left && p.u <= w.right && p.v >= w.bottom && p.v <= w.top)) return;
    const auto same = [&](const PlanePoint& other) {
      return std::fabs(p.u - other.u) < same_place * width() && std::fabs(p.v - other.v) < same_place * height();
    };
    if (std::none_of(map_.saddles.begin(), map_.saddles.end(), same)) map_.saddles.push_back(p);
  }

  const Expression& f_;
  double t_;
  Expression fu_, fv_;
  LevelMap map_;
};

}  // namespace

std::optional<LevelMap> level_map(const Expression& f, double t, double later, const PlaneWindow& window) {
  Mapper mapper(f, t, window);
  if (!mapper.stays(later)) return std::nullopt;
  return mapper.go();
}

}  // namespace polhode

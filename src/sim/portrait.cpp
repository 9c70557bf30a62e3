#include <polhode/sim/portrait.hpp>

#include <algorithm>
#include <cmath>

#include <polhode/base/error.hpp>
#include <polhode/ode/stepper.hpp>
#include <polhode/sim/coordinates.hpp>

#include "sim/linearised.hpp"

namespace polhode {
namespace {

constexpr double apart = 0.022;         // of the window: how near starts may be to curves that are there
constexpr double fine = 0.006;          // of the window: between points of a curve
constexpr double longest = 3.5;         // windows: after so long a way a curve ends
constexpr double beyond = 0.06;         // of the window: how far outside a curve is followed
constexpr double arrived = 1e-3;        // of the window: this near to an equilibrium a curve ends
constexpr double beside_saddle = 1e-5;  // of the window
constexpr int most_pieces = 40;         // points inside a step
constexpr std::int64_t most_steps = 20'000;
constexpr int levels = 14, level_columns = 160, level_rows = 120;

/// The window as a square of side 1.
class Frame {
 public:
  Frame(const PlaneWindow& window, std::size_t across, std::size_t up) : w_(window), across_(across), up_(up) {}

  std::vector<double> state(double u, double v) const {
    std::vector<double> x(2);
    x[across_] = u, x[up_] = v;
    return x;
  }
  PlanePoint point(VecIn x) const { return {x[across_], x[up_]}; }
  double across(const PlanePoint& p) const { return (p.u - w_.left) / (w_.right - w_.left); }
  double up(const PlanePoint& p) const { return (p.v - w_.bottom) / (w_.top - w_.bottom); }
  double distance(const PlanePoint& a, const PlanePoint& b) const {
    const double du = across(a) - across(b), dv = up(a) - up(b);
    return std::sqrt(du * du + dv * dv);
  }
  bool near_window(const PlanePoint& p) const {
    return across(p) > -beyond && across(p) < 1 + beyond && up(p) > -beyond && up(p) < 1 + beyond;
  }
  double width() const { return w_.right - w_.left; }
  double height() const { return w_.top - w_.bottom; }

 private:
  const PlaneWindow& w_;
  std::size_t across_, up_;
};

/// Where curves have been: squares of the window.
class Traces {
 public:
  void add(double across, double up) {
    if (const auto i = index(across, up); i >= 0) taken_[static_cast<std::size_t>(i)] = 1;
  }
  bool has_near(double across, double up) const {
    for (int du = -1; du <= 1; ++du)
      for (int dv = -1; dv <= 1; ++dv)
        if (const auto i = index(across + du * apart, up + dv * apart); i >= 0 && taken_[static_cast<std::size_t>(i)])
          return true;
    return false;
  }

 private:
  static constexpr int side = static_cast<int>(1 / apart) + 1;
  static int index(double across, double up) {
    if (!(across >= 0 && across <= 1 && up >= 0 && up <= 1)) return -1;
    return static_cast<int>(up / apart) * side + static_cast<int>(across / apart);
  }
  std::vector<char> taken_ = std::vector<char>(static_cast<std::size_t>(side) * side);
};

class Painter {
 public:
  Painter(const System& system, const PortraitOptions& options)
      : system_(system), options_(options), frame_(options.window, options.across, options.up) {
    portrait_.window = options.window;
  }

  Portrait go() {
    find_equilibria();
    draw_levels();
    for (const Equilibrium& point : portrait_.equilibria)
      if (point.type == "saddle") draw_separatrices(point);
    draw_flow();
    return std::move(portrait_);
  }

 private:
  void find_equilibria() {
    EquilibriaOptions search{.t = options_.t, .start = frame_.state(middle(0), middle(1)), .starts = 200};
    search.lowest = frame_.state(options_.window.left, options_.window.bottom);
    search.highest = frame_.state(options_.window.right, options_.window.top);
    portrait_.equilibria = equilibria(system_, search).found;
  }
  double middle(int axis) const {
    const PlaneWindow& w = options_.window;
    return axis == 0 ? 0.5 * (w.left + w.right) : 0.5 * (w.bottom + w.top);
  }

  void draw_levels() {
    const auto kept = kept_scalars(system_);
    if (kept.empty()) return;
    const Monitor& monitor = *kept.front();
    const auto f = [&](double u, double v) { return value_of(monitor, options_.t, frame_.state(u, v)); };
    const std::vector<double> values = even_levels(f, options_.window, levels);
    if (values.empty()) return;
    portrait_.kept = monitor.channel.name;
    for (const double value : values)
      portrait_.levels.push_back({value, level_lines(f, options_.window, level_columns, level_rows, value)});
  }

  /// One way along the flow, until it has gone far, away, round or to rest.
  PlaneCurve follow(std::vector<double> from, double sense) {
    PlaneCurve curve{frame_.point(from)};
    Linearised near(system_);
    if (!near.compute(options_.t, from)) return curve;
    const double pace = std::max(near.matrix().norm(), 1e-6);
    ode::Problem problem = system_.problem();
    problem.t0 = options_.t;
    problem.t1 = options_.t + sense * 2000 / pace;
    problem.x0 = std::move(from);
    ode::Options solver;
    solver.tolerance = {.relative = options_.tolerance, .absolute = options_.tolerance};
    solver.output.keep = ode::Keep::samples;
    solver.step.most = most_steps;
    ode::Stepper stepper(problem, solver);
    double way = 0;
    std::vector<double> x(2);
    while (way < longest && stepper.step()) {
      const PlanePoint end = frame_.point(stepper.x());
      // A step may be a large part of a turn, whose chord says little of its length.
      stepper.at(0.5 * (stepper.t_before() + stepper.t()), x);
      const double length = frame_.distance(curve.back(), frame_.point(x)) + frame_.distance(frame_.point(x), end);
      const int pieces = std::clamp(static_cast<int>(std::ceil(length / fine)), 1, most_pieces);
      for (int k = 1; k <= pieces; ++k) {
        if (k < pieces) stepper.at(stepper.t_before() + (stepper.t() - stepper.t_before()) * k / pieces, x);
        const PlanePoint point = k < pieces ? frame_.point(x) : end;
        if (!std::isfinite(point.u) || !std::isfinite(point.v)) return curve;
        way += frame_.distance(curve.back(), point);
        curve.push_back(point);
        if (!frame_.near_window(point) || at_rest(point) || has_closed(curve, way)) return curve;
      }
    }
    return curve;
  }
  bool at_rest(const PlanePoint& p) const {
    return std::any_of(portrait_.equilibria.begin(), portrait_.equilibria.end(),
                       [&](const Equilibrium& one) { return frame_.distance(p, frame_.point(one.x)) < arrived; });
  }
  bool has_closed(const PlaneCurve& curve, double way) const {
    return way > 10 * fine && frame_.distance(curve.front(), curve.back()) < 0.5 * fine;
  }

  void note(const PlaneCurve& curve) {
    for (const PlanePoint& p : curve) traces_.add(frame_.across(p), frame_.up(p));
  }

  /// Along the two directions of a saddle, both ways.
  void draw_separatrices(const Equilibrium& saddle) {
    Linearised near(system_);
    near.compute(options_.t, saddle.x);
    const Spectrum spectrum = spectrum_of(near.matrix());
    for (std::size_t k = 0; k < 2; ++k) {
      const bool out = spectrum.values[k].real() > 0;
      std::vector<double> direction(2);
      for (std::size_t i = 0; i < 2; ++i)
        direction[i] = spectrum.vectors(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)).real();
      const PlanePoint d = frame_.point(direction);
      const double du = d.u / frame_.width(), dv = d.v / frame_.height(), size = std::sqrt(du * du + dv * dv);
      for (const double side : {1.0, -1.0}) {
        std::vector<double> x = saddle.x;
        for (std::size_t i = 0; i < 2; ++i) x[i] += side * beside_saddle * direction[i] / size;
        PlaneCurve curve = leave(std::move(x), saddle, out ? 1 : -1);
        note(curve);
        if (!out) std::reverse(curve.begin(), curve.end());
        (out ? portrait_.unstable : portrait_.stable).push_back(std::move(curve));
      }
    }
  }
  /// As follow(), but the saddle that it starts beside does not end it.
  PlaneCurve leave(std::vector<double> x, const Equilibrium& saddle, double sense) {
    const auto self = std::find_if(portrait_.equilibria.begin(), portrait_.equilibria.end(),
                                   [&](const Equilibrium& one) { return &one == &saddle; });
    const std::size_t place = static_cast<std::size_t>(self - portrait_.equilibria.begin());
    const Equilibrium kept = saddle;
    portrait_.equilibria[place].x.assign(2, 1e300);
    PlaneCurve curve = follow(std::move(x), sense);
    portrait_.equilibria[place].x = kept.x;
    curve.insert(curve.begin(), frame_.point(kept.x));
    return curve;
  }

  void draw_flow() {
    const int all = options_.columns * options_.rows;
    for (int k = 0; k < all; ++k) {
      const double across = (k % options_.columns + 0.5) / options_.columns;
      const double up = (k / options_.columns + 0.5) / options_.rows;
      if (options_.progress && !options_.progress(static_cast<double>(k) / all)) {
        portrait_.complete = false;
        return;
      }
      if (traces_.has_near(across, up)) continue;
      const PlaneWindow& w = options_.window;
      const std::vector<double> x = frame_.state(w.left + across * frame_.width(), w.bottom + up * frame_.height());
      const PlaneCurve on = follow(x, 1);
      const bool closed = on.size() > 10 && frame_.distance(on.front(), on.back()) < 0.5 * fine;
      PlaneCurve curve;
      if (!closed) curve = follow(x, -1);
      std::reverse(curve.begin(), curve.end());
      if (!curve.empty()) curve.pop_back();
      curve.insert(curve.end(), on.begin(), on.end());
      if (curve.size() < 2) continue;
      note(curve);
      portrait_.flow.push_back(std::move(curve));
    }
  }

  const System& system_;
  const PortraitOptions& options_;
  Frame frame_;
  Traces traces_;
  Portrait portrait_;
};

}  // namespace

Portrait portrait(const System& system, const PortraitOptions& options) {
  if (const std::string why = why_not_flat(system); !why.empty()) usage_error("a system of plain numbers", why);
  if (system.state_space().nx() != 2)
    usage_error("a system of two variables", std::to_string(system.state_space().nx()) + " variables");
  if (options.across > 1 || options.up > 1 || options.across == options.up)
    usage_error("its two coordinates, one across and one up",
                std::to_string(options.across) + ", " + std::to_string(options.up));
  const PlaneWindow& w = options.window;
  if (!(w.left < w.right) || !(w.bottom < w.top)) usage_error("a window that has an inside", "none");
  return Painter(system, options).go();
}

}  // namespace polhode

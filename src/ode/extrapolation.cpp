#include "ode/extrapolation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <polhode/math/elementary.hpp>

namespace polhode::ode {

namespace {

// Figures of [Hairer, Nørsett & Wanner 1993] II.9.
constexpr double extrapolation_safety = 0.94, extrapolation_aim = 0.65, least_power = 0.02;
constexpr double most_missed = 4;                 // tolerances by which the next line may move the result
constexpr double shorter = 0.7;                   // after a rejected step, whatever its error promises
constexpr double lower_if = 0.8, raise_if = 0.9;  // work that makes another line better

/// Rate evaluations of a step of so many lines.
double evaluations(int lines) { return 1.0 + lines * (lines + 1); }

int first_lines(const Extrapolation& rule, const Tolerance& tolerance) {
  const double digits = -fn::log(tolerance.relative + tolerance.absolute) / fn::log(10.0);
  return static_cast<int>(std::clamp(0.6 * digits + 1.5, double(rule.least_lines), double(rule.most_lines - 1)));
}

}  // namespace

Extrapolator::Extrapolator(const Method& method, const Extrapolation& rule, const Problem& problem,
                           const Options& options, Trail& trail)
    : Engine(method, problem, trail, 2, 2 * rule.most_lines - 1),
      rule_(rule),
      free_(rule.least_lines < rule.most_lines && options.step.fixed == 0),
      norm_(problem.space, options.tolerance),
      lines_(free_ ? first_lines(rule, options.tolerance) : rule.lines),
      table_(nv_ * static_cast<std::size_t>(rule.most_lines)),
      judged_(static_cast<std::size_t>(rule.most_lines) + 1),
      stability_limits_(static_cast<std::size_t>(rule.most_lines) + 1) {
  for (auto* v : {&before_, &now_, &error_}) v->resize(nv_);
  estimate_order_ = 2 * lines_ - 1;
}

bool Extrapolator::attempt(double t1) {
  t1_ = t1;
  h_ = t1 - t_;
  has_end_rate_ = has_continuation_ = has_bad_ = false;
  line_ = 0;
  first_rate();
  if (!free_) {
    while (line_ < lines_ && !has_bad_) add_line();
    end_at_line();
    return true;
  }
  add_line();
  do {
    add_line();
    end_at_line();
    judge();
  } while (!settled());
  return true;
}

void Extrapolator::midpoint_steps(int n) {
  const double s = h_ / n;
  double* rate = k(1);
  for (std::size_t i = 0; i < nv_; ++i) {
    before_[i] = 0;
    now_[i] = s * k_[i];
  }
  for (int step = 1; step <= n; ++step) {
    watched_rate(step == n ? t1_ : t_ + step * s, now_.data(), rate);
    if (step == n) {
      for (std::size_t i = 0; i < nv_; ++i) now_[i] = 0.5 * (before_[i] + now_[i] + s * rate[i]);
    } else {
      for (std::size_t i = 0; i < nv_; ++i) before_[i] += 2 * s * rate[i];
      std::swap(before_, now_);
    }
  }
}

void Extrapolator::add_line() {
  ++line_;
  midpoint_steps(2 * line_);
  extrapolate();
}

/// The line above gives way to this one, entry by entry.
void Extrapolator::extrapolate() {
  for (int l = 1; l <= line_; ++l) {
    double* entry = table_.data() + static_cast<std::size_t>(l - 1) * nv_;
    const double near = static_cast<double>(line_ - l) * (line_ - l);
    const double weight = l < line_ ? near / (static_cast<double>(line_) * line_ - near) : 0;
    for (std::size_t i = 0; i < nv_; ++i) {
      const double above = entry[i];
      entry[i] = now_[i];
      if (l == line_) continue;
      error_[i] = weight * (now_[i] - above);
      now_[i] += error_[i];
    }
  }
}

/// What the last line says is the end of the step.
void Extrapolator::end_at_line() {
  std::copy(now_.begin(), now_.end(), u1_.begin());
  space_.retract<double>(x_, u1_, x1_);
  estimate_order_ = 2 * line_ - 1;
}

/// What this line says. The step is as long as the last extrapolation would have it, which moves the result by what the
/// entry before was off. But where the table converges slowly that says little of the result: the move d_k from
/// diagonal entry to diagonal entry, k² times as large (n_k = k n_1), shrinks by a ratio from line to line, of which
/// the larger of the last two is taken, since one may be small by accident. A line is not good enough while the next
/// move, d_k times that ratio, would be more than `most_missed` tolerances.
void Extrapolator::judge() {
  const double power = 1.0 / estimate_order_, k = line_;
  const double least = fn::pow(least_power, power);
  Judged& judged = judged_[static_cast<std::size_t>(line_)];
  judged.error = norm_.of_step(*this);
  judged.diagonal = k * k * judged.error;
  const double factor = extrapolation_safety * fn::pow(extrapolation_aim / std::max(judged.error, 1e-30), power);
  judged.step = std::fabs(h_) * std::clamp(factor, least / 4, 1 / least);
  judged.work = evaluations(line_) / judged.step;
  if (line_ == 2) return;
  judged.ratio = std::min(judged.diagonal / at(line_ - 1).diagonal, 1.0);
  const double ratio = line_ > 3 ? std::max(judged.ratio, at(line_ - 1).ratio) : judged.ratio;
  const double slow = k * k * ratio / most_missed;
  if (!(slow > 1)) return;
  for (double& part : error_) part *= slow;
  judged.error *= slow;
}

/// Whether the step ends in this line: it is good enough, it cannot become so in time, or no line is left.
bool Extrapolator::settled() const {
  if (has_bad_) return true;
  const double error = at(line_).error;
  if (!first_ && line_ < lines_ - 1) return false;
  if (error <= 1 || line_ > lines_ || line_ == rule_.most_lines) return true;
  // Each further line promises an error smaller by about (n_1/n_j)².
  const double next = lines_ + 1, next_two = next * lines_;
  if (line_ == lines_) return error > next * next;
  return line_ == lines_ - 1 && error > next_two * next_two;
}

/// The line that would have been the cheapest, judged by its neighbours.
int Extrapolator::best_line() const {
  const int most = rule_.most_lines - 1;
  if (line_ == 2) return rejected_ ? 2 : std::min(3, most);
  int best = 0;
  if (line_ <= lines_) {
    best = line_;
    if (at(line_ - 1).work < lower_if * at(line_).work) best = line_ - 1;
    if (at(line_).work < raise_if * at(line_ - 1).work) best = line_ + 1;
  } else {
    best = line_ - 1;
    if (line_ > 3 && at(line_ - 2).work < lower_if * at(line_ - 1).work) best = line_ - 2;
    if (at(line_).work < raise_if * at(best).work) best = line_;
  }
  return std::clamp(best, rule_.least_lines, most);
}

/// Where a step of x' = −x of length `reach` makes x grow: the formulas above for one number.
double Extrapolator::stability_limit() {
  double& limit = stability_limits_[static_cast<std::size_t>(line_)];
  if (limit > 0) return limit;
  const auto grows = [this](double reach) {
    std::array<double, 32> table{};
    for (int line = 1; line <= line_; ++line) {
      const double s = reach / (2 * line);
      double before = 1, now = 1 - s;
      for (int step = 1; step < 2 * line; ++step) {
        before -= 2 * s * now;
        std::swap(before, now);
      }
      now = 0.5 * (before + now - s * now);
      for (int l = 1; l <= line; ++l) {
        const double above = table[static_cast<std::size_t>(l - 1)], near = static_cast<double>(line - l) * (line - l);
        table[static_cast<std::size_t>(l - 1)] = now;
        if (l < line) now += near / (static_cast<double>(line) * line - near) * (now - above);
      }
    }
    return std::fabs(table[static_cast<std::size_t>(line_ - 1)]) > 1;
  };
  limit = 1;
  while (!grows(limit + 0.02) && limit < 100) limit += 0.02;
  return limit;
}

double Extrapolator::after_accepted(double h, double error) {
  if (!free_) return Engine::after_accepted(h, error);
  first_ = false;
  int best = best_line();
  double next = 0;
  if (rejected_) {
    rejected_ = false;
    best = std::min(best, line_);
    next = std::min(h, at(best).step);
  } else if (best <= line_) {
    next = at(best).step;
  } else {
    // The work per length of the line after is expected to be that of this one.
    const bool falling = line_ > 2 && line_ < lines_ && at(line_).work < raise_if * at(line_ - 1).work;
    next = at(line_).step * evaluations(falling ? best + 1 : best) / evaluations(line_);
  }
  lines_ = best;
  return next;
}

double Extrapolator::after_rejected(double h, double error) {
  if (!free_ || has_bad_ || !std::isfinite(error)) return Engine::after_rejected(h, error);
  rejected_ = true;
  lines_ = std::min({lines_, line_, rule_.most_lines - 1});
  if (lines_ > rule_.least_lines && at(lines_ - 1).work < lower_if * at(lines_).work) --lines_;
  return std::min(at(lines_).step, shorter * h);
}

}  // namespace polhode::ode

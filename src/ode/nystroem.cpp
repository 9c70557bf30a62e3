#include "ode/nystroem.hpp"

#include <algorithm>

#include "ode/splitting.hpp"
#include "ode/two.hpp"

namespace polhode::ode {

std::vector<std::pair<std::size_t, std::size_t>> places_and_velocities(const StateSpace& space, const Split& split) {
  const std::vector<char> is_velocity = momentum_mask(space, split);
  std::vector<std::size_t> places, velocities;
  for (std::size_t i = 0; i < is_velocity.size(); ++i) (is_velocity[i] != 0 ? velocities : places).push_back(i);
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  if (places.size() != velocities.size()) return pairs;
  for (std::size_t i = 0; i < places.size(); ++i) pairs.emplace_back(places[i], velocities[i]);
  return pairs;
}

Nystroem::Nystroem(const Method& method, const NystroemTableau& tableau, const Problem& problem, Trail& trail)
    : Engine(method, problem, trail, tableau.stages(), std::max(method.dense_order, 3)),
      tableau_(tableau),
      error_(nv_) {
  for (const auto& [place, velocity] : places_and_velocities(problem.space, *problem.split)) {
    const bool goes_on = !runs_.empty() && place == runs_.back().place + runs_.back().size &&
                         velocity == runs_.back().velocity + runs_.back().size;
    if (goes_on)
      ++runs_.back().size;
    else
      runs_.push_back({place, velocity, 1});
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < tableau.b.size(); next += i, ++i) rows_.push_back(add_sum(tableau.a.subspan(next, i)));
  b_ = add_sum(tableau.b);
  velocity_b_ = add_sum(tableau.velocity_b);
  error_sum_ = add_sum(tableau.error);
  velocity_error_sum_ = add_sum(tableau.velocity_error);
}

Nystroem::Sum Nystroem::add_sum(std::span<const double> weights) {
  Sum sum{weight_.size(), 0};
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (weights[j] == 0) continue;
    offset_.push_back(j * nv_);
    weight_.push_back(weights[j]);
    ++sum.count;
  }
  return sum;
}

namespace {

/// Σ w_j k_j of `width` pairs of numbers, all of which fit the registers.
template <std::size_t width>
void sum_pairs(const double* k, const std::size_t* offset, const double* weight, std::size_t count, double* out) {
  Two total[width];
  for (std::size_t j = 0; j < count; ++j)
    for (std::size_t i = 0; i < width; ++i) total[i] += weight[j] * load_two(k + offset[j] + 2 * i);
  for (std::size_t i = 0; i < width; ++i) store_two(total[i], out + 2 * i);
}

}  // namespace

/// Of the accelerations of one run.
void Nystroem::sum_up(Sum sum, const Run& run, double* out) const {
  const double* k = k_.data() + run.velocity;
  const std::size_t* offset = offset_.data() + sum.first;
  const double* weight = weight_.data() + sum.first;
  std::size_t i = 0;
  for (; i + 8 <= run.size; i += 8) sum_pairs<4>(k + i, offset, weight, sum.count, out + i);
  if (i + 4 <= run.size) sum_pairs<2>(k + i, offset, weight, sum.count, out + i), i += 4;
  if (i + 2 <= run.size) sum_pairs<1>(k + i, offset, weight, sum.count, out + i), i += 2;
  if (i == run.size) return;
  double total = 0;
  for (std::size_t j = 0; j < sum.count; ++j) total += weight[j] * k[offset[j] + i];
  out[i] = total;
}

/// Where the places are at c, by the accelerations so far.
void Nystroem::place(Sum row, double c, double* x) const {
  const double moved = c * h_, accelerated = h_ * h_;
  for (const Run& run : runs_) {
    double* to = x + run.place;
    const double *from = x_.data() + run.place, *v = x_.data() + run.velocity;
    sum_up(row, run, to);
    for (std::size_t i = 0; i < run.size; ++i) to[i] = from[i] + (moved * v[i] + accelerated * to[i]);
  }
}

void Nystroem::move(Sum row, double* x) const {
  for (const Run& run : runs_) {
    double* to = x + run.velocity;
    const double* from = x_.data() + run.velocity;
    sum_up(row, run, to);
    for (std::size_t i = 0; i < run.size; ++i) to[i] = from[i] + h_ * to[i];
  }
}

bool Nystroem::attempt(double t1) {
  t1_ = t1;
  h_ = t1 - t_;
  has_end_rate_ = has_continuation_ = false;
  first_rate();
  // Velocities have no say in accelerations, but a rate must read some number.
  std::copy(x_.begin(), x_.end(), x_stage_.begin());
  const std::size_t stages = tableau_.b.size(), inner = tableau_.first_same_as_last ? stages - 1 : stages;
  for (std::size_t i = 1; i < inner; ++i) {
    trail_.feed((nx_ + 1) * i / inner);
    place(rows_[i], tableau_.c[i], x_stage_.data());
    evaluate_rate(t_ + tableau_.c[i] * h_, x_stage_, {k(static_cast<int>(i)), nv_});
  }
  place(b_, 1, x1_.data());
  move(velocity_b_, x1_.data());
  if (tableau_.first_same_as_last) {
    end_rate();
    std::copy(end_rate_.begin(), end_rate_.end(), k(static_cast<int>(inner)));
  }
  return true;
}

const double* Nystroem::error() {
  for (const Run& run : runs_) {
    double *place = error_.data() + run.place, *velocity = error_.data() + run.velocity;
    sum_up(error_sum_, run, place);
    sum_up(velocity_error_sum_, run, velocity);
    for (std::size_t i = 0; i < run.size; ++i) {
      place[i] *= h_ * h_;
      velocity[i] *= h_;
    }
  }
  return error_.data();
}

}  // namespace polhode::ode

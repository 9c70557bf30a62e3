#include "dynamics/free_body/lanes.hpp"

#include <algorithm>

#include "dynamics/free_body/lanes_kernels.hpp"

namespace polhode {
namespace {

BodyLanes::Kernel kernel_for([[maybe_unused]] BodyLanes::Registers registers, bool diagonal, bool loaded) {
#if defined(__x86_64__)
  if (registers == BodyLanes::Registers::four) return wide_kernel(diagonal, loaded);
#endif
  return lanes::kernel<Pack2>(diagonal, loaded);
}

BodyLanes::Each each_for(bool diagonal, bool loaded) {
  if (diagonal) return loaded ? &lanes::advance_each<true, true> : &lanes::advance_each<true, false>;
  return loaded ? &lanes::advance_each<false, true> : &lanes::advance_each<false, false>;
}

ConstantLoad constant(bool couple, Axes axes, const Vec3& value, const Vec3& point) {
  return {couple, axes == Axes::body, {value[0], value[1], value[2]}, {point[0], point[1], point[2]}};
}

}  // namespace

BodyLanes::Registers BodyLanes::widest() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") != 0) return Registers::four;
#endif
  return Registers::two;
}

std::string BodyLanes::refusal(const FreeBodies& one) {
  const FreeBodies::Constants& body = one.constants_.front();
  if (body.held) return "it is held at a pivot";
  if (body.is_plain()) return "its state is no rotation";
  if (body.rotor_B != Vec3::Zero()) return "a rotor turns inside";
  for (const Load& each : body.others) {
    const auto* push = std::get_if<load::Push>(&each);
    const auto* torque = std::get_if<load::Torque>(&each);
    if ((push != nullptr && !push->force.varies()) || (torque != nullptr && !torque->torque.varies())) continue;
    return "its load " + std::visit([](const auto& load) { return std::string(load.name); }, each) +
           " is not the same at all times and places";
  }
  return {};
}

BodyLanes::BodyLanes(const FreeBodies& one, Registers registers)
    : width_(registers == Registers::four ? 4 : 2), rows_(numbers * most / 4) {
  const FreeBodies::Constants& from = one.constants_.front();
  for (const Load& each : from.others) {
    if (const auto* push = std::get_if<load::Push>(&each))
      loads_.push_back(
          constant(false, push->axes, push->force.at<double>(0, {}), from_centre(from.mass, push->p_BoQ_B)));
    if (const auto* torque = std::get_if<load::Torque>(&each))
      loads_.push_back(constant(true, torque->axes, torque->torque.at<double>(0, {}), Vec3::Zero()));
  }
  for (int i = 0; i < 9; ++i) {
    body_.I_B[i] = from.I_BO_B(i / 3, i % 3);
    body_.inverse_I_B[i] = from.inverse_I_B(i / 3, i % 3);
  }
  for (int i = 0; i < 3; ++i) body_.g_W[i] = from.g_W[i];
  body_.inverse_mass = from.inverse_mass;
  body_.loads = loads_.data();
  body_.load_count = static_cast<int>(loads_.size());
  kernel_ = kernel_for(registers, from.diagonal, !loads_.empty());
  each_ = each_for(from.diagonal, !loads_.empty());
}

void BodyLanes::load(VecIn x) {
  count_ = x.size() / numbers;
  double* rows = reinterpret_cast<double*>(rows_.data());
  const std::size_t filled = (count_ + width_ - 1) / width_ * width_;
  for (std::size_t i = 0; i < filled; ++i) {
    // Lanes without a body of their own hold the last one once more.
    const double* from = x.data() + std::min(i, count_ - 1) * numbers;
    double* to = rows + i / width_ * numbers * width_ + i % width_;
    for (std::size_t k = 0; k < numbers; ++k) to[k * width_] = from[k];
  }
}

void BodyLanes::step(const ChainStep& step) {
  kernel_(body_, step, reinterpret_cast<double*>(rows_.data()), (count_ + width_ - 1) / width_, each_);
}

void BodyLanes::store(VecOut x) const {
  const double* rows = reinterpret_cast<const double*>(rows_.data());
  for (std::size_t i = 0; i < count_; ++i)
    for (std::size_t k = 0; k < numbers; ++k)
      x[i * numbers + k] = rows[i / width_ * numbers * width_ + k * width_ + i % width_];
}

}  // namespace polhode

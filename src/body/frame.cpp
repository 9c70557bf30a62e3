#include <polhode/body/frame.hpp>

#include <algorithm>

#include <Eigen/Geometry>

#include <polhode/base/error.hpp>

#include "body/frame_track.hpp"

namespace polhode {

FrameMotion FrameMotion::operator*(const FrameMotion& inner) const {
  const Vec3 &place = inner.X_NF.p, &speed = inner.v_NF, &spin = inner.w_NF_F;
  const Rotation back = inner.X_NF.R.inverse();
  const Vec3 swept = w_NF_F.cross(place), turned = back * w_NF_F;
  const Vec3 pushed = inner.a_NF + 2 * w_NF_F.cross(speed) + alpha_NF_F.cross(place) + w_NF_F.cross(swept);
  FrameMotion whole;
  whole.X_NF = X_NF * inner.X_NF;  // F == N: the inner one moves in this one
  whole.v_NF = v_NF + X_NF.R * Vec3(speed + swept);
  whole.a_NF = a_NF + X_NF.R * pushed;
  whole.w_NF_F = turned + spin;
  whole.alpha_NF_F = back * alpha_NF_F + inner.alpha_NF_F + turned.cross(spin);
  return whole;
}

FramePath::FramePath(Description description) : description_(std::move(description)) {
  const Description& given = description_;
  if (given.turn && given.angular_velocity)
    usage_error("a turn by its angle or by its angular velocity", "both", "keep one of them");
  if (given.acceleration) {
    acceleration_ = *given.acceleration;
    moves_ = true;
  } else {
    velocity_ = given.position.derivative();
    acceleration_ = velocity_.derivative();
    moves_ = given.position.varies();
  }
  uniform_ = !acceleration_.varies();
  if (given.turn) {
    const double length = given.turn->axis.norm();
    if (!(length > 0)) usage_error("an axis", "one of length zero");
    axis_ = given.turn->axis / length;
    rates_.push_back(given.turn->angle.derivative(0));
    rates_.push_back(rates_[0].derivative(0));
    turns_ = given.turn->angle.uses(0);
    steady_ = !rates_[0].uses(0);
  }
  if (given.angular_velocity) {
    angular_acceleration_ = given.angular_velocity->derivative();
    steady_ = !given.angular_velocity->varies();
    turns_ = !steady_ || given.angular_velocity->at(0) != Vec3::Zero();
  }
  const bool travels = given.acceleration && !uniform_;
  const bool winds = given.angular_velocity && !steady_;
  if (travels || winds)
    track_ = std::make_shared<const FrameTrack>(winds ? *given.angular_velocity : VectorOfTime(Vec3(Vec3::Zero())),
                                                travels ? acceleration_ : VectorOfTime(Vec3(Vec3::Zero())), given.end);
}

bool FramePath::at_origin() const {
  return !moves_ && description_.position.at(0) == Vec3::Zero() && description_.lever == Vec3::Zero();
}

bool FramePath::finite_at(double t) const {
  const Description& given = description_;
  bool finite = given.position.at(given.acceleration ? 0 : t).allFinite() && velocity_.at(t).allFinite() &&
                acceleration_.at(t).allFinite() && angular_acceleration_.at(t).allFinite();
  if (given.angular_velocity) finite = finite && given.angular_velocity->at(t).allFinite();
  if (!given.turn) return finite;
  for (const Expression* formula : {&given.turn->angle, &rates_[0], &rates_[1]})
    finite = finite && std::isfinite(formula->evaluate_at<double>(t, {}));
  return finite;
}

bool FramePath::resolved() const { return track_ == nullptr || track_->resolved(); }

bool FramePath::Description::uses_time() const {
  const auto varies = [](const std::optional<VectorOfTime>& formula) { return formula && formula->varies(); };
  return position.varies() || varies(acceleration) || varies(angular_velocity) || (turn && turn->angle.uses(0));
}

FrameMotion FramePath::at(double t) const {
  const Description& given = description_;
  const FrameTrack::Point tracked = track_ != nullptr ? track_->at(t) : FrameTrack::Point();
  FrameMotion motion;
  motion.X_NF.p = given.position.at(given.acceleration ? 0 : t);
  motion.v_NF = velocity_.at(t);
  motion.a_NF = acceleration_.at(t);
  if (given.acceleration) {
    motion.X_NF.p += t * given.velocity + (uniform_ ? Vec3(0.5 * t * t * motion.a_NF) : tracked.p);
    motion.v_NF = given.velocity + (uniform_ ? Vec3(t * motion.a_NF) : tracked.v);
  }
  motion.X_NF.R = given.start;
  if (given.turn) {
    motion.X_NF.R = given.start * Rotation::about(axis_, given.turn->angle.evaluate_at<double>(t, {}));
    motion.w_NF_F = rates_[0].evaluate_at<double>(t, {}) * axis_;
    motion.alpha_NF_F = rates_[1].evaluate_at<double>(t, {}) * axis_;
  }
  if (given.angular_velocity) {
    motion.w_NF_F = given.angular_velocity->at(t);
    motion.alpha_NF_F = angular_acceleration_.at(t);
    motion.X_NF.R = given.start * (steady_ ? Rotation::exp(t * motion.w_NF_F) : tracked.Q);
  }
  if (given.lever == Vec3::Zero()) return motion;
  FrameMotion lever;
  lever.X_NF.p = given.lever;
  return motion * lever;
}

MovingFrame::MovingFrame(std::vector<Path> paths) : paths_(std::move(paths)) {
  const auto turning = std::count_if(paths_.begin(), paths_.end(), [](const Path& path) { return path->turns(); });
  steady_ = turning == 0 || (turning == 1 && std::all_of(paths_.begin(), paths_.end(),
                                                         [](const Path& path) { return path->turns_steadily(); }));
  const auto all = [this](auto is) {
    return std::all_of(paths_.begin(), paths_.end(), [is](const Path& path) { return is(*path); });
  };
  // Where a frame turns, what its origin is pushed by stays the same only if all else rests.
  const bool pushed_evenly =
      steady_ && all([turning](const FramePath& path) { return turning == 0 ? path.uniform() : !path.moves(); });
  pushed_steadily_ = pushed_evenly || all([](const FramePath& path) { return path.at_origin(); });
  const FrameMotion start = at(0);
  if (steady_) turning_ = {start.w_NF_F, Vec3::Zero()};
  if (pushed_steadily_) acceleration_ = start.X_NF.R.inverse() * start.a_NF;
}

FrameMotion MovingFrame::at(double t, std::size_t from) const {
  FrameMotion motion;
  for (std::size_t i = from; i < paths_.size(); ++i) motion = i == from ? paths_[i]->at(t) : motion * paths_[i]->at(t);
  return motion;
}

MovingFrame::Turning MovingFrame::turning(double t) const {
  if (steady_) return turning_;
  const FrameMotion motion = at(t);
  return {motion.w_NF_F, motion.alpha_NF_F};
}

Vec3 MovingFrame::acceleration(double t) const {
  if (pushed_steadily_) return acceleration_;
  const FrameMotion motion = at(t);
  return motion.X_NF.R.inverse() * motion.a_NF;
}

Vec3 MovingFrame::turned(double t, const Vec3& vector_N) const { return at(t).X_NF.R.inverse() * vector_N; }

bool MovingFrame::turns() const {
  return std::any_of(paths_.begin(), paths_.end(), [](const Path& path) { return path->turns(); });
}

}  // namespace polhode

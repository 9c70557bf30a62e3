#include <polhode/dynamics/free_body/in_frame.hpp>

#include "body/inertial_kernels.hpp"
#include "dynamics/free_body/motion.hpp"

namespace polhode {

FreeBodyState seen_from(const FrameMotion& frame, const FreeBodyState& in_N) {
  return as_state(seen_from(frame, as_motion(in_N)));
}

FreeBodyState seen_outside(const FrameMotion& frame, const FreeBodyState& in_F) {
  return as_state(seen_outside(frame, as_motion(in_F)));
}

FreeBody in_frame(FreeBody body, const FramePointer& frame, std::span<const InertialTerm> terms) {
  for (const InertialTerm term : terms) body.loads.push_back(inertial_load(term, frame, body.rotor_B));
  return body;
}

}  // namespace polhode

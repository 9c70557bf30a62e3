#pragma once
// Bodies and moving frames: states seen from one, loads that one adds.

#include <polhode/dynamics/free_body/free_body.hpp>

namespace polhode {

/// A state in N as seen from the frame F whose motion in N is given (docs/theory/frames.md (3)), and the way back.
FreeBodyState seen_from(const FrameMotion& frame, const FreeBodyState& in_N);
FreeBodyState seen_outside(const FrameMotion& frame, const FreeBodyState& in_F);

/// The same body in a world that is the moving frame: with the inertial loads of these terms.
FreeBody in_frame(FreeBody body, const FramePointer& frame, std::span<const InertialTerm> terms = inertial_terms);

}  // namespace polhode

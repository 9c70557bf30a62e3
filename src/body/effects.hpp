#pragma once
// What a load does to what it acts on, from its motion: for bodies and links alike.

#include <polhode/body/effect.hpp>
#include <polhode/body/load.hpp>

#include "body/body_motion.hpp"

namespace polhode {

/// Proof    tests/law/load_law_test.cpp; of links tests/truth/link_load_test.cpp
LoadEffect effect_of(const Load& load, double t, const BodyMotion<double>& motion, const MassProperties& mass);
PairEffect effect_of(const PairLoad& load, double t, const std::array<PairEnd<double>, 2>& ends);

}  // namespace polhode

#pragma once
// The kernels behind polhode::fn, for hot loops that want them inline: fn::kernel::sincos(x) and so on, over double and
// packs of doubles, with the bits of the functions in <polhode/math/elementary.hpp>.

#include "math/arc_kernels.hpp"
#include "math/exp_kernels.hpp"
#include "math/trig_kernels.hpp"

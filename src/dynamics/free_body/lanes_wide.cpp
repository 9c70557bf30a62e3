// Lanes for processors with registers of four numbers: all of this file is compiled for them (CMakeLists.txt), because
// GCC takes vectors apart for the registers of the function they are in before it inlines that function. Its packs have
// a tag of their own, so nothing that is made here replaces what other files mean by the same name.
#include "dynamics/free_body/lanes_kernels.hpp"

#if defined(__x86_64__)

namespace polhode {
namespace {
struct Wide {};
using Four = Pack<double, 4, Wide>;
}  // namespace

BodyLanes::Kernel wide_kernel(bool diagonal, bool loaded) { return lanes::kernel<Four>(diagonal, loaded); }

}  // namespace polhode

#endif

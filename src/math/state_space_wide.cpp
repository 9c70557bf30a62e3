#include "math/state_space_kernels.hpp"

namespace polhode {

POLHODE_INSTANTIATE(Pack4)
POLHODE_INSTANTIATE(Dual4)

}  // namespace polhode

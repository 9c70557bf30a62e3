#pragma once
// Everything a program needs: bodies, solids, methods, simulate().

#include <polhode/mass/solid.hpp>
#include <polhode/sim/free_body_system.hpp>
#include <polhode/sim/simulate.hpp>

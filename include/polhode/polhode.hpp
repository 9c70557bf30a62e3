#pragma once
// Everything a program needs: bodies, equations, solids, methods, simulate().

#include <polhode/mass/solid.hpp>
#include <polhode/sim/equation_system.hpp>
#include <polhode/sim/free_body_system.hpp>
#include <polhode/sim/plain.hpp>
#include <polhode/sim/simulate.hpp>
#include <polhode/sim/swarm.hpp>

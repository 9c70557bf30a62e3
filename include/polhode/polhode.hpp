#pragma once
// Everything a program needs: bodies that tumble and roll, equations, solids, methods, simulate().

#include <polhode/dynamics/rolling/start.hpp>
#include <polhode/mass/solid.hpp>
#include <polhode/sim/equation_system.hpp>
#include <polhode/sim/free_body_system.hpp>
#include <polhode/sim/hamiltonian_system.hpp>
#include <polhode/sim/lagrangian_system.hpp>
#include <polhode/sim/plain.hpp>
#include <polhode/sim/rolling_system.hpp>
#include <polhode/sim/simulate.hpp>
#include <polhode/sim/swarm.hpp>

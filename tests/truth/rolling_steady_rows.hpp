#pragma once
// Steady rolling of bodies of revolution on a level plane, and small oscillations about it, in closed form. theta is
// the tilt of body z to the vertical, phi_dot its precession, W3 = psi_dot + phi_dot cos(theta) the spin w_WB_B[2].
// Starts: R_WB = Rz(phi) Rx(theta) Rz(psi) with any phi and psi, w_WB_B = (0, phi_dot sin(theta), W3) for psi = 0 and
// theta_dot = 0. Figures are exact to double, 1e-18 relative in the arithmetic they were computed with.

#include "rolling_case.hpp"

namespace polhode::reference {

struct RevolutionBody {
  double mass, I1, I3;  ///< inertia diag(I1, I1, I3) about the centre of mass, which is that of the shape
  RollingShape shape;
  Three sizes;
  double g;
};

inline constexpr RevolutionBody steady_thin{.mass = 0.44,
                                            .I1 = 0.00015468749999999999,
                                            .I3 = 0.00030937499999999997,
                                            .shape = RollingShape::disk,
                                            .sizes = {0.0375, 0.0, 0.0},
                                            .g = 9.81};
inline constexpr RevolutionBody steady_thick{.mass = 0.44,
                                             .I1 = 0.00016060146666666664,
                                             .I3 = 0.00030937499999999997,
                                             .shape = RollingShape::disk,
                                             .sizes = {0.0375, 0.00635, 0.0},
                                             .g = 9.81};
inline constexpr RevolutionBody steady_ring{
    .mass = 2.0, .I1 = 0.065625, .I3 = 0.12875, .shape = RollingShape::torus, .sizes = {0.25, 0.05, 0.0}, .g = 9.81};

/// The centre of mass at rest, at the height of its shape; the point of contact runs round the rim.
struct SteadyAtRest {
  RevolutionBody body;
  double theta, phi_dot, W3, psi_dot;
  double apparent_rotation;    ///< phi_dot + psi_dot, what a mark on the face seems to turn with
  double small_angle_phi_dot;  ///< sqrt(m g R / (I1 sin(theta))): the thin disk's phi_dot, and the thick one's as theta
                               ///< goes to 0
};
inline constexpr std::array<SteadyAtRest, 6> steady_at_rest{{
    {steady_thin, 0.1, 102.37900355122935, 0.0, -101.86753497048699, 0.511468580742355, 102.37900355122935},
    {steady_thin, 0.3, 59.505248691294135, 0.0, -56.847535369287, 2.6577133220071336, 59.505248691294135},
    {steady_thin, 0.8, 38.192797517441285, 0.0, -26.609178279139105, 11.583619238302179, 38.192797517441285},
    {steady_thick, 0.1, 101.29046819063721, 1.7123280482399716, -99.07210970440542, 2.2183584862317836,
     100.47632801064519},
    {steady_thick, 0.3, 59.95453325040691, 3.0002100788912527, -54.27654322371689, 5.677990026690017,
     58.39936587065652},
    {steady_thick, 0.8, 41.79295933985706, 5.076686813698194, -24.040748361853503, 17.75221097800356, 37.4829986412825},
}};

/// One tilt and one spin admit two rates of precession. theta stays, the centre of mass runs on a circle.
struct SteadyPrecession {
  RevolutionBody body;
  double theta, W3, height;  ///< of the centre of mass
  struct Way {
    double phi_dot, psi_dot, speed, radius;  ///< speed of the centre of mass and radius of its circle, both >= 0
  };
  std::array<Way, 2> ways;
};
inline constexpr std::array<SteadyPrecession, 8> steady_precession{{
    {steady_thin,
     0.8,
     -5.0,
     0.026900853408732103,
     {{{22.31332099964173, -20.54584044826739, 0.1875, 0.00840305215001436},
       {-65.37304698980893, 40.54584044826739, 0.1875, 0.002868154516787776}}}},
    {steady_thin,
     1.2,
     -12.0,
     0.03495146572377099,
     {{{5.498126206412488, -13.992288665984981, 0.44999999999999996, 0.08184606593336528},
       {-204.19678550234573, 61.99228866598498, 0.44999999999999996, 0.0022037565326650578}}}},
    {steady_thin,
     0.5,
     3.0,
     0.017978457697657612,
     {{{58.08625442969846, -47.975483973030784, 0.11249999999999999, 0.0019367749066374774},
       {-37.57536373785658, 35.975483973030784, 0.11249999999999999, 0.0029939829933477943}}}},
    {steady_thick,
     0.8,
     -5.0,
     0.0313249410130866,
     {{{15.68220978217608, -15.925900772631824, 0.25893577728315137, 0.01651143435011626},
       {-41.50497012732749, 23.916791158962734, 0.0015639038338510912, 3.76799171051901e-05}}}},
    {steady_thick,
     1.2,
     -12.0,
     0.03725243746469786,
     {{{2.93496296707975, -13.063506590223213, 0.4673704262775226, 0.15924235893938726},
       {-74.57915958027327, 15.024336796265322, 0.008607107530998508, 0.00011540901747135202}}}},
    {steady_thick,
     0.5,
     3.0,
     0.02355110696566148,
     {{{45.09281505734655, -36.572668160874954, 0.02477840937740533, 0.0005494979487506717},
       {-28.841983529114778, 28.31122179548048, 0.2003051551479072, 0.006944916078525165}}}},
    {steady_ring,
     1.2,
     -7.0,
     0.28300977149180656,
     {{{0.8700724218722129, -7.315277489021696, 2.0909062272232206, 2.403140445164358},
       {-64.39672203894268, 16.33465159368979, 0.9887733129512134, 0.015354404411349876}}}},
    {steady_ring,
     0.6,
     -3.0,
     0.19116061834875883,
     {{{5.395590500386707, -7.453173003437481, 0.9604189019651022, 0.17800070296221854},
       {-18.999080608506446, 12.680617876740213, 0.39199922789500524, 0.020632536698617702}}}},
}};

/// Small tilts about theta = pi/2: theta = pi/2 + eps cos(frequency t), if p = phi_dot sin(theta) = p0 + dp eps(t) and
/// W3 = W3_0 + ds eps(t), which the two linear integrals of the motion ask for.
struct UprightOscillation {
  RevolutionBody body;
  bool straight;  ///< rolls straight on, or spins about a vertical diameter (W3 = 0)
  double W3, phi_dot, frequency_squared, frequency;
  double critical;  ///< |W3| if straight, else |phi_dot|, below which it falls over
  double dp, ds;
};
inline constexpr std::array<UprightOscillation, 3> upright_oscillations{{
    {steady_thin, true, -30.0, 0.0, 1950.72, 44.166955973895234, 9.338094023943002, -60.0, 0.0},
    {steady_thin, false, 0.0, 40.0, 1390.72, 37.29235846658133, 14.4665130560201, 0.0, 26.666666666666668},
    {steady_ring, true, -8.0, 0.0, 137.86152914091846, 11.74144493411771, 2.845621032079486, -15.695238095238095, 0.0},
}};

}  // namespace polhode::reference

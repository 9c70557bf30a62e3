// The laws that prove rolling right, applied to equations with the mistakes that are easily made: each of them must be
// seen. A wrong geometry keeps an energy of its own, so that energy alone sees one of the three.
#include <gtest/gtest.h>

#include <Eigen/LU>

#include <polhode/dynamics/rolling/surface.hpp>
#include <polhode/math/elementary.hpp>

#include "support/rolling_runs.hpp"

namespace polhode {
namespace {

/// A thick disk that wobbles on its lower rim (references 06a and 06b are of this kind) or on its upper one.
struct Disk {
  double mass = 0.44, radius = 0.0375, half_thickness = 0.0065, gravity = 9.81;

  Vec3 moments() const {
    const double across = mass * (radius * radius / 4 + half_thickness * half_thickness / 3);
    return {across, across, mass * radius * radius / 2};
  }
};

enum class Flaw {
  none,
  offset_along_normal,  ///< −d·A_tN for −d·A_t e₃: the founding text's line, which is a torus
  no_migration,         ///< γ̇ = ω×γ, as if the contact were a point of the body
  one_face,             ///< −(0, 0, d) for −d sgn(N₃) e₃
};

/// How a motion keeps the laws, from place, attitude and velocities and the two circles of the rims alone.
struct Kept {
  double energy = 0;  ///< largest change, by the largest energy
  double height = 0;  ///< of the lowest point of the body over the ground, largest of either sign [m]
  double slip = 0;    ///< of that point of the body [m/s]

  void look(const Disk& disk, const RollingState& now) {
    const Vec3 axis = now.R_WB * Vec3::UnitZ();
    const Vec3 outwards = (axis.z() * axis - Vec3::UnitZ()).normalized();  // steepest way down the face
    const Vec3 lowest = disk.radius * outwards - std::copysign(disk.half_thickness, axis.z()) * axis;
    height = std::max(height, std::fabs(now.p_WBcm.z() + lowest.z()));
    slip = std::max(slip, (now.v_WBcm + cross_matrix(now.w_WB_W) * lowest).norm());
    const Vec3 w_B = now.R_WB.inverse() * now.w_WB_W;
    const double E = 0.5 * disk.mass * now.v_WBcm.squaredNorm() + 0.5 * w_B.dot(disk.moments().cwiseProduct(w_B)) +
                     disk.mass * disk.gravity * now.p_WBcm.z();
    if (first_ == 0) first_ = E;
    energy = std::max(energy, std::fabs(E / first_ - 1));
  }
  bool keeps_energy() const { return energy < 1e-8; }
  bool keeps_the_ground() const { return height < 1e-9 && slip < 1e-7; }

 private:
  double first_ = 0;
};

/// The textbook's equations in body axes with a flaw, stepped plainly: enough to be judged, far from the library.
class Textbook {
 public:
  Textbook(const Disk& disk, Flaw flaw) : disk_(disk), flaw_(flaw) {}

  Vec3 contact(const Vec3& N) const {
    const double rho = std::hypot(N[0], N[1]), d = disk_.half_thickness;
    const Vec3 rim = -disk_.radius / rho * Vec3(N[0], N[1], 0);
    if (flaw_ == Flaw::offset_along_normal) return rim - d * N;
    return rim - Vec3(0, 0, flaw_ == Flaw::one_face ? d : std::copysign(d, N[2]));
  }
  Vec3 contact_rate(const Vec3& N, const Vec3& Omega) const {
    if (flaw_ == Flaw::no_migration) return Vec3::Zero();
    const Vec3 V = cross_matrix(N) * Omega, level(N[0], N[1], 0);
    const double square = level.squaredNorm();
    const Vec3 along(V[0], V[1], 0);
    const Vec3 rim = -disk_.radius / std::sqrt(square) * (along - level.dot(along) / square * level);
    return flaw_ == Flaw::offset_along_normal ? Vec3(rim - disk_.half_thickness * V) : rim;
  }
  Vec3 acceleration(const Vec3& N, const Vec3& Omega) const {
    const Vec3 G = contact(N), I = disk_.moments();
    const Vec3 turned = cross_matrix(Omega) * G;
    const Vec3 push = disk_.gravity * N - cross_matrix(Omega) * turned - cross_matrix(Omega) * contact_rate(N, Omega);
    const Mat3 M = Mat3(I.asDiagonal()) + disk_.mass * (G.squaredNorm() * Mat3::Identity() - G * G.transpose());
    return M.inverse() * (disk_.mass * cross_matrix(G) * push - cross_matrix(Omega) * Vec3(I.cwiseProduct(Omega)));
  }

  /// The motion from an attitude and angular velocity, put onto the ground as these equations have it.
  Kept run(Rotation R_WB, Vec3 Omega, double t_end, double step) const {
    Kept kept;
    double height = -contact(R_WB.inverse() * Vec3::UnitZ()).dot(R_WB.inverse() * Vec3::UnitZ());
    for (double t = 0; t < t_end; t += step) {
      const Vec3 N = R_WB.inverse() * Vec3::UnitZ();
      RollingState now;
      now.R_WB = R_WB;
      now.w_WB_W = R_WB * Omega;
      now.v_WBcm = -(R_WB * (cross_matrix(Omega) * contact(N)));
      now.p_WBcm.z() = height;
      kept.look(disk_, now);
      // Runge's classical step for Ω and, on the way, for attitude and height by the same stages.
      const auto turned = [&](const Vec3& angle) { return R_WB * Rotation::exp(angle); };
      const auto rise = [&](const Rotation& R, const Vec3& w) {
        return -(R * (cross_matrix(w) * contact(R.inverse() * Vec3::UnitZ()))).z();
      };
      const auto pull = [&](const Rotation& R, const Vec3& w) { return acceleration(R.inverse() * Vec3::UnitZ(), w); };
      // dexp⁻¹ to the order of the step: v + θ×v/2 + θ×(θ×v)/12.
      const auto lift = [](const Vec3& a, const Vec3& w) {
        const Vec3 once = cross_matrix(a) * w;
        return Vec3(w + 0.5 * once + cross_matrix(a) * once / 12);
      };
      const Vec3 k1 = pull(R_WB, Omega), w1 = Omega;
      const Vec3 O2 = Omega + step / 2 * k1, a2 = step / 2 * w1;
      const Rotation R2 = turned(a2);
      const Vec3 k2 = pull(R2, O2), w2 = lift(a2, O2);
      const Vec3 O3 = Omega + step / 2 * k2, a3 = step / 2 * w2;
      const Rotation R3 = turned(a3);
      const Vec3 k3 = pull(R3, O3), w3 = lift(a3, O3);
      const Vec3 O4 = Omega + step * k3, a4 = step * w3;
      const Rotation R4 = turned(a4);
      const Vec3 k4 = pull(R4, O4), w4 = lift(a4, O4);
      height += step / 6 * (rise(R_WB, Omega) + 2 * rise(R2, O2) + 2 * rise(R3, O3) + rise(R4, O4));
      Omega += step / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
      R_WB = turned(step / 6 * (w1 + 2 * w2 + 2 * w3 + w4));
    }
    return kept;
  }

 private:
  Disk disk_;
  Flaw flaw_;
};

struct Start {
  const char* name;
  double tilt;
};
constexpr std::array<Start, 2> starts{{{"lower rim", 0.6}, {"other rim", pi - 0.6}}};

Kept textbook(Flaw flaw, const Start& start) {
  const Rotation R_WB = Rotation::about_z(0.3) * Rotation::about_x(start.tilt) * Rotation::about_z(0.2);
  return Textbook({}, flaw).run(R_WB, {1.5, 9, start.tilt < 1 ? 2.0 : -2.0}, 0.3, 5e-5);
}

TEST(RollingFlaws, EquationsWithoutOnePassTheLaws) {
  for (const Start& start : starts) {
    const Kept kept = textbook(Flaw::none, start);
    EXPECT_TRUE(kept.keeps_energy()) << start.name << ": " << kept.energy;
    EXPECT_TRUE(kept.keeps_the_ground()) << start.name << ": " << kept.height << " m, " << kept.slip << " m/s";
  }
}

TEST(RollingFlaws, AnOffsetAlongTheNormalKeepsItsEnergyAndSinks) {
  for (const Start& start : starts) {
    const Kept kept = textbook(Flaw::offset_along_normal, start);
    EXPECT_TRUE(kept.keeps_energy()) << "it is the wrong body, and rolls as that: " << kept.energy;
    EXPECT_GT(kept.height, 1e-4) << start.name;
    EXPECT_GT(kept.slip, 1e-3) << start.name;
  }
}

TEST(RollingFlaws, AContactThatDoesNotMoveOverTheBodyLosesEnergy) {
  for (const Start& start : starts) EXPECT_GT(textbook(Flaw::no_migration, start).energy, 0.01) << start.name;
}

TEST(RollingFlaws, ADiskWithOneFaceSinksOnTheOther) {
  EXPECT_TRUE(textbook(Flaw::one_face, starts[0]).keeps_the_ground());
  const Kept kept = textbook(Flaw::one_face, starts[1]);
  EXPECT_TRUE(kept.keeps_energy()) << kept.energy;
  EXPECT_GT(kept.height, 1e-3);
}

/// The library's own motion under the same judge, in each form, from the same starts.
TEST(RollingFlaws, TheLibraryPassesTheLaws) {
  const Disk disk;
  for (const RollingForm form : {RollingForm::space, RollingForm::body, RollingForm::euler})
    for (const Start& start : starts) {
      RollingBody body{.name = "body", .mass = disk.mass, .form = form, .gravity = {0, 0, -disk.gravity}};
      body.inertia = disk.moments().asDiagonal();
      body.surface.shape = surface::Disk{disk.radius, disk.half_thickness};
      const Rolling rolling(body);
      RollingState state;
      state.R_WB = Rotation::about_z(0.3) * Rotation::about_x(start.tilt) * Rotation::about_z(0.2);
      state.w_WB_W = state.R_WB * Vec3(1.5, 9, start.tilt < 1 ? 2 : -2);
      const Recording run = roll(rolling, state, {.t_end = 0.3, .tolerance = 1e-11, .sample = 0.003});
      EXPECT_EQ(run.t_end, 0.3);
      Kept kept;
      for (std::size_t k = 0; k < run.times.size(); ++k) kept.look(disk, rolling.state(run.times[k], run.state(k)));
      EXPECT_TRUE(kept.keeps_energy()) << to_string(form) << ", " << start.name << ": " << kept.energy;
      EXPECT_TRUE(kept.keeps_the_ground())
          << to_string(form) << ", " << start.name << ": " << kept.height << " m, " << kept.slip << " m/s";
    }
}

}  // namespace
}  // namespace polhode

// Certificates of rolling bodies whose other forms owe something to rounding alone.
#include <polhode/sim/certify.hpp>
#include <polhode/sim/rolling_system.hpp>

#include "support/scene_run.hpp"

namespace polhode {
namespace {

Certificate certificate_of(const std::string& text) {
  const auto no_mesh = [](const std::string&) { return Result<TriangleMesh>(Diagnostic{.message = "no meshes here"}); };
  const auto scene = read_scene(text, "typed.toml", {}, no_mesh);
  EXPECT_TRUE(scene.ok()) << format(scene.diagnostics());
  const auto built = build(*scene);
  EXPECT_TRUE(built.ok()) << format(built.diagnostics());
  return certify(built->system, built->x0, {.run = built->options});
}

void expect_agreement(const Certificate& certificate) {
  ASSERT_TRUE(certificate.judged());
  EXPECT_EQ(certificate.retold.size(), 2u);
  for (const Retold& one : certificate.retold)
    EXPECT_TRUE(one.agrees) << one.where << ": " << one.channel << " " << one.apart << " of " << one.allowed;
  EXPECT_TRUE(certificate.honoured);
}

/// In the form "space" it stands to the last bit; in Euler's angles, rounded otherwise, it begins to fall.
TEST(CertifyRolling, ASpindleOnItsTipFallsByRoundingAlone) {
  expect_agreement(certificate_of(R"toml(
[run]
end = 2
tolerance = 1e-11
[world]
gravity = [0, 0, -9.81]
[[rolling]]
name = "spindle"
surface = { revolution = { rho = "0.03*cos(s)", z = "0.05*sin(s)", from = "-pi/2", to = "pi/2" } }
mass = 0.3
)toml"));
}

/// A steady motion is a rest of Euler's angles, so that its checks are of low order, and both err to one side.
TEST(CertifyRolling, ASteadyMotionIsToldTheSameByMethodsThatErrAlike) {
  expect_agreement(certificate_of(R"toml(
[run]
end = 12
tolerance = 1e-12
[world]
gravity = [0, 0, -9.81]
[[rolling]]
name = "can"
form = "euler"
surface = { cylinder = { radius = "4 cm", length = "2 cm" } }
mass = 1
start = { steady = { tilt = "40 deg" } }
)toml"));
}

/// A body that rolls, told again by forms that are about another body: what a form would say that has the mistake.
struct Mistaken : RollingSystem {
  Mistaken(const RollingBody& body, const RollingBody& other, RollingForm form)
      : RollingSystem({Rolling(body)}), other_(std::vector{Rolling(other)}), form_(form) {}
  std::vector<Counterpart> counterparts() const {
    std::vector<Counterpart> list = RollingSystem::counterparts(), wrong = other_.counterparts();
    for (std::size_t i = 0; i < list.size(); ++i)
      if (list[i].where.find('"' + std::string(to_string(form_)) + '"') != std::string::npos) list[i] = wrong[i];
    return list;
  }

 private:
  RollingSystem other_;
  RollingForm form_;
};

/// An ellipsoid by its support function, whose second derivatives, and with them DΓ, are `bend` times what they are.
Surface bent(double bend) {
  return {surface::Support::of([bend](const auto& x, const auto& y, const auto& z) {
    auto h = sqrt(0.0036 * (x * x) + 0.0025 * (y * y) + 0.0016 * (z * z));
    for (auto& slope : h.hessian) slope = bend * slope;
    return h;
  })};
}

RollingBody stone(RollingForm form) {
  RollingBody body{.name = "stone", .mass = 0.3, .surface = bent(1), .form = form, .gravity = {0, 0, -9.81}};
  body.inertia << 3e-4, 2e-5, 0, 2e-5, 4e-4, 1e-5, 0, 1e-5, 5e-4;
  return body;
}

Certificate certificate_of(const RollingBody& body, const RollingBody& other, RollingForm mistaken) {
  const Rolling rolling(body);
  RollingState start;
  start.R_WB = Rotation::about_x(0.4) * Rotation::about_z(0.3);
  start.w_WB_W = {1, 2, 3};
  const std::vector<double> x0 = rolling.coordinates(rolling.complete(0, start));
  return certify(System(Mistaken(body, other, mistaken)), x0, {.run = {.t_end = 0.3, .tolerance = 1e-9}});
}

/// Whatever one of the three forms has wrong, the comparison says so, and says it of that form alone.
TEST(CertifyRolling, BreakingOneFormMakesTheComparisonFail) {
  using Form = RollingForm;
  const auto tell = [](RollingBody body, auto change) {
    change(body);
    return body;
  };
  const auto name = [](Form form) { return '"' + std::string(to_string(form)) + '"'; };
  for (const Form main : {Form::space, Form::body, Form::euler})
    for (const Form mistaken : {Form::space, Form::body, Form::euler}) {
      if (mistaken == main) continue;
      const RollingBody right = stone(main);
      const std::vector<std::pair<const char*, RollingBody>> mistakes{
          {"nothing", right},
          {"DΓ", tell(right, [](RollingBody& b) { b.surface = bent(1.001); })},
          {"Γ", tell(right,
                     [](RollingBody& b) {
                       b.centre = {0, 0, 1e-5};
                     })},
          {"mass", tell(right, [](RollingBody& b) { b.mass *= 1.001; })},
          {"inertia", tell(right, [](RollingBody& b) { b.inertia(0, 1) = b.inertia(1, 0) = 0; })},
          {"gravity", tell(right, [](RollingBody& b) { b.gravity *= 1.0001; })},
          {"loss", tell(right, [](RollingBody& b) { b.dissipation = dissipation::Viscous{1e-7}; })}};
      for (const auto& [what, other] : mistakes) {
        const bool broken = std::string(what) != "nothing";
        const Certificate certificate = certificate_of(right, other, mistaken);
        ASSERT_EQ(certificate.retold.size(), 2u);
        for (const Retold& one : certificate.retold) {
          const bool this_one = one.where.find(name(mistaken)) != std::string::npos;
          EXPECT_EQ(one.agrees, !(broken && this_one))
              << what << " of " << one.where << " retold to " << name(main) << ": " << one.channel << " " << one.apart
              << " of " << one.allowed;
        }
      }
    }
}

}  // namespace
}  // namespace polhode

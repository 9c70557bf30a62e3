#include <gtest/gtest.h>

#include <polhode/mass/solid.hpp>

namespace polhode {
namespace {

using solid::Given;
using solid::Shell;

TEST(Solid, TheTableDescribesTheVariant) {
  EXPECT_EQ(solid::kinds().size(), std::variant_size_v<Solid>);
  for (const solid::Kind& kind : solid::kinds()) {
    Given given{.mass = 1, .numbers = {}};
    double next = 4;
    for (const solid::Key& key : kind.keys)
      for (int i = 0; i < key.count; ++i) given.numbers.push_back(next /= 2);
    const Result<Solid> made = solid::make(kind.name, given);
    ASSERT_TRUE(made.ok()) << format(made.diagnostics());
    EXPECT_EQ(&solid::kinds()[made->index()], &kind);
    EXPECT_EQ(std::visit([](const auto& s) { return s.name; }, *made), kind.name);
    EXPECT_EQ(solid::of(*made).mass(), 1);
    for (Shell shell : {Shell::closed, Shell::open}) {
      given.shell = shell;
      EXPECT_EQ(solid::make(kind.name, given).ok(), shell == Shell::closed ? kind.closed_shell : kind.open_shell)
          << kind.name;
    }
  }
  EXPECT_EQ(solid::find_kind("cylinder")->density_dimension(Shell::none), dimension::density);
  EXPECT_EQ(si_symbol(solid::find_kind("cylinder")->density_dimension(Shell::open)), "kg/m^2");
  EXPECT_EQ(si_symbol(solid::find_kind("rod")->density_dimension(Shell::none)), "kg/m");
}

TEST(Solid, ValuesArriveInTheOrderOfTheKeys) {
  const Solid made = *solid::make("cylinder", {.mass = 1, .shell = Shell::open, .numbers = {2, 3}});
  EXPECT_EQ(std::get<solid::Cylinder>(made).radius, 2);
  EXPECT_EQ(std::get<solid::Cylinder>(made).length, 3);
  EXPECT_EQ(std::get<solid::Cylinder>(made).shell, Shell::open);
  EXPECT_EQ(std::get<solid::Ellipsoid>(*solid::make("ellipsoid", {.density = 1, .numbers = {1, 2, 3}})).axes,
            Vec3(1, 2, 3));
  EXPECT_EQ(std::get<solid::Torus>(*solid::make("torus", {.mass = 1, .numbers = {2, 1}})).tube, 1);
  EXPECT_THROW(solid::make("torus", {.mass = 1, .numbers = {2}}).ok(), UsageError);
}

std::string refused(std::string_view name, const Given& given) {
  const Result<Solid> made = solid::make(name, given, "body[0].parts[1]");
  return made.ok() ? "accepted" : format(made.diagnostics());
}

TEST(Solid, BadFiguresAreNamed) {
  EXPECT_EQ(refused("cylindre", {.mass = 1, .numbers = {1, 1}}),
            "error: body[0].parts[1].solid: there is no solid 'cylindre'\n    did you mean 'cylinder'?\n");
  EXPECT_EQ(refused("teapot", {.mass = 1}),
            "error: body[0].parts[1].solid: there is no solid 'teapot'\n"
            "    one of box, sphere, ellipsoid, cylinder, disk, cone, capsule, torus, rod, ring, particle\n");
  EXPECT_EQ(refused("box", {.mass = 1, .numbers = {1, -2, 0}}),
            "error: body[0].parts[1].size[1]: the box's size[1] is -2 m\n    it is finite and more than 0\n"
            "error: body[0].parts[1].size[2]: the box's size[2] is 0 m\n    it is finite and more than 0\n");
  EXPECT_EQ(refused("sphere", {.numbers = {1}}),
            "error: body[0].parts[1]: neither mass nor density is given\n    give one of them, more than 0\n");
  EXPECT_EQ(refused("sphere", {.mass = 1, .density = 2, .numbers = {1}}),
            "error: body[0].parts[1]: both mass and density are given\n"
            "    give one; the other follows from the shape\n");
  EXPECT_EQ(refused("sphere", {.mass = 0, .numbers = {1}}),
            "error: body[0].parts[1].mass: the mass is 0 kg\n    a mass is finite and more than 0\n");
  EXPECT_EQ(refused("sphere", {.density = -1, .numbers = {1}}),
            "error: body[0].parts[1].density: the density is -1\n    a density is finite and more than 0\n");
  EXPECT_EQ(refused("torus", {.mass = 1, .numbers = {1, 1.5}}),
            "error: body[0].parts[1].tube: a tube of radius 1.5 m does not fit around a hole at radius 1 m\n"
            "    a torus has tube < radius\n");
  EXPECT_EQ(refused("disk", {.density = 1, .numbers = {1, 0}}),
            "error: body[0].parts[1].density: a disk of length 0 has no volume for a density\n    give its mass\n");
  EXPECT_EQ(refused("sphere", {.mass = 1, .shell = Shell::open, .numbers = {1}}).substr(0, 67),
            "error: body[0].parts[1].shell: there is no open shell of a sphere\n ");
  EXPECT_EQ(refused("particle", {.density = 1}).substr(0, 72),
            "error: body[0].parts[1].density: a particle has no volume for a density\n");
}

TEST(Solid, MisuseInCodeThrows) {
  EXPECT_THROW(solid::of(solid::Sphere{.radius = 1}), UsageError);
  EXPECT_THROW(solid::of(solid::Sphere{.mass = 1}), UsageError);
  EXPECT_THROW(solid::of(solid::Sphere{.mass = 1, .density = 1, .radius = 1}), UsageError);
  EXPECT_THROW(solid::of(solid::Sphere{.mass = 1, .radius = 1, .shell = Shell::open}), UsageError);
  EXPECT_THROW(solid::tessellate(solid::Sphere{.radius = 1}, 2), UsageError);
  EXPECT_THROW(solid::tessellate(solid::Sphere{}, 8), UsageError);
}

TEST(Solid, TessellationsAreClosedAndFillTheBoundingBox) {
  for (const Solid& body :
       std::initializer_list<Solid>{solid::Box{.size = {1, 2, 3}}, solid::Sphere{.radius = 2},
                                    solid::Ellipsoid{.axes = {1, 2, 3}}, solid::Cylinder{.radius = 2, .length = 3},
                                    solid::Disk{.radius = 2, .length = 0.5}, solid::Cone{.radius = 2, .length = 3},
                                    solid::Capsule{.radius = 1, .length = 2}, solid::Torus{.radius = 3, .tube = 1}})
    for (int n : {3, 4, 7, 8, 16}) {
      const TriangleMesh mesh = solid::tessellate(body, n);
      EXPECT_EQ(format(check_closed(mesh)), "") << body.index() << " " << n;
      const Bounds drawn = bounds(mesh), true_box = solid::bounds(body);
      if (n == 8 || n == 16) {
        EXPECT_LT((drawn.low - true_box.low).norm(), 1e-14) << body.index();
        EXPECT_LT((drawn.high - true_box.high).norm(), 1e-14) << body.index();
      }
    }
  EXPECT_TRUE(solid::tessellate(solid::Rod{.length = 1}, 8).triangles.empty());
  EXPECT_EQ(solid::tessellate(solid::Disk{.radius = 1}, 8).triangles.size(), 16u);
}

}  // namespace
}  // namespace polhode

#include <polhode/ode/method.hpp>

#include "ode/compositions.hpp"

namespace polhode::ode::method {

namespace {
constexpr std::string_view composition_family = "symplectic";
constexpr std::string_view splitting_family = "splitting";
constexpr std::string_view lie_family = "Lie group";
constexpr std::string_view rigid_family = "rigid body";
constexpr std::string_view momenta = "momenta that symmetry keeps";
constexpr std::string_view momenta_and_free = "momenta that symmetry keeps; free rigid bodies wholly";
constexpr std::string_view free_bodies_and_fields =
    "energy and angular momentum of free bodies, energy in fields of constant force";
constexpr std::string_view everything = "everything that the motion keeps";
constexpr std::string_view free_bodies = "energy and angular momentum of free bodies";
}  // namespace

constinit const Method semi_implicit_euler{
    .name = "semi-implicit-euler",
    .family = composition_family,
    .title = "semi-implicit Euler",
    .order = 1,
    .stages = 1,
    .dense_order = 1,
    .needs = Needs::parts,
    .symplectic = true,
    .symmetric = false,
    .conserves = momenta,
    .rule = Composition{.drift = semi_implicit_euler_table.drift, .kick = semi_implicit_euler_table.kick},
    .citation = "R. de Vogelaere, Univ. of Notre Dame report 4 (1956)"};

constinit const Method stoermer_verlet{.name = "stoermer-verlet",
                                       .family = composition_family,
                                       .title = "Störmer–Verlet",
                                       .order = 2,
                                       .stages = 2,
                                       .dense_order = 2,
                                       .needs = Needs::parts,
                                       .symplectic = true,
                                       .symmetric = true,
                                       .conserves = momenta,
                                       .rule = Composition{.drift = verlet_table.drift, .kick = verlet_table.kick},
                                       .citation = "L. Verlet, Phys. Rev. 159 (1967) 98-103"};

constinit const Method yoshida4{.name = "yoshida4",
                                .family = composition_family,
                                .title = "Yoshida 4, three steps",
                                .order = 4,
                                .stages = 4,
                                .dense_order = 3,
                                .needs = Needs::parts,
                                .symplectic = true,
                                .symmetric = true,
                                .conserves = momenta,
                                .rule = Composition{.drift = yoshida4_table.drift, .kick = yoshida4_table.kick},
                                .citation = "H. Yoshida, Phys. Lett. A 150 (1990) 262-268"};

constinit const Method yoshida6{.name = "yoshida6",
                                .family = composition_family,
                                .title = "Yoshida 6, seven steps",
                                .order = 6,
                                .stages = 8,
                                .dense_order = 5,
                                .needs = Needs::parts,
                                .symplectic = true,
                                .symmetric = true,
                                .conserves = momenta,
                                .rule = Composition{.drift = yoshida6_table.drift, .kick = yoshida6_table.kick},
                                .citation = "H. Yoshida, Phys. Lett. A 150 (1990) 262-268"};

constinit const Method yoshida8{.name = "yoshida8",
                                .family = composition_family,
                                .title = "Yoshida 8, fifteen steps",
                                .order = 8,
                                .stages = 16,
                                .dense_order = 7,
                                .needs = Needs::parts,
                                .symplectic = true,
                                .symmetric = true,
                                .conserves = momenta,
                                .rule = Composition{.drift = yoshida8_table.drift, .kick = yoshida8_table.kick},
                                .citation = "H. Yoshida, Phys. Lett. A 150 (1990) 262-268"};

constinit const Method blanes_moan4{
    .name = "blanes-moan4",
    .family = composition_family,
    .title = "Blanes–Moan 4, six stages",
    .order = 4,
    .stages = 6,
    .dense_order = 3,
    .needs = Needs::parts,
    .symplectic = true,
    .symmetric = true,
    .conserves = momenta,
    .rule = Composition{.drift = blanes_moan4_table.drift, .kick = blanes_moan4_table.kick},
    .citation = "S. Blanes, P. C. Moan, J. Comput. Appl. Math. 142 (2002) 313-330"};

constinit const Method blanes_moan6{
    .name = "blanes-moan6",
    .family = composition_family,
    .title = "Blanes–Moan 6, ten stages",
    .order = 6,
    .stages = 10,
    .dense_order = 5,
    .needs = Needs::parts,
    .symplectic = true,
    .symmetric = true,
    .conserves = momenta,
    .rule = Composition{.drift = blanes_moan6_table.drift, .kick = blanes_moan6_table.kick},
    .citation = "S. Blanes, P. C. Moan, J. Comput. Appl. Math. 142 (2002) 313-330"};

constinit const Method splitting2{.name = "splitting2",
                                  .family = splitting_family,
                                  .title = "free motion and kick",
                                  .order = 2,
                                  .stages = 1,
                                  .dense_order = 2,
                                  .needs = Needs::parts,
                                  .symplectic = true,
                                  .symmetric = true,
                                  .conserves = momenta_and_free,
                                  .rule = Composition{.drift = splitting2_table.drift, .kick = splitting2_table.kick},
                                  .citation = "R. I. McLachlan, Phys. Rev. Lett. 71 (1993) 3043-3046"};

constinit const Method splitting4{.name = "splitting4",
                                  .family = splitting_family,
                                  .title = "free motion and kick, five steps",
                                  .order = 4,
                                  .stages = 5,
                                  .dense_order = 3,
                                  .needs = Needs::parts,
                                  .symplectic = true,
                                  .symmetric = true,
                                  .conserves = momenta_and_free,
                                  .rule = Composition{.drift = splitting4_table.drift, .kick = splitting4_table.kick},
                                  .citation = "M. Suzuki, Phys. Lett. A 146 (1990) 319-323"};

constinit const Method splitting6{.name = "splitting6",
                                  .family = splitting_family,
                                  .title = "free motion and kick, nine steps",
                                  .order = 6,
                                  .stages = 9,
                                  .dense_order = 5,
                                  .needs = Needs::parts,
                                  .symplectic = true,
                                  .symmetric = true,
                                  .conserves = momenta_and_free,
                                  .rule = Composition{.drift = splitting6_table.drift, .kick = splitting6_table.kick},
                                  .citation = "W. Kahan, R.-C. Li, Math. Comp. 66 (1997) 1089-1099"};

constinit const Method generalised_verlet{
    .name = "generalised-verlet",
    .family = composition_family,
    .title = "generalised Störmer–Verlet",
    .order = 2,
    .stages = 2,
    .dense_order = 2,
    .implicit = true,
    .needs = Needs::momenta,
    .symplectic = true,
    .symmetric = true,
    .conserves = momenta,
    .rule = GeneralisedVerlet{},
    .citation = "E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, 2006, VI.3"};

namespace {

using Exponential = LieGroupTableau::Exponential;

constexpr std::array<double, 3> crouch_grossman3_c{0, 3.0 / 4, 17.0 / 24};
constexpr std::array crouch_grossman3_exponentials{Exponential{1, {3.0 / 4}},       Exponential{2, {119.0 / 216}},
                                                   Exponential{2, {0, 17.0 / 108}}, Exponential{3, {13.0 / 51}},
                                                   Exponential{3, {0, -2.0 / 3}},   Exponential{3, {0, 0, 24.0 / 17}}};

constexpr std::array<double, 5> crouch_grossman4_c{0, 0.8177227988124852, 0.3859740639032449, 0.3242290522866937,
                                                   0.8768903263420429};
constexpr std::array crouch_grossman4_exponentials{Exponential{1, {0.8177227988124852}},
                                                   Exponential{2, {0.3199876375476427}},
                                                   Exponential{2, {0, 0.0659864263556022}},
                                                   Exponential{3, {0.9214417194464946}},
                                                   Exponential{3, {0, 0.4997857776773573}},
                                                   Exponential{3, {0, 0, -1.0969984448371582}},
                                                   Exponential{4, {0.3552358559023322}},
                                                   Exponential{4, {0, 0.2390958372307326}},
                                                   Exponential{4, {0, 0, 1.3918565724203246}},
                                                   Exponential{4, {0, 0, 0, -1.1092979392113465}},
                                                   Exponential{5, {0.1370831520630755}},
                                                   Exponential{5, {0, -0.0183698531564020}},
                                                   Exponential{5, {0, 0, 0.7397813985370780}},
                                                   Exponential{5, {0, 0, 0, -0.1907142565505889}},
                                                   Exponential{5, {0, 0, 0, 0, 0.3322195591068374}}};

constexpr std::array<double, 4> commutator_free4_c{0, 1.0 / 2, 1.0 / 2, 1};
constexpr std::array commutator_free4_exponentials{Exponential{1, {1.0 / 2}},
                                                   Exponential{2, {0, 1.0 / 2}},
                                                   Exponential{3, {1.0 / 2}},
                                                   Exponential{3, {-1.0 / 2, 0, 1}},
                                                   Exponential{4, {1.0 / 4, 1.0 / 6, 1.0 / 6, -1.0 / 12}},
                                                   Exponential{4, {-1.0 / 12, 1.0 / 6, 1.0 / 6, 1.0 / 4}}};

}  // namespace

constinit const Method crouch_grossman3{
    .name = "crouch-grossman3",
    .family = lie_family,
    .title = "Crouch–Grossman 3",
    .order = 3,
    .stages = 3,
    .dense_order = 3,
    .rule = LieGroupTableau{.c = crouch_grossman3_c, .exponentials = crouch_grossman3_exponentials},
    .citation = "P. E. Crouch, R. Grossman, J. Nonlinear Sci. 3 (1993) 1-33"};

constinit const Method crouch_grossman4{
    .name = "crouch-grossman4",
    .family = lie_family,
    .title = "Crouch–Grossman 4",
    .order = 4,
    .stages = 5,
    .dense_order = 3,
    .rule = LieGroupTableau{.c = crouch_grossman4_c, .exponentials = crouch_grossman4_exponentials},
    .citation = "B. Owren, A. Marthinsen, BIT 39 (1999) 116-142"};

constinit const Method commutator_free4{
    .name = "commutator-free4",
    .family = lie_family,
    .title = "commutator-free 4",
    .order = 4,
    .stages = 4,
    .dense_order = 3,
    .rule = LieGroupTableau{.c = commutator_free4_c, .exponentials = commutator_free4_exponentials},
    .citation = "E. Celledoni, A. Marthinsen, B. Owren, Future Gener. Comput. Syst. 19 (2003) 341-352"};

constinit const Method moser_veselov{.name = "moser-veselov",
                                     .family = rigid_family,
                                     .title = "discrete Moser–Veselov",
                                     .order = 2,
                                     .stages = 1,
                                     .dense_order = 2,
                                     .implicit = true,
                                     .needs = Needs::rigid_bodies,
                                     .symplectic = true,
                                     .symmetric = true,
                                     .conserves = free_bodies,
                                     .rule = RigidRule::moser_veselov,
                                     .citation = "J. Moser, A. P. Veselov, Commun. Math. Phys. 139 (1991) 217-243"};

constinit const Method energy_momentum{
    .name = "energy-momentum",
    .family = rigid_family,
    .title = "energy–momentum",
    .order = 2,
    .stages = 1,
    .dense_order = 2,
    .implicit = true,
    .needs = Needs::rigid_bodies,
    .symplectic = false,
    .symmetric = true,
    .conserves = free_bodies_and_fields,
    .rule = RigidRule::energy_momentum,
    .citation = "J. C. Simo, K. K. Wong, Int. J. Numer. Methods Eng. 31 (1991) 19-52"};

constinit const Method lie_midpoint{
    .name = "lie-midpoint",
    .family = rigid_family,
    .title = "implicit midpoint on SO(3)",
    .order = 2,
    .stages = 1,
    .dense_order = 2,
    .implicit = true,
    .needs = Needs::rigid_bodies,
    .symplectic = false,
    .symmetric = true,
    .conserves = free_bodies,
    .rule = RigidRule::midpoint,
    .citation = "M. A. Austin, P. S. Krishnaprasad, L.-S. Wang, J. Comput. Phys. 107 (1993) 105-117"};

constinit const Method exact{.name = "exact",
                             .family = "closed form",
                             .title = "closed form",
                             .stages = 1,
                             .dense_order = 12,
                             .needs = Needs::closed_form,
                             .symplectic = true,
                             .symmetric = true,
                             .conserves = everything,
                             .rule = ExactFlow{},
                             .citation = "C. G. J. Jacobi, J. Reine Angew. Math. 39 (1850) 293-350"};

}  // namespace polhode::ode::method

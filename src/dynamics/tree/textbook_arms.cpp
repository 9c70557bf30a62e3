// Arms by Denavit and Hartenberg's tables, and Newton–Euler from link to link as the founding text has it.
#include <Eigen/Geometry>

#include <polhode/dynamics/tree/textbook.hpp>
#include <polhode/math/elementary.hpp>

namespace polhode::textbook {
namespace {

/// Rx(alpha) Tx(a), which both conventions have.
Pose along_x(const DhRow& row) { return {Rotation::about_x(row.alpha), {row.a, 0, 0}}; }
/// Rz(theta) Tz(d) where the joint is at zero.
Pose along_z(const DhRow& row) { return {Rotation::about_z(row.theta), {0, 0, row.d}}; }

Joint joint_of(const DhRow& row) {
  if (row.prismatic) return joint::Prismatic{};
  return joint::Revolute{};
}

std::optional<MassProperties> mass_of(const DhRow& row) {
  if (row.mass == 0 && row.inertia.isZero(0)) return {};
  return MassProperties(row.mass, row.com, row.inertia);
}

/// A link of an arm in motion; letters as in the header.
struct Moving {
  Mat3 E;
  Vec3 O;
  Vec3 w, w_rate, v_rate;
  Vec3 F, N;
};

/// The matrix of the modified convention, entry by entry.
void place(const DhRow& row, double q, Moving& link) {
  const fn::SinCos<double> t = fn::sincos(row.prismatic ? row.theta : row.theta + q), al = fn::sincos(row.alpha);
  const double d = row.prismatic ? row.d + q : row.d;
  Mat3 R;
  R << t.cos, -t.sin, 0,                        //
      t.sin * al.cos, t.cos * al.cos, -al.sin,  //
      t.sin * al.sin, t.cos * al.sin, al.cos;
  link.E = R.transpose();
  link.O = {row.a, -al.sin * d, al.cos * d};
}

/// The motion of a link from that of the one before, and what it needs.
Moving outward(const DhRow& row, const Moving& before, double q, double qd, double qdd) {
  const Vec3 z = Vec3::UnitZ();
  Moving link;
  place(row, q, link);
  const Vec3 &w = before.w, &w_rate = before.w_rate, &O = link.O;
  link.w = link.E * w;
  link.w_rate = link.E * w_rate;
  link.v_rate = link.E * (w_rate.cross(O) + w.cross(w.cross(O)) + before.v_rate);
  if (row.prismatic) {
    link.v_rate += 2 * link.w.cross(qd * z) + qdd * z;
  } else {
    link.w_rate += (link.E * w).cross(qd * z) + qdd * z;
    link.w += qd * z;
  }
  const Vec3 v_C_rate = link.w_rate.cross(row.com) + link.w.cross(link.w.cross(row.com)) + link.v_rate;
  link.F = row.mass * v_C_rate;
  link.N = row.inertia * link.w_rate + link.w.cross(row.inertia * link.w);
  return link;
}

/// What the joint itself resists.
double resistance(const JointResistance& joint, double qd, double qdd) {
  const double sign = qd > 0 ? 1 : qd < 0 ? -1 : 0;
  return joint.damping * qd + joint.friction * sign + joint.gear * joint.gear * joint.rotor_inertia * qdd;
}

}  // namespace

std::vector<DhRow> modified_rows(std::span<const DhRow> standard) {
  std::vector<DhRow> rows(standard.begin(), standard.end());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].alpha = i == 0 ? 0 : standard[i - 1].alpha;
    rows[i].a = i == 0 ? 0 : standard[i - 1].a;
    const Pose X_MS = along_x(standard[i]);  // from the frame at the joint to the one at the next
    const Mat3 R_MS = X_MS.R.matrix();
    rows[i].com = X_MS * standard[i].com;
    rows[i].inertia = R_MS * standard[i].inertia * R_MS.transpose();
  }
  return rows;
}

Tree from_dh(std::string name, std::span<const DhRow> rows, DhConvention convention, const Pose& X_W0) {
  std::vector<Link> links;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const DhRow& row = rows[i];
    const std::string number = std::to_string(i + 1);
    const Pose X_base = i == 0 ? X_W0 : Pose{};
    const int parent = static_cast<int>(links.size()) - 1;
    Link link{.name = "link" + number, .joint_name = "joint" + number, .parent = parent, .joint = joint_of(row)};
    link.resistance = row.resistance;
    link.limits = row.limits;
    if (convention == DhConvention::modified) {
      link.X_PF = X_base * along_x(row) * along_z(row);
      link.mass = mass_of(row);
      links.push_back(link);
    } else {
      link.name = "axis" + number;
      link.X_PF = X_base * along_z(row);
      links.push_back(link);
      links.push_back({.name = "link" + number, .parent = parent + 1, .X_PF = along_x(row), .mass = mass_of(row)});
    }
  }
  return {std::move(name), std::move(links)};
}

Vector dh_rnea(std::span<const DhRow> rows, VecIn q, VecIn qd, VecIn qdd, const ArmSurroundings& around) {
  const std::size_t count = rows.size();
  for (const VecIn numbers : {q, qd, qdd})
    require_size("q, qd and qdd", static_cast<long>(count), static_cast<long>(numbers.size()), "one for each row");
  std::vector<Moving> links(count);
  Moving base;
  base.w = around.base_angular_velocity;
  base.w_rate = around.base_angular_acceleration;
  base.v_rate = around.base_acceleration - around.gravity;
  for (std::size_t i = 0; i < count; ++i)
    links[i] = outward(rows[i], i == 0 ? base : links[i - 1], q[i], qd[i], qdd[i]);

  Vector tau(static_cast<long>(count));
  // Beyond the last link: what the tip does, about the origin of that link.
  Vec3 f = around.tip_force, n = around.tip_moment + around.tool_point.cross(around.tip_force);
  for (std::size_t i = count; i-- > 0;) {
    if (i + 1 < count) {
      const Mat3 R = links[i + 1].E.transpose();
      f = R * f;
      n = R * n + links[i + 1].O.cross(f);
    }
    f += links[i].F;
    n += links[i].N + rows[i].com.cross(links[i].F);
    tau[static_cast<long>(i)] = (rows[i].prismatic ? f.z() : n.z()) + resistance(rows[i].resistance, qd[i], qdd[i]);
  }
  return tau;
}

}  // namespace polhode::textbook

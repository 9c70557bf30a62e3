#include "dynamics/tree/frames.hpp"

#include <cmath>
#include <limits>

namespace polhode::tree {
namespace {

/// What rounding left of zeros is zero again, so that square axes are known as such.
Vec3 cleaned(Vec3 unit) {
  for (int i = 0; i < 3; ++i)
    if (std::fabs(unit[i]) <= 4 * std::numeric_limits<double>::epsilon()) unit[i] = 0;
  return unit.normalized();
}

Mat3 about_z(double sin, double cos) {
  Mat3 R;
  R << cos, -sin, 0, sin, cos, 0, 0, 0, 1;
  return R;
}

Mat3 pose_matrix(const Node& node) {
  Mat3 R;
  for (int i = 0; i < 9; ++i) R(i / 3, i % 3) = node.R[i];
  return R;
}

/// R_KK′ of a body that carries a turn about `axis`, in K.
Mat3 frame_for(const Vec3& axis) {
  const double r = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1]);
  return r == 0 ? Mat3::Identity() : about_z(axis[0] / r, -axis[1] / r);
}

struct Tilted {
  Tilt tilt;
  Mat3 T;
};

/// The shortest way from P to a frame whose z is `axis`; R_PK, that to the body at q = 0, if there is none.
Tilted tilted(const Vec3& axis, const Mat3& R_PK) {
  Mat3 T = Mat3::Identity();
  if (axis[0] == 0) {
    const double sin = -axis[1], cos = axis[2];
    T << 1, 0, 0, 0, cos, -sin, 0, sin, cos;
    if (sin == 0 && cos == 1) return {Tilt::straight, T};
    if (cos == 0) return {sin > 0 ? Tilt::quarter : Tilt::back, T};
    return {Tilt::slant, T};
  }
  if (axis[0] == 1) {
    T << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    return {Tilt::cycle, T};
  }
  return {Tilt::any, R_PK};
}

}  // namespace

void set_pose(Node& node, const Mat3& R_PF, const Vec3& p_PF) {
  for (int i = 0; i < 9; ++i) node.R[i] = R_PF(i / 3, i % 3);
  for (int i = 0; i < 3; ++i) node.p[i] = p_PF[i];
  node.apart = !p_PF.isZero(0);
}

void choose_frames(Data& data) {
  const std::size_t count = data.nodes.size(), fours = (data.angle_of_q.size() + 3) / 4 * 4;
  data.sin_ahead.assign(fours, 0);
  data.cos_ahead.assign(fours, 1);
  std::vector<Mat3> Q(count, Mat3::Identity());  // R_KK′ of each body
  std::vector<bool> chosen(count);
  for (const Node& node : data.nodes) {
    const auto parent = static_cast<std::size_t>(node.parent);
    if (node.parent < 0 || node.motion != Motion::turn || dof(data.nodes[parent].motion) != 1 || chosen[parent])
      continue;
    Q[parent] = frame_for(cleaned(pose_matrix(node).col(2)));
    chosen[parent] = true;
  }
  for (std::size_t i = 0; i < count; ++i) {
    Node& node = data.nodes[i];
    const Mat3 Q_P = node.parent < 0 ? Mat3(Mat3::Identity()) : Q[static_cast<std::size_t>(node.parent)];
    const Mat3 R_PF = Q_P.transpose() * pose_matrix(node), R_PK = R_PF * Q[i];  // K′ at q = 0
    Tilted way{Tilt::any, R_PK};
    if (node.motion == Motion::turn) way = tilted(cleaned(R_PF.col(2)), R_PK);
    if (way.tilt != Tilt::any) {
      const Vec3 ahead = cleaned((way.T.transpose() * R_PK).col(0));  // cos β, sin β, 0
      data.cos_ahead[static_cast<std::size_t>(node.angle)] = ahead[0];
      data.sin_ahead[static_cast<std::size_t>(node.angle)] = ahead[1];
    }
    node.tilt = way.tilt;
    set_pose(node, way.T, Q_P.transpose() * Vec3(node.p[0], node.p[1], node.p[2]));
  }
  for (Frame& frame : data.frames) {
    if (frame.node < 0) continue;
    const Mat3 R_KK = Q[static_cast<std::size_t>(frame.node)].transpose();  // to the new one from the old one
    frame.R_KB = R_KK * frame.R_KB;
    frame.X_KB = {Rotation::from_matrix(frame.R_KB), R_KK * frame.X_KB.p};
  }
}

}  // namespace polhode::tree

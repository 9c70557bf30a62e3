#include <polhode/dynamics/tree/tree.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <polhode/base/text.hpp>

#include "dynamics/tree/frames.hpp"

namespace polhode {
namespace tree {
namespace {

/// Makes the kernels' bodies of links, one after another.
struct Builder {
  Data& data;

  /// The frame K of the body that carries a link, or the base.
  Frame frame_of(int link) const {
    if (link < 0) return {-1, Pose{}, Mat3::Identity()};
    return data.frames[static_cast<std::size_t>(link)];
  }

  /// A body that moves against `parent`; X_PF there.
  int add(Motion motion, int parent, const Pose& X_PF, int q0, int v0, double pitch = 0) {
    Node node{
        .motion = motion, .parent = parent, .q0 = q0, .v0 = v0, .angle = -1, .wide = -1, .dof = 0, .pitch = pitch};
    set_pose(node, X_PF.R.matrix(), X_PF.p);
    if (motion == Motion::turn || motion == Motion::screw) {
      node.angle = static_cast<int>(data.angle_of_q.size());
      data.angle_of_q.push_back(q0);
    }
    if (dof(motion) > 1) node.wide = data.wide++;
    data.nodes.push_back(node);
    return static_cast<int>(data.nodes.size()) - 1;
  }

  /// One motion about or along an axis of F: the frame K is F turned so that its z is the axis.
  Frame about(Motion motion, int parent, const Pose& X_PF, const Vec3& axis, int q0, int v0, double pitch = 0) {
    const Rotation R_FK = Rotation::from_z_to(axis);
    const int node = add(motion, parent, X_PF * Pose{R_FK, Vec3::Zero()}, q0, v0, pitch);
    const Rotation R_KF = R_FK.inverse();
    return {node, {R_KF, Vec3::Zero()}, R_KF.matrix()};
  }

  Frame operator()(const joint::Fixed&, int parent, const Pose& X_PF, int, int) {
    return {parent, X_PF, X_PF.R.matrix()};
  }
  Frame operator()(const joint::Revolute& joint, int parent, const Pose& X_PF, int q0, int v0) {
    return about(Motion::turn, parent, X_PF, joint.axis, q0, v0);
  }
  Frame operator()(const joint::Continuous& joint, int parent, const Pose& X_PF, int q0, int v0) {
    return about(Motion::turn, parent, X_PF, joint.axis, q0, v0);
  }
  Frame operator()(const joint::Prismatic& joint, int parent, const Pose& X_PF, int q0, int v0) {
    return about(Motion::slide, parent, X_PF, joint.axis, q0, v0);
  }
  Frame operator()(const joint::Helical& joint, int parent, const Pose& X_PF, int q0, int v0) {
    return about(Motion::screw, parent, X_PF, joint.axis, q0, v0, joint.pitch);
  }
  Frame operator()(const joint::Universal& joint, int parent, const Pose& X_PF, int q0, int v0) {
    const Frame cross = about(Motion::turn, parent, X_PF, joint.first, q0, v0);
    return about(Motion::turn, cross.node, cross.X_KB, joint.second, q0 + 1, v0 + 1);
  }
  Frame operator()(const joint::Planar& joint, int parent, const Pose& X_PF, int q0, int v0) {
    const Rotation R_FN = Rotation::from_z_to(joint.axis);  // N: z is the axis of the joint
    const Frame along = about(Motion::slide, parent, X_PF, R_FN * Vec3::UnitX(), q0, v0);
    const Frame across = about(Motion::slide, along.node, along.X_KB, R_FN * Vec3::UnitY(), q0 + 1, v0 + 1);
    return about(Motion::turn, across.node, across.X_KB, joint.axis, q0 + 2, v0 + 2);
  }
  Frame operator()(const joint::Spherical&, int parent, const Pose& X_PF, int q0, int v0) {
    return {add(Motion::ball, parent, X_PF, q0, v0), Pose{}, Mat3::Identity()};
  }
  Frame operator()(const joint::Free&, int parent, const Pose& X_PF, int q0, int v0) {
    return {add(Motion::free, parent, X_PF, q0, v0), Pose{}, Mat3::Identity()};
  }

  void add_mass(const Frame& frame, const MassProperties& mass) {
    if (frame.node < 0) return;
    Node& node = data.nodes[static_cast<std::size_t>(frame.node)];
    const MassProperties placed = mass.placed(frame.X_KB);
    const Mat3 I_KoK = placed.inertia_about(Vec3::Zero());
    const Mat3 second = 0.5 * I_KoK.trace() * Mat3::Identity() - I_KoK;
    node.mass += placed.mass();
    for (int i = 0; i < 3; ++i) node.h[i] += placed.mass() * placed.com()[i];
    const int row[] = {0, 0, 0, 1, 1, 2}, column[] = {0, 1, 2, 1, 2, 2};
    for (int i = 0; i < 6; ++i) node.S[i] += second(row[i], column[i]);
  }

  /// What hangs on each body.
  void hang_bodies() {
    for (Node& node : data.nodes) {
      node.carried = node.mass;
      node.leaf = true;
    }
    for (std::size_t i = data.nodes.size(); i-- > 0;) {
      Node& node = data.nodes[i];
      if (node.parent < 0) continue;
      Node& parent = data.nodes[static_cast<std::size_t>(node.parent)];
      parent.carried += node.carried;
      node.first = std::exchange(parent.leaf, false);
    }
  }

  /// Depth first, so that what hangs on a degree of freedom follows it.
  void number_dofs() {
    const std::size_t count = data.nodes.size();
    std::vector<int> carried(count);  // degrees of freedom of a body and of all that hangs on it
    for (std::size_t i = count; i-- > 0;) {
      carried[i] += dof(data.nodes[i].motion);
      if (const int parent = data.nodes[i].parent; parent >= 0) carried[static_cast<std::size_t>(parent)] += carried[i];
    }
    data.dofs.resize(static_cast<std::size_t>(data.nv));
    std::vector<int> next(count);  // where the next child of a body begins
    int next_root = 0;
    for (std::size_t i = 0; i < count; ++i) {
      Node& node = data.nodes[i];
      const bool root = node.parent < 0;
      int& begin = root ? next_root : next[static_cast<std::size_t>(node.parent)];
      node.dof = begin;
      begin += carried[i];
      next[i] = node.dof + dof(node.motion);
      int parent = -1, floating = root && node.motion == Motion::free ? node.dof : -1;
      if (!root) {
        const Node& below = data.nodes[static_cast<std::size_t>(node.parent)];
        parent = below.dof + dof(below.motion) - 1;
        floating = data.dofs[static_cast<std::size_t>(parent)].floating;
      }
      for (int k = 0; k < dof(node.motion); ++k) {
        const int depth = parent < 0 ? 0 : data.dofs[static_cast<std::size_t>(parent)].depth + 1;
        data.dofs[static_cast<std::size_t>(node.dof + k)] = {node.v0 + k, parent, node.dof + carried[i], depth,
                                                             floating};
        data.depth = std::max(data.depth, depth + 1);
        parent = node.dof + k;
      }
    }
  }

  void add_link(const Link& link) {
    const Frame parent = frame_of(link.parent);
    data.q0.push_back(data.nq);
    data.v0.push_back(data.nv);
    const Frame frame = std::visit(  // B == P: the link that carries this one
        [&](const auto& joint) { return (*this)(joint, parent.node, parent.X_KB * link.X_PF, data.nq, data.nv); },
        link.joint);
    data.frames.push_back(frame);
    data.nq += polhode::nq(link.joint);
    data.nv += polhode::nv(link.joint);
  }
  void add_masses() {
    for (std::size_t i = 0; i < data.links.size(); ++i)
      if (data.links[i].mass) add_mass(data.frames[i], *data.links[i].mass);
  }
};

/// The axes that a joint has, for checking.
std::vector<Vec3> axes_of(const Joint& joint) {
  return std::visit(
      [](const auto& one) -> std::vector<Vec3> {
        if constexpr (requires { one.axis; })
          return {one.axis};
        else if constexpr (requires { one.first; })
          return {one.first, one.second};
        else
          return {};
      },
      joint);
}

struct Checker {
  const std::vector<Link>& links;
  const std::string& path;
  Diagnostics findings;

  std::string at(std::size_t i) const { return (path.empty() ? "" : path + ".") + numbered("links", i); }
  void error(std::size_t i, const char* what, std::string message, std::string hint) {
    findings.error({}, at(i) + what, std::move(message), std::move(hint));
  }

  void names() {
    std::unordered_map<std::string_view, std::size_t> of_links, of_joints;  // the first of each name
    for (std::size_t i = 0; i < links.size(); ++i) {
      const Link& link = links[i];
      if (!link.name.empty() && !of_links.emplace(link.name, i).second)
        error(i, ".name", "another link is called '" + link.name + "'", "give each link a name of its own");
      if (link.joint_name.empty()) continue;
      const auto [found, fresh] = of_joints.emplace(link.joint_name, i);
      const Link& first = links[found->second];
      const bool as_links = link.joint_name == link.name && first.joint_name == first.name;  // told of above
      if (!fresh && !as_links)
        error(i, ".joint_name", "another joint is called '" + link.joint_name + "'",
              "give each joint a name of its own");
    }
  }
  void joints() {
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (links[i].parent >= static_cast<int>(i) || links[i].parent < -1)
        error(i, ".parent", "link " + std::to_string(links[i].parent) + " does not come before this one",
              "list parents before their children; −1 is the base");
      for (const Vec3& axis : axes_of(links[i].joint))
        if (!(axis.norm() > 0) || !std::isfinite(axis.norm()))
          error(i, ".joint.axis", "an axis has a direction, but this one's length is " + shortest(axis.norm()),
                "take a vector such as [0, 0, 1]");
      if (!all_finite(view(links[i].X_PF.p))) error(i, ".X_PF", "the joint is nowhere", "give finite numbers");
    }
  }
  void mimics() {
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (!links[i].mimic) continue;
      const int followed = links[i].mimic->link;
      if (followed < 0 || followed >= static_cast<int>(links.size())) {
        error(i, ".mimic", "it follows a joint that is not there", "name a joint of the same mechanism");
      } else if (nv(links[i].joint) != 1 || nv(links[static_cast<std::size_t>(followed)].joint) != 1) {
        error(i, ".mimic", "only joints with one degree of freedom follow one another",
              "take revolute, continuous, prismatic or helical joints");
      } else if (links[static_cast<std::size_t>(followed)].mimic) {
        error(i, ".mimic", "the joint it follows follows another one", "follow that one directly");
      }
    }
  }
};

}  // namespace
}  // namespace tree

Result<Tree> Tree::checked(std::string name, std::vector<Link> links, const std::string& path) {
  tree::Checker check{links, path, {}};
  if (links.empty()) check.findings.error({}, path, "a mechanism has at least one link", "add one");
  check.names();
  check.joints();
  check.mimics();
  if (check.findings.has_errors()) return check.findings;
  return Tree(Unchecked{}, std::move(name), std::move(links));
}

Tree::Tree(std::string name, std::vector<Link> links) : Tree(checked(std::move(name), std::move(links)).value()) {}

Tree::Tree(Unchecked, std::string name, std::vector<Link> links) {
  auto data = std::make_shared<tree::Data>();
  data->name = std::move(name);
  data->links = std::move(links);
  tree::Builder build{*data};
  for (const Link& link : data->links) build.add_link(link);
  tree::choose_frames(*data);
  build.add_masses();
  build.hang_bodies();
  build.number_dofs();
  data_ = std::move(data);
}

const std::string& Tree::name() const { return data_->name; }
const std::vector<Link>& Tree::links() const { return data_->links; }
int Tree::nq() const { return data_->nq; }
int Tree::nv() const { return data_->nv; }
int Tree::q0(int link) const { return data_->q0[static_cast<std::size_t>(link)]; }
int Tree::v0(int link) const { return data_->v0[static_cast<std::size_t>(link)]; }

namespace {
int find(const std::vector<Link>& links, std::string_view name, std::string Link::*what) {
  const auto found = std::find_if(links.begin(), links.end(), [&](const Link& link) { return link.*what == name; });
  return found == links.end() ? -1 : static_cast<int>(found - links.begin());
}

std::vector<std::string> names_of(const std::vector<Link>& links, int (*count)(const Joint&)) {
  std::vector<std::string> names;
  for (const Link& link : links) {
    const std::string& name = link.joint_name.empty() ? link.name : link.joint_name;
    const int n = count(link.joint);
    for (int i = 1; i <= n; ++i) names.push_back(n == 1 ? name : name + "." + std::to_string(i));
  }
  return names;
}
}  // namespace

int Tree::find_link(std::string_view name) const { return find(data_->links, name, &Link::name); }
int Tree::find_joint(std::string_view name) const { return find(data_->links, name, &Link::joint_name); }

std::vector<double> Tree::neutral() const {
  std::vector<double> q(static_cast<std::size_t>(nq()), 0.0);
  for (const tree::Node& node : data_->nodes) {
    if (node.motion == tree::Motion::ball) q[static_cast<std::size_t>(node.q0 + 3)] = 1;
    if (node.motion == tree::Motion::free) q[static_cast<std::size_t>(node.q0 + 6)] = 1;
  }
  return q;
}

double Tree::total_mass() const {
  double sum = 0;
  for (const Link& link : data_->links)
    if (link.mass) sum += link.mass->mass();
  return sum;
}

std::vector<std::string> Tree::velocity_names() const { return names_of(data_->links, &polhode::nv); }
std::vector<std::string> Tree::coordinate_names() const { return names_of(data_->links, &polhode::nq); }

}  // namespace polhode

#include "formats/robot_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <polhode/base/text.hpp>

#include "dynamics/tree/dense.hpp"

namespace polhode {

Independent::Independent(const Tree& tree, bool mimic) {
  std::vector<int> q_place(static_cast<std::size_t>(tree.nq())), v_place(static_cast<std::size_t>(tree.nv()));
  const std::vector<Link>& links = tree.links();
  for (std::size_t i = 0; i < links.size(); ++i) {
    const int q0 = tree.q0(static_cast<int>(i)), v0 = tree.v0(static_cast<int>(i));
    const bool follows = mimic && links[i].mimic.has_value();
    reduced_ = reduced_ || follows;
    for (int k = 0; k < polhode::nq(links[i].joint) && !follows; ++k) {
      q_place[static_cast<std::size_t>(q0 + k)] = static_cast<int>(coordinates_.size());
      coordinates_.push_back(q0 + k);
    }
    for (int k = 0; k < polhode::nv(links[i].joint) && !follows; ++k) {
      v_place[static_cast<std::size_t>(v0 + k)] = static_cast<int>(velocities_.size());
      velocities_.push_back(v0 + k);
    }
  }
  for (std::size_t i = 0; i < links.size(); ++i) {
    const bool follows = mimic && links[i].mimic.has_value();
    const int of = follows ? links[i].mimic->link : static_cast<int>(i);
    const double multiplier = follows ? links[i].mimic->multiplier : 1, offset = follows ? links[i].mimic->offset : 0;
    for (int k = 0; k < polhode::nq(links[i].joint); ++k) {
      q_leader_.push_back(q_place[static_cast<std::size_t>(tree.q0(of) + k)]);
      q_multiplier_.push_back(multiplier);
      q_offset_.push_back(offset);
    }
    for (int k = 0; k < polhode::nv(links[i].joint); ++k) {
      v_leader_.push_back(v_place[static_cast<std::size_t>(tree.v0(of) + k)]);
      v_multiplier_.push_back(multiplier);
    }
  }
}

std::vector<double> Independent::all_q(const std::vector<double>& given) const {
  if (!reduced_) return given;
  std::vector<double> all;
  for (std::size_t i = 0; i < q_leader_.size(); ++i)
    all.push_back(q_multiplier_[i] * given[static_cast<std::size_t>(q_leader_[i])] + q_offset_[i]);
  return all;
}

std::vector<double> Independent::all_v(const std::vector<double>& given) const {
  if (!reduced_) return given;
  std::vector<double> all;
  for (std::size_t i = 0; i < v_leader_.size(); ++i)
    all.push_back(v_multiplier_[i] * given[static_cast<std::size_t>(v_leader_[i])]);
  return all;
}

std::vector<double> Independent::forces(std::vector<double> x) const {
  if (!reduced_) return x;
  std::vector<double> sum(nv(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i) sum[static_cast<std::size_t>(v_leader_[i])] += v_multiplier_[i] * x[i];
  return sum;
}

std::vector<double> Independent::columns(const std::vector<double>& A) const {
  if (!reduced_) return A;
  const std::size_t all = v_leader_.size(), rows = A.size() / all;
  std::vector<double> sum(rows * nv(), 0.0);
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t i = 0; i < all; ++i)
      sum[r * nv() + static_cast<std::size_t>(v_leader_[i])] += v_multiplier_[i] * A[r * all + i];
  return sum;
}

std::vector<double> Independent::square(const std::vector<double>& A) const {
  if (!reduced_) return A;
  const std::vector<double> right = columns(A);
  std::vector<double> sum(nv() * nv(), 0.0);
  for (std::size_t i = 0; i < v_leader_.size(); ++i)
    for (std::size_t k = 0; k < nv(); ++k)
      sum[static_cast<std::size_t>(v_leader_[i]) * nv() + k] += v_multiplier_[i] * right[i * nv() + k];
  return sum;
}

double RobotState::largest() const {
  double most = std::max({around.gravity.cwiseAbs().maxCoeff(), around.base_acceleration.cwiseAbs().maxCoeff(),
                          around.base_angular_acceleration.cwiseAbs().maxCoeff(),
                          around.base_angular_velocity.cwiseAbs().maxCoeff()});
  for (const std::vector<double>* list : {&q, &v, &a, &tau, &wrenches})
    for (double one : *list) most = std::max(most, std::fabs(one));
  return most;
}

namespace {

constexpr std::array<std::string_view, 8> keys{
    "q", "v", "a", "tau", "gravity", "tip_wrench", "base_acceleration", "base_angular_velocity"};

/// The numbers of a key; false, with a finding, if they are not as many as they should be.
struct Reader {
  const Node& node;
  Diagnostics& findings;

  bool list(std::string_view key, std::size_t count, const std::string& of_what, const char* hint,
            std::vector<double>& numbers) {
    const Node* found = node.find(key);
    if (found == nullptr) {
      findings.error(node.where, std::string(key), "a state needs \"" + std::string(key) + "\" for this query",
                     "add \"" + std::string(key) + "\": […] with " + std::to_string(count) + " numbers");
      return false;
    }
    numbers.clear();
    for (const Node& item : found->items) {
      if (item.kind != Node::Kind::number) {
        findings.error(item.where, std::string(key), "expected a number, not " + describe(item),
                       "for example [0, -0.5, 1e-3]");
        return false;
      }
      numbers.push_back(item.number);
    }
    if (found->kind == Node::Kind::array && numbers.size() == count) return true;
    findings.error(found->where, std::string(key),
                   "expected " + std::to_string(count) + " numbers, " + of_what + ", not " +
                       (found->kind == Node::Kind::array ? std::to_string(numbers.size()) : describe(*found)),
                   hint);
    return false;
  }
  bool known_keys() {
    bool good = true;
    for (const Member& member : node.members) {
      if (std::find(keys.begin(), keys.end(), member.key) != keys.end()) continue;
      const std::string near = nearest(member.key, keys);
      findings.error(member.where, "", "a state has no \"" + printable(member.key.substr(0, 60)) + "\"",
                     near.empty() ? "known: q, v, a, tau, gravity, tip_wrench, base_acceleration, base_angular_velocity"
                                  : "did you mean \"" + near + "\"?");
      good = false;
    }
    return good;
  }
};

bool read_around(Reader& reader, const Tree& tree, RobotState& state) {
  std::vector<double> numbers;
  const auto vector = [&](std::string_view key, Vec3& to) {
    if (reader.node.find(key) == nullptr) return true;
    if (!reader.list(key, 3, "x, y, z", "in the axes of the base", numbers)) return false;
    to = {numbers[0], numbers[1], numbers[2]};
    return true;
  };
  Surroundings<double>& around = state.around;
  around.base_acceleration = around.base_angular_acceleration = around.base_angular_velocity = Vec3::Zero();
  around.wrenches = {};
  state.wrenches.clear();
  bool good = vector("gravity", around.gravity) && vector("base_angular_velocity", around.base_angular_velocity);
  if (const Node* base = reader.node.find("base_acceleration")) {
    const bool turning = base->items.size() == 6;
    good = reader.list("base_acceleration", turning ? 6 : 3, "x, y, z, or 6, linear and angular",
                       "in the axes of the base", numbers) &&
           good;
    if (good) around.base_acceleration = {numbers[0], numbers[1], numbers[2]};
    if (good && turning) around.base_angular_acceleration = {numbers[3], numbers[4], numbers[5]};
  }
  if (reader.node.find("tip_wrench") != nullptr && good) {
    if (!reader.list("tip_wrench", 6, "force and torque", "in the axes of the last link", numbers)) return false;
    // What the arm does to the world, the world does to it the other way round.
    state.wrenches.assign(6 * tree.links().size(), 0.0);
    std::size_t last = 0;
    for (std::size_t i = 0; i < tree.links().size(); ++i)
      if (nv(tree.links()[i].joint) > 0) last = i;
    for (std::size_t k = 0; k < 3; ++k) {
      state.wrenches[6 * last + k] = -numbers[3 + k];
      state.wrenches[6 * last + 3 + k] = -numbers[k];
    }
    around.wrenches = state.wrenches;
  }
  return good;
}

/// Quaternions must have a direction.
bool judge_quaternions(const Tree& tree, const RobotState& state, const Node& node, Diagnostics& findings) {
  for (std::size_t i = 0; i < tree.links().size(); ++i) {
    const Joint& joint = tree.links()[i].joint;
    if (nq(joint) == nv(joint)) continue;
    const double* const q = state.q.data() + tree.q0(static_cast<int>(i)) + (nq(joint) - 4);
    const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (std::fabs(square - 1) <= 1e-6) continue;
    findings.error(node.where, "q",
                   "the quaternion of joint '" + tree.links()[i].joint_name + "' has length " +
                       rounded(std::sqrt(square), 6) + " instead of 1",
                   "it is x, y, z, w, the last four numbers of the joint");
    return false;
  }
  return true;
}

}  // namespace

bool read_robot_state(const Node& node, const Tree& tree, const Independent& independent, std::string_view needs,
                      RobotState& state, Diagnostics& findings) {
  if (node.kind != Node::Kind::table) {
    findings.error(node.where, "", "expected a state, not " + describe(node), "for example {\"q\": [0, 0.5]}");
    return false;
  }
  Reader reader{node, findings};
  bool good = reader.known_keys();
  std::vector<double> given;
  state.v.assign(static_cast<std::size_t>(tree.nv()), 0.0);
  state.a = state.v;
  for (char letter : needs) {
    const bool coordinate = letter == 'q';
    const std::string_view key = coordinate ? "q" : letter == 'v' ? "v" : letter == 'a' ? "a" : "tau";
    if (!reader.list(key, coordinate ? independent.nq() : independent.nv(),
                     coordinate ? "one for each coordinate" : "one for each velocity",
                     "`polhode robot FILE --joints` prints their order", given)) {
      good = false;
      continue;
    }
    if (coordinate) state.q = independent.all_q(given);
    if (letter == 'v') state.v = independent.all_v(given);
    if (letter == 'a') state.a = independent.all_v(given);
    if (letter == 't') state.tau = given;
  }
  good = read_around(reader, tree, state) && good;
  return good && judge_quaternions(tree, state, node, findings);
}

Factored::Factored(const std::vector<double>& A)
    : n_(static_cast<int>(std::lround(std::sqrt(static_cast<double>(A.size()))))),
      L_(A),
      inverse_(static_cast<std::size_t>(n_), 0.0) {
  tree::factor(n_, L_.data(), inverse_.data());
  const auto n = inverse_.size();
  for (std::size_t i = 0; i < n && !loose_; ++i) {
    // Rows that were not reached have no inverse.
    const double pivot = inverse_[i] > 0 ? L_[i * n + i] * L_[i * n + i] : 0;
    if (!(pivot > 4 * std::numeric_limits<double>::epsilon() * A[i * n + i])) loose_ = i;
  }
}

std::vector<double> Factored::solve(std::vector<double> x) const {
  if (loose_) return std::vector<double>(x.size(), std::numeric_limits<double>::quiet_NaN());
  tree::solve_lower(n_, L_.data(), inverse_.data(), x.data());
  tree::solve_upper(n_, L_.data(), inverse_.data(), x.data());
  return x;
}

std::vector<double> Factored::inverse() const {
  const std::size_t n = inverse_.size();
  std::vector<double> all, column(n);
  for (std::size_t i = 0; i < n; ++i) {
    column.assign(n, 0.0);
    column[i] = 1;
    column = solve(std::move(column));
    all.insert(all.end(), column.begin(), column.end());
  }
  return all;
}

Diagnostic loose_joint(const Tree& tree, int velocity, bool friction, const Position& where) {
  const std::vector<Link>& links = tree.links();
  std::size_t at = 0;
  while (at + 1 < links.size() && tree.v0(static_cast<int>(at)) + nv(links[at].joint) <= velocity) ++at;
  std::vector<bool> carried(links.size());
  bool mass = false;
  for (std::size_t i = at; i < links.size(); ++i) {
    carried[i] = i == at || (links[i].parent >= 0 && carried[static_cast<std::size_t>(links[i].parent)]);
    mass = mass || (carried[i] && links[i].mass);
  }
  const std::string joint = "joint '" + printable(links[at].joint_name) + "'";
  return {.where = where,
          .message = mass ? joint +
                                " can move without moving any mass, alone or with joints before it, so that no "
                                "force tells its acceleration"
                          : joint + " moves nothing that has mass, so that no force tells its acceleration",
          .hint = std::string("give the links that it moves mass and inertia, or make it fixed") +
                  (friction ? "" : "; --friction counts the inertia of rotors")};
}

}  // namespace polhode

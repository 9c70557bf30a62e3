#pragma once
// What `polhode robot` answers: states in, forces, accelerations and matrices out, a line of JSON for each.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/base/result.hpp>
#include <polhode/dynamics/tree/tree.hpp>

namespace polhode {

/// A question about states of a robot.
struct RobotQuery {
  std::string_view name;
  std::string_view needs;    ///< the keys of a state, q v a tau, by their first letters
  std::string_view answers;  ///< the keys of the answer
  std::string_view sentence;
};
std::span<const RobotQuery> robot_queries();
const RobotQuery* find_robot_query(std::string_view name);

struct RobotOptions {
  std::string frame;      ///< name of a link; empty: that of the last joint that moves
  bool mimic = false;     ///< joints that follow others do, and have no numbers of their own
  bool friction = false;  ///< damping, friction and the inertia of rotors count
  Vec3 gravity{0, 0, -9.81};
};

/// Answers one query for one state after another. Conventions: docs/reference/robots.md.
class RobotAnswers {
 public:
  /// Findings if the frame is not there, or if the query has none.
  static Result<RobotAnswers> make(const Tree& tree, const RobotQuery& query, const RobotOptions& options);

  /// The answer to a state {"q": […], "v": […], …} as one object of JSON. `where` and `line` go into findings, which
  /// also say if there is no answer: a joint moves nothing that has mass, or numbers grow beyond what a double holds.
  Result<std::string> answer(std::string_view state, const std::string& where, int line);

 private:
  struct Inside;
  explicit RobotAnswers(std::shared_ptr<Inside> inside) : inside_(std::move(inside)) {}
  std::shared_ptr<Inside> inside_;
};

/// {"error": …, "line": …}: what stands in the place of an answer.
std::string robot_error(const Diagnostics& findings, int line);

/// What those are told who ask about a robot with so many loops: queries are about its tree.
std::string tree_alone(std::size_t loops);

/// What a robot is made of, from the states and forces of lines {"q", "v", "a", "tau"}: the parameters nearest to those
/// it has among all that explain the forces, and the combinations of them that the lines tell, as one object of JSON.
Result<std::string> identify_robot(const Tree& tree, std::span<const std::string> lines, const RobotOptions& options);

/// The tree as text: joints, what they can do, masses, reach.
std::string robot_info(const Tree& tree);
/// The joints in the order of q and v; with `mimic` those that follow others have no place there.
std::string robot_joints(const Tree& tree, bool mimic = false);

/// One identity that every mechanism obeys, and how far this one is from it.
struct RobotCheck {
  std::string name;
  double error = 0;           ///< at the state that is nearest to failing, of the size of what is compared
  double allowed = 0;         ///< by rounding, there
  int states = 0;             ///< so many were tried
  std::string left_out = {};  ///< why nothing was tried, or too little; empty if it was
  bool passed() const;
};
/// All identities at seeded random states, fewer the more joints there are; none for a robot that does not move.
/// Findings if a joint moves nothing that has mass, or if joints are to follow others.
Result<std::vector<RobotCheck>> check_robot(const Tree& tree, const RobotOptions& options = {});
/// A table, a line for each.
std::string format(std::span<const RobotCheck> checks);

}  // namespace polhode

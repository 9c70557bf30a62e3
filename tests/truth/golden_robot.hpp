#pragma once
// Reads figures of robots that another program computed: names, each with its numbers.

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <polhode/dynamics/tree/tree.hpp>

namespace polhode::golden {

using Figures = std::map<std::string, std::vector<double>>;

/// A robot and its states. Square matrices that are symmetric have their upper triangle only.
struct Robot {
  std::vector<Link> links;
  std::vector<Figures> states;
};

inline Mat3 rows(const std::vector<double>& n) {
  Mat3 m;
  m << n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8];
  return m;
}
inline Vec3 three(const std::vector<double>& n) { return {n[0], n[1], n[2]}; }

/// "name parent kind axis".
inline Link joint_of(std::istringstream& text) {
  Link link;
  std::string kind;
  text >> link.name >> link.parent >> kind;
  link.joint_name = link.name;
  Vec3 axis = Vec3::Zero();
  if (kind != "free") text >> axis[0] >> axis[1] >> axis[2];
  if (kind == "free") link.joint = joint::Free{};
  if (kind == "revolute") link.joint = joint::Revolute{axis};
  if (kind == "prismatic") link.joint = joint::Prismatic{axis};
  return link;
}

inline void finish(Link& link, const Figures& figures) {
  const std::vector<double>& n = figures.at("inertia");
  Mat3 inertia;
  inertia << n[0], n[1], n[2], n[1], n[3], n[4], n[2], n[4], n[5];
  link.X_PF = {Rotation::from_matrix(rows(figures.at("R_PF"))), three(figures.at("p_PF"))};
  link.mass.emplace(figures.at("mass")[0], three(figures.at("com")), inertia);
}

inline Robot robot_of(const char* figures) {
  Robot robot;
  std::istringstream text(figures);
  Figures of_link;
  bool in_state = false;
  std::string word;
  std::vector<double>* numbers = nullptr;
  while (text >> word) {
    if (word == "joint" || word == "state") {
      if (!in_state && !robot.links.empty()) finish(robot.links.back(), of_link);
      of_link.clear();
      in_state = word == "state";
      if (in_state)
        robot.states.emplace_back();
      else
        robot.links.push_back(joint_of(text));
    } else if (std::isalpha(static_cast<unsigned char>(word[0])) != 0) {
      numbers = &(in_state ? robot.states.back() : of_link)[word];
    } else {
      numbers->push_back(std::stod(word));
    }
  }
  return robot;
}

}  // namespace polhode::golden

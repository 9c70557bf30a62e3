#include "formats/stage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <polhode/base/text.hpp>

#include "formats/page_reader.hpp"

namespace polhode {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// The corners of all that something reaches.
struct Reach {
  Vec3 low = Vec3::Constant(never), high = Vec3::Constant(-never);
  void include(const Vec3& p, double radius = 0) {
    low = low.cwiseMin(p - Vec3::Constant(radius));
    high = high.cwiseMax(p + Vec3::Constant(radius));
  }
  double longest_side() const { return low[0] <= high[0] ? (high - low).maxCoeff() : 0; }
};

/// Against the largest component of gravity; z where there is none.
Vec3 up_of(const Vec3& gravity) {
  if (!(gravity.norm() > 0)) return Vec3::UnitZ();
  Eigen::Index largest = 0;
  gravity.cwiseAbs().maxCoeff(&largest);
  return (gravity[largest] > 0 ? -1 : 1) * Vec3::Unit(largest);
}

/// Parts of a mechanism's size, as src/apps/web/src/link_model.js has them.
constexpr double ball_of_link = 0.055, ball_of_mass = 0.07, bone_of_link = 0.03, near_of_link = 0.02;

class StageReader {
 public:
  StageReader(const Node& page, const RunTable& table) : page_(page), table_(table) {}

  Result<Stage> read() {
    stage_.up = up_of(vector_at(page_, "gravity"));
    stage_.times = table_.times;
    for (const Node& body : list_at(page_, "bodies")) add_body(body);
    add_particles();
    for (const Node& body : list_at(page_, "rolling")) add_rolling(body);
    for (const Node& mechanism : list_at(page_, "mechanisms")) add_mechanism(mechanism);
    if (!findings_.has_errors()) add_springs();
    add_points();
    if (findings_.has_errors()) return findings_;
    if (stage_.actors.empty())
      return Diagnostic{.message = "nothing of this run has a place in space, so there is nothing to be shown moving",
                        .hint = "its numbers: --format csv, npz or json"};
    keep_what_is_finite();
    if (stage_.times.empty())
      return Diagnostic{.message = "there is no instant at which all places are finite numbers"};
    return std::move(stage_);
  }

 private:
  /// The columns of a vector, or null with a finding.
  const RunColumn* columns(const std::string& name, std::size_t size) {
    const RunChannel* channel = table_.find_channel(name);
    if (channel != nullptr && channel->size() == size) return &table_.columns[channel->first];
    findings_.error({}, name, "the page of the run shows this, and channels.csv does not have it",
                    "run the scene again: both files are of one run then");
    return nullptr;
  }

  std::vector<Vec3> places(const std::string& name) {
    std::vector<Vec3> list(table_.times.size(), Vec3::Zero());
    const RunChannel* channel = table_.find_channel(name);
    // Points of a plane have two components.
    const std::size_t size = channel != nullptr && channel->size() == 2 ? 2 : 3;
    if (const RunColumn* column = columns(name, size))
      for (std::size_t i = 0; i < list.size(); ++i)
        for (std::size_t k = 0; k < size; ++k) list[i][static_cast<Eigen::Index>(k)] = column[k].values[i];
    return list;
  }

  std::vector<Pose> poses(const std::string& name) {
    const std::vector<Vec3> p = places(name + ".position");
    const RunColumn* q = columns(name + ".quaternion", 4);
    std::vector<Pose> list(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
      list[i].p = p[i];
      if (q == nullptr) continue;
      const Vec4 wxyz(q[0].values[i], q[1].values[i], q[2].values[i], q[3].values[i]);
      if (wxyz.allFinite() && wxyz.norm() > 0)
        list[i].R = Rotation::from_quaternion(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
      else
        list[i].p[0] = std::numeric_limits<double>::quiet_NaN();
    }
    return list;
  }

  /// Position is that of the centre of mass; the frame of the shape begins at the body's origin.
  void add_body(const Node& body) {
    Actor actor{text_at(body, "name"), Paint::body, body_shapes(body), {}, {}};
    const Vec3 com = vector_at(body, "com");
    actor.X_WF = poses(actor.name);
    for (Pose& X_WF : actor.X_WF) X_WF.p -= X_WF.R * com;
    stage_.actors.push_back(std::move(actor));
  }

  void add_ball(const std::string& name, double radius, const std::vector<Vec3>& way) {
    Actor actor{name, Paint::body, ball(radius), {}, {}};
    for (const Vec3& p : way) actor.X_WF.push_back({{}, p});
    stage_.actors.push_back(std::move(actor));
  }

  /// Balls, small beside the way that everything goes.
  void add_particles() {
    Reach reach;
    for (const char* kind : {"bodies", "particles"})
      for (const Node& one : list_at(page_, kind))
        for (const Vec3& p : places(text_at(one, "name") + ".position")) reach.include(p);
    const double side = reach.longest_side(), radius = side > 0 ? 0.012 * side : 0.05;
    for (const Node& particle : list_at(page_, "particles"))
      add_ball(text_at(particle, "name"), radius, places(text_at(particle, "name") + ".position"));
  }

  void add_rolling(const Node& body) {
    add_body(body);
    StagePath path{text_at(body, "name") + ".contact", {{}}};
    for (const Vec3& p : places(path.name))
      if (p.allFinite())
        path.lines.back().push_back(p);
      else if (!path.lines.back().empty())
        path.lines.emplace_back();
    stage_.paths.push_back(std::move(path));
  }

  void add_mechanism(const Node& mechanism) {
    const std::vector<Node>& links = list_at(mechanism, "links");
    const std::string name = text_at(mechanism, "name");
    std::vector<int> depths;
    const std::size_t first = stage_.actors.size();
    first_links_.push_back(first);
    for (const Node& link : links) {
      const double parent = number_at(link, "parent", -1);
      const bool hangs = parent >= 0 && parent < static_cast<double>(depths.size());
      depths.push_back(hangs ? depths[static_cast<std::size_t>(parent)] + 1 : 0);
      Actor actor{name + "." + text_at(link, "name"), depths.back() % 2 == 0 ? Paint::body : Paint::link, {}, {}, {}};
      actor.X_WF = poses(actor.name);
      stage_.actors.push_back(std::move(actor));
    }
    const double size = size_of(links, first);
    for (std::size_t i = 0; i < links.size(); ++i) {
      const std::vector<Node>& shapes = list_at(links[i], "shapes");
      stage_.actors[first + i].shape = shapes.empty() ? bones(links, i, size) : shapes_of(shapes);
    }
  }

  /// Half the diagonal of the box around a mechanism at the start.
  double size_of(const std::vector<Node>& links, std::size_t first) const {
    Reach reach;
    for (std::size_t i = 0; i < links.size(); ++i) {
      const Pose& X_WF = stage_.actors[first + i].X_WF.front();
      reach.include(X_WF.p);
      reach.include(X_WF * vector_at(links[i], "com"));
      for (const Node& shape : list_at(links[i], "shapes"))
        for (const DrawnMesh& mesh : shapes_of({shape}).tones)
          for (const Vec3& v : mesh.vertices) reach.include(X_WF * v);
    }
    const double half = 0.5 * (reach.high - reach.low).norm();
    return half > 0 && std::isfinite(half) ? half : 1;
  }

  /// A ball at the link's origin and bones to its children's joints; where there are none, to its centre of mass.
  static TwoTones bones(const std::vector<Node>& links, std::size_t number, double size) {
    TwoTones all;
    all.add(ball(ball_of_link * size), {});
    bool has_children = false;
    const auto add_bone = [&](const Vec3& end) {
      if (end.norm() > near_of_link * size) all.add(cylinder_to(end, bone_of_link * size), {});
    };
    for (const Node& child : links) {
      if (number_at(child, "parent", -1) != static_cast<double>(number)) continue;
      has_children = true;
      if (const Node* X_PF = child.find("X_PF")) add_bone(pose_of(*X_PF).p);
    }
    const Vec3 com = vector_at(links[number], "com");
    if (has_children || com.norm() <= near_of_link * size) return all;
    add_bone(com);
    all.add(ball(std::min(ball_of_mass * size, 0.6 * com.norm())), {{}, com});
    return all;
  }

  struct Join {
    std::array<int, 2> ends;  ///< numbers of points; −1: the origin
    bool is_spring;
  };

  /// The links of a system, whose points begin with this number.
  static void read_joins(const Node& system, int first, int points, std::vector<Join>& joins) {
    for (const Node& link : list_at(system, "links")) {
      Join join{{-1, -1}, false};
      if (const Node* spring = link.find("spring")) join.is_spring = spring->truth;
      const std::vector<Node>& given = list_at(link, "ends");
      for (std::size_t k = 0; k < std::min<std::size_t>(2, given.size()); ++k)
        if (const double end = given[k].number; given[k].kind == Node::Kind::number && end >= 0 && first + end < points)
          join.ends[k] = first + static_cast<int>(end);
      joins.push_back(join);
    }
  }

  /// Points of typed systems as balls, and the rods and springs between them.
  void add_points() {
    std::vector<std::string> names;
    std::vector<std::vector<Vec3>> ways;
    std::vector<Join> joins;
    for (const Node& system : list_at(page_, "systems")) {
      const int first = static_cast<int>(names.size());
      for (const Node& point : list_at(system, "points")) {
        names.push_back(text_at(system, "name") + "." + text_at(point, "name"));
        ways.push_back(places(names.back()));
      }
      read_joins(system, first, static_cast<int>(names.size()), joins);
    }
    if (names.empty()) return;
    const std::vector<Vec3> origin(table_.times.size(), Vec3::Zero());
    const auto way = [&](int end) -> const std::vector<Vec3>& {
      return end < 0 ? origin : ways[static_cast<std::size_t>(end)];
    };
    const auto name = [&](int end) { return end < 0 ? std::string("origin") : names[static_cast<std::size_t>(end)]; };
    Reach reach;
    double shortest_join = never;
    for (const auto& one : ways)
      for (const Vec3& p : one) reach.include(p);
    for (const auto& [ends, is_spring] : joins) {
      if (ends[0] < 0 || ends[1] < 0) reach.include(Vec3::Zero());
      const double most = longest(way(ends[0]), way(ends[1]));
      if (most > 0) shortest_join = std::min(shortest_join, most);
    }
    const double side = reach.longest_side();
    const double usual = side > 0 ? (joins.empty() ? 0.018 : 0.026) * side : 0.05;
    const double radius = std::min(usual, (stage_.actors.empty() ? 0.25 : 0.08) * shortest_join);
    for (std::size_t k = 0; k < names.size(); ++k) add_ball(names[k], radius, ways[k]);
    for (const auto& [ends, is_spring] : joins) {
      const std::string both = name(ends[0]) + " – " + name(ends[1]);
      if (is_spring)
        add_between("spring " + both, unit_coil(), longest(way(ends[0]), way(ends[1])) / slender_spring, way(ends[0]),
                    way(ends[1]));
      else
        add_between("rod " + both, unit_rod(0.22 * radius), 1, way(ends[0]), way(ends[1]));
    }
  }

  static double longest(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, (b[i] - a[i]).norm());
    return most;
  }

  /// A thing of length 1 that always reaches from one point to another; `wide`: how much wider it is than its shape.
  void add_between(std::string name, TwoTones shape, double wide, const std::vector<Vec3>& a,
                   const std::vector<Vec3>& b) {
    Actor actor{std::move(name), Paint::rod, std::move(shape), {}, {}};
    for (std::size_t i = 0; i < a.size(); ++i) {
      const Vec3 along = b[i] - a[i];
      const double length = along.norm();
      actor.X_WF.push_back({length > 0 ? Rotation::from_z_to(along) : Rotation(), a[i]});
      actor.stretch.emplace_back(wide, wide, length);
    }
    stage_.actors.push_back(std::move(actor));
  }

  /// Springs between bodies, links and the world.
  void add_springs() {
    for (const Node& spring : list_at(page_, "springs")) {
      const std::vector<Node>& ends = list_at(spring, "ends");
      if (ends.size() != 2) continue;
      const std::vector<Vec3> a = way_of(ends[0]), b = way_of(ends[1]);
      const double rest = number_at(spring, "length");
      add_between("spring " + text_at(spring, "name"), unit_coil(), (rest > 0 ? rest : longest(a, b)) / slender_spring,
                  a, b);
    }
  }

  /// Where an end of a spring is: a point of a body, of a link, or of the world.
  std::vector<Vec3> way_of(const Node& end) const {
    const double body = number_at(end, "body", -1), mechanism = number_at(end, "mechanism", -1);
    double number = body;
    if (mechanism >= 0 && mechanism < static_cast<double>(first_links_.size()))
      number = static_cast<double>(first_links_[static_cast<std::size_t>(mechanism)]) + number_at(end, "link");
    std::vector<Vec3> way(table_.times.size(), vector_at(end, "at"));
    if (number >= 0 && number < static_cast<double>(stage_.actors.size()))
      for (std::size_t i = 0; i < way.size(); ++i)
        way[i] = stage_.actors[static_cast<std::size_t>(number)].X_WF[i] * way[i];
    return way;
  }

  /// Instants at which something has no place are left out.
  void keep_what_is_finite() {
    std::vector<std::size_t> good;
    for (std::size_t i = 0; i < stage_.times.size(); ++i)
      if (std::all_of(stage_.actors.begin(), stage_.actors.end(),
                      [i](const Actor& actor) { return actor.X_WF[i].p.allFinite(); }))
        good.push_back(i);
    if (good.size() == stage_.times.size()) return;
    const auto keep = [&good](auto& list) {
      for (std::size_t k = 0; k < good.size(); ++k) list[k] = list[good[k]];
      list.resize(good.size());
    };
    keep(stage_.times);
    for (Actor& actor : stage_.actors) {
      keep(actor.X_WF);
      if (!actor.stretch.empty()) keep(actor.stretch);
    }
  }

  const Node& page_;
  const RunTable& table_;
  Stage stage_;
  std::vector<std::size_t> first_links_;  ///< of each mechanism among the actors
  Diagnostics findings_;
};

}  // namespace

Result<Stage> read_stage(const Node& page, const RunTable& table) { return StageReader(page, table).read(); }

}  // namespace polhode

// Robot dynamics beside MuJoCo in one process: the same trees, the same states, turn by turn, kinematics included on
// both sides. Writes a table: nanoseconds a state, the least and the median of the passes.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <random>

#include <polhode/dynamics/tree/batch.hpp>
#include <polhode/dynamics/tree/derivatives.hpp>

#include "robots.hpp"

namespace polhode::bench {
namespace {

constexpr std::size_t states = 2048;
constexpr int passes = 61;
/// Batches whose results stay in the cache, written over each other as those of single states are.
constexpr std::size_t batch = 64;

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Something that is measured: called for each state, or once for all of them.
struct Contestant {
  std::string algorithm, who;
  std::function<void()> all_states;
  std::vector<double> nanoseconds = {};
};

class MujocoRobot {
 public:
  explicit MujocoRobot(const Tree& tree) {
    const std::string text = Mjcf::of(tree);
    mjVFS files;
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "robot.xml", static_cast<int>(text.size()));
    std::memcpy(files.filedata[mj_findFileVFS(&files, "robot.xml")], text.data(), text.size());
    char error[500] = "";
    model_ = mj_loadXML("robot.xml", &files, error, sizeof error);
    if (model_ == nullptr) std::fprintf(stderr, "bench_robots: MuJoCo: %s\n", error), std::exit(2);
    data_ = mj_makeData(model_);
  }
  ~MujocoRobot() {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  MujocoRobot(const MujocoRobot&) = delete;
  MujocoRobot& operator=(const MujocoRobot&) = delete;

  /// Coordinates in MuJoCo's order: quaternions begin with w, velocities of origins are in world axes.
  void set(const Tree& tree, const double* q, const double* v, const double* a) {
    int nq = tree.nq();
    std::copy_n(q, nq, data_->qpos);
    std::copy_n(v, tree.nv(), data_->qvel);
    std::copy_n(a, tree.nv(), data_->qacc);
    if (std::holds_alternative<joint::Free>(tree.links()[0].joint)) {
      for (int i = 0; i < 4; ++i) data_->qpos[3 + i] = q[3 + (i + 3) % 4];
    }
  }
  void place() {
    mj_kinematics(model_, data_);
    mj_comPos(model_, data_);
  }
  void rnea(double* tau) {
    place();
    mj_comVel(model_, data_);
    mj_rne(model_, data_, 1, tau);
  }
  void crba() {
    place();
    mj_crb(model_, data_);
  }
  /// Forward dynamics: composite inertias, their factorisation, bias forces, one solution.
  void forward(const double* tau, double* a) {
    place();
    mj_crb(model_, data_);
    mj_factorM(model_, data_);
    mj_comVel(model_, data_);
    mj_rne(model_, data_, 0, bias_);
    for (int i = 0; i < model_->nv; ++i) bias_[i] = tau[i] - bias_[i];
    mj_solveM(model_, data_, a, bias_, 1);
  }

 private:
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
  double bias_[64] = {};
};

struct States {
  std::vector<double> q, v, a;
  std::size_t nq, nv;

  explicit States(const Tree& tree) : nq(static_cast<std::size_t>(tree.nq())), nv(static_cast<std::size_t>(tree.nv())) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> number(-1.5, 1.5);
    std::vector<double> u(nv), one(nq);
    for (std::size_t i = 0; i < states; ++i) {
      for (double& x : u) x = number(random);
      moved(tree, tree.neutral(), u, one);
      q.insert(q.end(), one.begin(), one.end());
      for (std::size_t k = 0; k < nv; ++k) v.push_back(number(random));
      for (std::size_t k = 0; k < nv; ++k) a.push_back(number(random));
    }
  }
  VecIn at(const std::vector<double>& all, std::size_t i, std::size_t each) const {
    return VecIn(all).subspan(i * each, each);
  }
};

double sum_of(const std::vector<double>& numbers) {
  double sum = 0;
  for (double x : numbers) sum += x;
  return sum;
}

volatile double sink;

/// All in turn, so that what else the machine does meets all of them; prints the fastest and the usual time of each.
/// What they write is read, so that no compiler leaves it out.
void race(const std::string& robot, std::vector<Contestant>& all, const std::vector<double>& out,
          const std::vector<double>& square) {
  for (int pass = 0; pass < passes; ++pass)
    for (Contestant& one : all) {
      const double start = thread_seconds();
      one.all_states();
      one.nanoseconds.push_back(1e9 * (thread_seconds() - start) / static_cast<double>(states));
      sink = sum_of(out) + sum_of(square);
    }
  for (Contestant& one : all) {
    std::sort(one.nanoseconds.begin(), one.nanoseconds.end());
    std::printf("%s,%s,%s,%.1f,%.1f\n", robot.c_str(), one.algorithm.c_str(), one.who.c_str(), one.nanoseconds[0],
                one.nanoseconds[one.nanoseconds.size() / 2]);
  }
}

void measure(const Tree& tree) {
  const States set(tree);
  const std::size_t nq = set.nq, nv = set.nv;
  MujocoRobot peer(tree);
  RneaWorkspace rnea_work;
  CrbaWorkspace crba_work;
  AbaWorkspace aba_work;
  RneaDerivativesWorkspace rnea_derivatives_work;
  AbaDerivativesWorkspace aba_derivatives_work;
  BatchWorkspace batch_work;
  std::vector<double> out(nv), square(nv * nv), square2(nv * nv), square3(nv * nv);
  std::vector<double> many(batch * nv), many_squares(batch * nv * nv);
  const auto each = [&](auto call) {
    return [&set, call, nq, nv] {
      for (std::size_t i = 0; i < states; ++i) call(set.at(set.q, i, nq), set.at(set.v, i, nv), set.at(set.a, i, nv));
    };
  };
  const auto batches = [&](auto call) {
    return [&set, call, nq, nv] {
      for (std::size_t i = 0; i < states; i += batch)
        call(VecIn(set.q).subspan(i * nq, batch * nq), VecIn(set.v).subspan(i * nv, batch * nv),
             VecIn(set.a).subspan(i * nv, batch * nv));
    };
  };
  std::vector<Contestant> all{
      {"RNEA", "polhode", each([&](VecIn q, VecIn v, VecIn a) { rnea<double>(tree, q, v, a, rnea_work, out); })},
      {"RNEA", "MuJoCo", each([&](VecIn q, VecIn v, VecIn a) {
         peer.set(tree, q.data(), v.data(), a.data());
         peer.rnea(out.data());
       })},
      {"RNEA", "polhode batch",
       batches([&](VecIn q, VecIn v, VecIn a) { rnea_batch(tree, batch, q, v, a, batch_work, many); })},
      {"CRBA", "polhode", each([&](VecIn q, VecIn, VecIn) { crba<double>(tree, q, crba_work, square); })},
      {"CRBA", "MuJoCo", each([&](VecIn q, VecIn v, VecIn a) {
         peer.set(tree, q.data(), v.data(), a.data());
         peer.crba();
       })},
      {"CRBA", "polhode batch",
       batches([&](VecIn q, VecIn, VecIn) { crba_batch(tree, batch, q, batch_work, many_squares); })},
      {"ABA", "polhode", each([&](VecIn q, VecIn v, VecIn a) { aba<double>(tree, q, v, a, aba_work, out); })},
      {"ABA", "MuJoCo", each([&](VecIn q, VecIn v, VecIn a) {
         peer.set(tree, q.data(), v.data(), a.data());
         peer.forward(a.data(), out.data());
       })},
      {"ABA", "polhode batch",
       batches([&](VecIn q, VecIn v, VecIn a) { aba_batch(tree, batch, q, v, a, batch_work, many); })},
      {"RNEA derivatives", "polhode", each([&](VecIn q, VecIn v, VecIn a) {
         rnea_derivatives(tree, q, v, a, rnea_derivatives_work, square, square2, square3);
       })},
      {"ABA derivatives", "polhode", each([&](VecIn q, VecIn v, VecIn a) {
         aba_derivatives(tree, q, v, a, aba_derivatives_work, square, square2, square3);
       })}};
  race(tree.name(), all, out, square);
}

/// Both must mean the same: the forces of one state of the arm.
void compare(const Tree& tree) {
  const States set(tree);
  MujocoRobot peer(tree);
  RneaWorkspace work;
  std::vector<double> ours(set.nv), theirs(set.nv);
  double apart = 0, size = 0;
  for (std::size_t i = 0; i < 20; ++i) {
    const VecIn q = set.at(set.q, i, set.nq), v = set.at(set.v, i, set.nv), a = set.at(set.a, i, set.nv);
    rnea<double>(tree, q, v, a, work, ours);
    peer.set(tree, q.data(), v.data(), a.data());
    peer.rnea(theirs.data());
    for (std::size_t k = 0; k < set.nv; ++k) {
      apart = std::max(apart, std::fabs(ours[k] - theirs[k]));
      size = std::max(size, std::fabs(ours[k]));
    }
  }
  if (apart <= 1e-9 * size) return;
  std::fprintf(stderr, "bench_robots: forces of %s differ by %g of %g\n", tree.name().c_str(), apart, size);
  std::exit(1);
}

}  // namespace
}  // namespace polhode::bench

int main() {
  using namespace polhode;
  const Tree arm = bench::seven_joint_arm(), dog = bench::quadruped();
  bench::compare(arm);
  std::printf("robot,algorithm,who,least ns,median ns\n");
  bench::measure(arm);
  bench::measure(dog);
}

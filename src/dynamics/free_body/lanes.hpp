#pragma once
// Copies of one body side by side, one in each lane of a register: a Runge–Kutta step of four or two of them at once.

#include <string>
#include <vector>

#include <polhode/dynamics/free_body/free_body.hpp>

namespace polhode {

/// h times the weights of a Runge–Kutta method of four stages, each of which starts from the one before it alone.
struct ChainStep {
  double a[3];
  double b[4];
};

/// A load that is the same at all times, places and velocities.
struct ConstantLoad {
  bool couple;  ///< else a force
  bool in_body;
  double value[3];     ///< [N], [N m]
  double p_BcmQ_B[3];  ///< where a force acts
};

/// What all copies share. Plain numbers, because files compiled for different registers read it.
struct LaneBody {
  double I_B[9], inverse_I_B[9];
  double inverse_mass;
  double g_W[3];
  const ConstantLoad* loads;
  int load_count;
};

/// As many copies of a body as stay in the nearest cache, each lane with the operations of FreeBodies::rate and of
/// RungeKutta for one body, in their order: so every copy has the bits it has alone. A step in which a body turns by a
/// radian or more, or whose numbers are lost, is taken by plain doubles.
///
/// Proof    tests/law/lanes_law_test.cpp: whole motions, bit by bit
class BodyLanes {
 public:
  static constexpr std::size_t most = 128;    ///< bodies at a time: 13 kB of numbers
  static constexpr std::size_t numbers = 13;  ///< of the state of each

  /// Registers of four numbers, where the processor has them, or of two, which every one has.
  enum class Registers { two, four };
  static Registers widest();

  /// What the body has that lanes do not know, as a sentence; empty if they know all of it.
  static std::string refusal(const FreeBodies& one);

  /// `one` must hold one body that is not refused.
  explicit BodyLanes(const FreeBodies& one, Registers registers = widest());

  /// The states of up to `most` bodies, one after another.
  void load(VecIn x);
  void step(const ChainStep& step);
  void store(VecOut x) const;

  /// Takes the bodies of one group, `width` of them, one by one.
  using Each = void (*)(const LaneBody& body, const ChainStep& step, double* rows, int width);
  using Kernel = void (*)(const LaneBody& body, const ChainStep& step, double* rows, std::size_t groups, Each each);

 private:
  std::vector<ConstantLoad> loads_;
  LaneBody body_;
  std::size_t width_;
  Kernel kernel_;
  Each each_;
  std::size_t count_ = 0;
  std::vector<Pack4> rows_;  ///< 13 rows for each group of bodies, one of them in each lane
};

#if defined(__x86_64__)
/// The kernel for registers of four numbers.
BodyLanes::Kernel wide_kernel(bool diagonal, bool loaded);
#endif

}  // namespace polhode

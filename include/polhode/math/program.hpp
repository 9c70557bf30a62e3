#pragma once
// Formulas compiled together into one flat list of instructions over registers.

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polhode/math/dual.hpp>
#include <polhode/math/pack.hpp>
#include <polhode/math/vector.hpp>

namespace polhode {

/// Several formulas of the same inputs, evaluated in one pass in which what they have in common is computed once. Over
/// double, a pack or a dual number it gives equal bits in every lane, and those of each formula by itself.
///
/// Proof    tests/unit/math/expression_random_test.cpp, tests/unit/math/program_test.cpp
class Program {
 public:
  /// More values than this at a time are refused when formulas are read. They lie on the stack.
  static constexpr int register_limit = 4096;

  /// No outputs.
  Program() = default;

  /// S is double, Pack4 or Dual4. `inputs` as far as they are read, `outputs` one for each formula; they may not
  /// overlap. Allocates nothing.
  template <class S>
  void evaluate(In<S> inputs, Out<S> outputs) const;
  /// The same where input 0 is the time and input i is x[i − 1]: reads a state where it is.
  template <class S>
  void evaluate_at(double t, In<S> x, Out<S> outputs) const;

  /// The first output alone; 0 if there is none.
  template <class S>
  S evaluate_first(In<S> inputs) const;
  template <class S>
  S evaluate_first_at(double t, In<S> x) const;

  std::size_t outputs() const { return sources_.size(); }
  /// How many inputs must be given: one more than the last that is read.
  std::size_t inputs() const { return inputs_; }
  /// Whether a value can depend on input i.
  bool reads(int input) const;
  std::size_t instructions() const { return steps_.empty() ? 0 : steps_.size() - 1; }  // the last one ends
  int registers() const { return registers_; }

  /// One instruction; what it does is in src/math/expression/machine.hpp.
  struct Step {
    std::uint16_t operation = 0;
    std::uint16_t target = 0, a = 0, b = 0;  ///< registers
    std::uint64_t rest = 0;                  ///< a number, or up to two further registers
  };

 private:
  friend class ProgramCompiler;
  template <class S, class Inputs>
  void all(const Inputs& inputs, std::size_t count, Out<S> outputs) const;
  template <class S, class Inputs>
  S first(const Inputs& inputs, std::size_t count) const;
  template <class S, class Inputs, class Use>
  void run(const Inputs& inputs, const Use& use) const;
  template <int room, class S, class Inputs, class Use>
  void run_in(const Inputs& inputs, const Use& use) const;
  template <class S, class Inputs, class Use>
  void run_large(const Inputs& inputs, const Use& use) const;
  template <class S, class Inputs, class Use>
  void run_huge(const Inputs& inputs, const Use& use) const;
  void refuse(std::size_t inputs, std::size_t outputs) const;

  std::vector<Step> steps_;
  std::vector<std::uint32_t> loads_;    ///< which input each of the first registers is given
  std::vector<std::uint16_t> sources_;  ///< the register of each output
  std::size_t inputs_ = 0;
  int registers_ = 0;
};

}  // namespace polhode

#pragma once
// The instructions of a compiled program, and what they do.

#include <bit>
#include <cstdint>

#include <polhode/math/program.hpp>

#include "math/expression/execute.hpp"

namespace polhode::expression {

/// Instructions that do the work of several operations of a formula in one dispatch. Each operation rounds as it does
/// alone, so the bits stay. They follow the codes of Operation.
enum class Fused : std::uint16_t {
  sincos = static_cast<std::uint16_t>(Operation::choose) + 1,  ///< target = sin a, register b = cos a
  multiply_add,                                                ///< a·b + c
  multiply_subtract,                                           ///< a·b − c
  subtract_multiply,                                           ///< c − a·b
  add_products,                                                ///< a·b + c·d
  subtract_products,                                           ///< a·b − c·d
  multiply_multiply,                                           ///< (a·b)·c
  negate_multiply,                                             ///< −(a·b)
  multiply_scale,                                              ///< (a·b)·number
  scale_multiply,                                              ///< (a·number)·b
  scale_add,                                                   ///< a·number + b
  scale_subtract,                                              ///< a·number − b
  end,
};

constexpr std::uint16_t code(Operation operation) { return static_cast<std::uint16_t>(operation); }
constexpr std::uint16_t code(Fused fused) { return static_cast<std::uint16_t>(fused); }

inline std::uint64_t with_number(double number) { return std::bit_cast<std::uint64_t>(number); }
inline std::uint64_t with_registers(unsigned c, unsigned d) { return c | std::uint64_t{d} << 16; }
inline double number_of(const Program::Step& step) { return std::bit_cast<double>(step.rest); }

/// One instruction that is one operation. Choosing takes the whole number, derivatives too, so a branch that is not
/// taken leaves nothing behind.
template <class S>
[[gnu::noinline]] void execute_operation(const Program::Step& step, S* r) {
  const auto operation = static_cast<Operation>(step.operation);
  S& target = r[step.target];
  switch (operands(operation)) {
    case 0: target = S(number_of(step)); break;
    case 1: target = execute_unary(operation, r[step.a], number_of(step)); break;
    case 2: target = execute_binary(operation, r[step.a], r[step.b]); break;
    default: target = select(truth(r[step.a]), r[step.b], r[static_cast<std::uint16_t>(step.rest)]);
  }
}

/// Runs instructions until Fused::end. What is frequent is dispatched here, the rest a second time.
template <class S>
void execute(const Program::Step* step, S* r) {
  for (;; ++step) {
    const S &a = r[step->a], &b = r[step->b];
    const std::uint64_t rest = step->rest;
    const auto c = [&]() -> const S& { return r[static_cast<std::uint16_t>(rest)]; };
    const auto d = [&]() -> const S& { return r[static_cast<std::uint16_t>(rest >> 16)]; };
    const double number = std::bit_cast<double>(rest);
    S& target = r[step->target];
    switch (step->operation) {
      case code(Fused::end): return;
      case code(Operation::number): target = S(number); break;
      case code(Operation::negate): target = -a; break;
      case code(Operation::sqrt): target = fn::sqrt(a); break;
      case code(Operation::add_number): target = a + number; break;
      case code(Operation::multiply_number): target = a * number; break;
      case code(Operation::divide_by_number): target = a / number; break;
      case code(Operation::subtract_from_number): target = number - a; break;
      case code(Operation::divide_number): target = number / a; break;
      case code(Operation::add): target = a + b; break;
      case code(Operation::subtract): target = a - b; break;
      case code(Operation::multiply): target = a * b; break;
      case code(Operation::divide): target = a / b; break;
      case code(Operation::sin): target = fn::sin(a); break;
      case code(Operation::cos): target = fn::cos(a); break;
      case code(Fused::sincos): {
        const fn::SinCos<S> both = fn::sincos(a);
        r[step->b] = both.cos;
        target = both.sin;
        break;
      }
      case code(Fused::multiply_add): target = a * b + c(); break;
      case code(Fused::multiply_subtract): target = a * b - c(); break;
      case code(Fused::subtract_multiply): target = c() - a * b; break;
      case code(Fused::add_products): target = a * b + c() * d(); break;
      case code(Fused::subtract_products): target = a * b - c() * d(); break;
      case code(Fused::multiply_multiply): target = (a * b) * c(); break;
      case code(Fused::negate_multiply): target = -(a * b); break;
      case code(Fused::multiply_scale): target = (a * b) * number; break;
      case code(Fused::scale_multiply): target = (a * number) * b; break;
      case code(Fused::scale_add): target = a * number + b; break;
      case code(Fused::scale_subtract): target = a * number - b; break;
      default: execute_operation(*step, r);
    }
  }
}

}  // namespace polhode::expression

#pragma once
// A callable passed by reference: two pointers, no allocation, about 2 ns a call. Does not own what it calls.

#include <memory>
#include <type_traits>
#include <utility>

namespace polhode {

template <class Signature>
class FunctionRef;

/// Non-owning reference to anything callable as R(Args…). The callable must outlive the reference.
template <class R, class... Args>
class FunctionRef<R(Args...)> {
 public:
  FunctionRef() = default;

  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> && std::is_invocable_r_v<R, F&, Args...>)
      FunctionRef(F&& callable)  // NOLINT: implicit by design, like a reference
      : object_(address(callable)), call_([](void* object, Args... args) -> R {
          using Callable = std::remove_reference_t<F>;
          // A function is no object, so its address takes the other cast.
          if constexpr (std::is_function_v<Callable>)
            return reinterpret_cast<Callable*>(object)(std::forward<Args>(args)...);
          else
            return (*static_cast<Callable*>(object))(std::forward<Args>(args)...);
        }) {}

  /// A context pointer and a plain function that receives it first: how an erased type lends one of its functions.
  FunctionRef(void* object, R (*call)(void*, Args...)) : object_(object), call_(call) {}

  R operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }
  explicit operator bool() const { return call_ != nullptr; }

 private:
  template <class F>
  static void* address(F& callable) {
    if constexpr (std::is_function_v<F>)
      return reinterpret_cast<void*>(&callable);
    else
      return const_cast<void*>(static_cast<const void*>(std::addressof(callable)));
  }

  void* object_ = nullptr;
  R (*call_)(void*, Args...) = nullptr;
};

}  // namespace polhode

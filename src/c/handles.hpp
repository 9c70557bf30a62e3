#pragma once
// Numbers that stand for objects. One that was freed never stands for another: each use of a slot has its own number.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace polhode::c {

template <class T, std::size_t most>
class Handles {
 public:
  /// 0 if all are taken.
  std::uint32_t add(std::unique_ptr<T> object) {
    for (std::size_t i = 0; i < most; ++i) {
      Slot& slot = slots_[i];
      if (slot.object != nullptr) continue;
      slot.object = std::move(object);
      return number(i);
    }
    return 0;
  }

  T* find(std::uint32_t handle) {
    const std::size_t i = handle % (most + 1);
    return i < most && slots_[i].object != nullptr && number(i) == handle ? slots_[i].object.get() : nullptr;
  }

  bool remove(std::uint32_t handle) {
    if (find(handle) == nullptr) return false;
    Slot& slot = slots_[handle % (most + 1)];
    slot.object.reset();
    ++slot.use;
    return true;
  }

  bool full() const {
    for (const Slot& slot : slots_)
      if (slot.object == nullptr) return false;
    return true;
  }

 private:
  struct Slot {
    std::unique_ptr<T> object;
    std::uint32_t use = 1;
  };

  std::uint32_t number(std::size_t i) const {
    return slots_[i].use * static_cast<std::uint32_t>(most + 1) + static_cast<std::uint32_t>(i);
  }

  std::array<Slot, most> slots_;
};

}  // namespace polhode::c

#pragma once
// A value, or all the reasons why there is none.

#include <optional>
#include <utility>

#include <polhode/base/diagnostic.hpp>
#include <polhode/base/error.hpp>

namespace polhode {

/// What reading somebody's data returns: a value (perhaps with warnings) or errors. Never throws on bad data;
/// asking for the value of a failed Result is the caller's mistake and a UsageError that quotes the findings.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(T value, Diagnostics warnings) : value_(std::move(value)), findings_(std::move(warnings)) {}
  Result(Diagnostics findings) : findings_(std::move(findings)) {}
  Result(Diagnostic finding) { findings_.add(std::move(finding)); }

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  const T& value() const& { return checked(*this); }
  T& value() & { return checked(*this); }
  T&& value() && { return std::move(checked(*this)); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const Diagnostics& diagnostics() const { return findings_; }

 private:
  template <class Self>
  static auto& checked(Self& self) {
    if (!self.value_)
      usage_error("a Result with a value", "one with findings:\n" + format(self.findings_), "test ok() first");
    return *self.value_;
  }

  std::optional<T> value_;
  Diagnostics findings_;
};

}  // namespace polhode

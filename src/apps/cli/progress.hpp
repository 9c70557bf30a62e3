#pragma once
// A bar on standard error, only when a person watches it and the work is long enough to notice.

#include <chrono>
#include <string>

namespace polhode::cli {

class ProgressBar {
 public:
  ProgressBar(bool wanted, const std::string& title);
  /// `fraction` in [0, 1]. Cheap: draws at most ten times a second, and nothing in the first 300 ms.
  void show(double fraction);
  void clear();

 private:
  bool on_;
  bool drawn_ = false;
  std::string title_;
  std::chrono::steady_clock::time_point begin_, last_;
  int calls_ = 0;
};

}  // namespace polhode::cli

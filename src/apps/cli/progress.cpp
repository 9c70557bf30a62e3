#include "apps/cli/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include <polhode/base/text.hpp>

namespace polhode::cli {
namespace {

constexpr auto patience = std::chrono::milliseconds(300);
constexpr auto interval = std::chrono::milliseconds(100);
constexpr int width = 32;

}  // namespace

ProgressBar::ProgressBar(bool wanted, const std::string& title)
    : on_(wanted && isatty(STDERR_FILENO) != 0),
      title_(printable(title)),
      begin_(std::chrono::steady_clock::now()),
      last_(begin_) {}

void ProgressBar::show(double fraction) {
  // Steps take well under a microsecond: look at the clock now and then only.
  if (!on_ || (++calls_ & 255) != 0) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - begin_ < patience || now - last_ < interval) return;
  last_ = now;
  drawn_ = true;
  const int full = std::clamp(static_cast<int>(fraction * width), 0, width);
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  const double left = fraction > 0 ? elapsed * (1 - fraction) / fraction : 0;
  std::fprintf(stderr, "\r%s [%s%s] %3.0f %%  %.0f s left \033[K", title_.c_str(),
               std::string(static_cast<std::size_t>(full), '#').c_str(),
               std::string(static_cast<std::size_t>(width - full), '-').c_str(), 100 * fraction, left);
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

}  // namespace polhode::cli

// Any calls of the C interface, in any order, with any handles: a scene, a zero byte, and what is done with it.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <polhode/c/polhode.h>

namespace {

/// Takes what the calls are given from the bytes of the input; zeros when they are used up.
class Bytes {
 public:
  explicit Bytes(std::string_view left) : left_(left) {}
  bool empty() const { return left_.empty(); }
  std::uint8_t byte() {
    if (left_.empty()) return 0;
    const auto first = static_cast<std::uint8_t>(left_[0]);
    left_.remove_prefix(1);
    return first;
  }
  template <class T>
  T number() {
    unsigned char raw[sizeof(T)];
    for (unsigned char& each : raw) each = byte();
    T value;
    std::memcpy(&value, raw, sizeof value);
    return value;
  }
  std::string text() {
    const std::size_t end = std::min(left_.find('\n'), left_.size());
    std::string line(left_.substr(0, end));
    left_.remove_prefix(std::min(end + 1, left_.size()));
    return line;
  }

 private:
  std::string_view left_;
};

/// What the interface promises of every call: a list is there if it says so, and nothing was thrown behind it, which
/// would have ended a program without exceptions.
void check(const double* numbers, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += numbers[i];
  if (numbers == nullptr && count > 0) std::abort();
  if (std::strncmp(polhode_last_error(), "unexpected", 10) == 0) std::abort();
  volatile double sink = sum;
  static_cast<void>(sink);
}
void check(const char* text) { check(nullptr, text != nullptr && std::strlen(text) > (std::size_t{1} << 30) ? 1 : 0); }

void call(Bytes& bytes, polhode_scene& scene, polhode_simulation& run) {
  size_t count = 0;
  const double* numbers = nullptr;
  switch (bytes.byte() % 18) {
    case 0: check(polhode_scene_findings(scene)); break;
    case 1: check(polhode_scene_info(scene)); break;
    case 2: polhode_scene_set(scene, bytes.text().c_str()); break;
    case 3: run = polhode_simulation_create(scene, bytes.number<double>()); break;
    case 4: run = polhode_simulation_create(scene, 0); break;
    case 5: polhode_simulation_step(run); break;
    case 6: polhode_simulation_advance(run, bytes.number<double>(), bytes.byte() % 20); break;
    case 7: numbers = polhode_simulation_state(run, &count); break;
    case 8: numbers = polhode_simulation_times(run, &count); break;
    case 9: numbers = polhode_simulation_states(run, &count); break;
    case 10: numbers = polhode_simulation_poses(run, &count); break;
    case 11: numbers = polhode_simulation_channel(run, bytes.byte() - 1, &count); break;
    case 12: check(polhode_simulation_events(run)); break;
    case 13: check(polhode_simulation_summary(run)); break;
    case 14: check(polhode_simulation_report(run, bytes.byte() - 1)); break;
    case 15: polhode_simulation_free(run); break;
    case 16: polhode_scene_free(scene); break;
    default: (bytes.byte() % 2 != 0 ? scene : run) = bytes.number<std::uint32_t>();
  }
  check(numbers, count);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::string text(all.substr(0, all.find('\0')));
  Bytes bytes(all.substr(std::min(text.size() + 1, size)));
  const polhode_scene scene = polhode_scene_load(text.data(), text.size(), "fuzz");
  polhode_scene now = scene;
  polhode_simulation runs[8]{}, run = 0;
  for (polhode_simulation& each : runs) {
    for (int i = 0; i < 4 && !bytes.empty(); ++i) call(bytes, now, run);
    each = run;
  }
  for (const polhode_simulation each : runs) polhode_simulation_free(each);
  polhode_simulation_free(run);
  polhode_scene_free(scene);
  return 0;
}

#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/ode/multistep.hpp>

#include "ode/multistep.hpp"

namespace polhode::ode {

struct OwnMultistep::Data {
  std::string name, title;
  std::vector<double> alpha, beta;
  MultistepProperties properties;
  Method method;
};

const Method& OwnMultistep::method() const { return data_->method; }
const MultistepProperties& OwnMultistep::properties() const { return data_->properties; }

namespace {

void check_list(const char* path, const std::vector<double>& list, Diagnostics& findings) {
  for (std::size_t i = 0; i < list.size(); ++i)
    if (!std::isfinite(list[i])) findings.error({}, numbered(path, i), shortest(list[i]) + " is not a finite number");
}

void check_sizes(const MultistepCoefficients& typed, Diagnostics& findings) {
  constexpr int most = Multistep::most_steps;
  const std::size_t count = typed.alpha.size();
  if (typed.name.empty()) findings.error({}, "name", "a solver needs a name");
  if (count < 2 || count > static_cast<std::size_t>(most) + 1)
    findings.error(
        {}, "alpha", std::to_string(count) + " coefficients make no rule",
        "a rule of k steps has k + 1, from the newest point to the oldest, and k is 1 to " + std::to_string(most));
  if (typed.beta.size() != count)
    findings.error({}, "beta", std::to_string(typed.beta.size()) + " for the " + std::to_string(count) + " of alpha",
                   "one for each point, 0 for those whose rate is not used");
  if (count > 0 && typed.alpha.front() == 0)
    findings.error({}, "alpha[0]", "the coefficient of the new point is 0", "list the newest point first");
}

void judge(const MultistepProperties& found, Diagnostics& findings) {
  if (found.order == 0)
    findings.error({}, "alpha", "these and the betas are not consistent: not a method of any order",
                   "the alphas must sum to 0, and (1 - j) alpha[j] over all j to the sum of the betas");
  if (!found.zero_stable)
    findings.error({}, "alpha",
                   "not zero-stable: a root of their polynomial has size " + rounded(found.largest_root) +
                       (found.largest_root > 1 + 1e-3 ? "" : ", and is there twice"),
                   "errors would grow the faster the smaller the steps; roots belong inside the unit circle, or once "
                   "on it");
}

}  // namespace

Result<OwnMultistep> OwnMultistep::from(const MultistepCoefficients& coefficients) {
  Diagnostics findings;
  check_sizes(coefficients, findings);
  check_list("alpha", coefficients.alpha, findings);
  check_list("beta", coefficients.beta, findings);
  if (findings.has_errors()) return findings;

  auto data = std::make_shared<Data>();
  data->name = coefficients.name;
  data->alpha = coefficients.alpha;
  data->beta = coefficients.beta;
  MultistepRule rule{.alpha = data->alpha, .beta = data->beta};
  const MultistepProperties found = data->properties = properties_of(rule);
  judge(found, findings);
  if (findings.has_errors()) return findings;

  rule.angle_deg = found.angle_deg;
  const bool by_values = Multistep::continues_by_values(rule);
  data->title = data->name + " " + std::to_string(found.order) + " in " + std::to_string(rule.steps()) +
                (rule.steps() == 1 ? " step" : " steps");
  data->method = {.name = data->name,
                  .family = "multistep",
                  .title = data->title,
                  .order = found.order,
                  .stages = 1,
                  .dense_order = by_values ? rule.steps() : std::clamp(found.order, 3, rule.steps() + 2),
                  .implicit = !rule.is_explicit(),
                  .smooth = !by_values,
                  .rule = rule,
                  .citation = "given with the problem"};
  return OwnMultistep(std::move(data));
}

}  // namespace polhode::ode

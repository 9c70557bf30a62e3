#include "apps/cli/trust.hpp"

#include <algorithm>
#include <array>

#include <polhode/base/text.hpp>

#include "apps/cli/summary.hpp"
#include "apps/cli/table.hpp"

namespace polhode::cli {
namespace {

constexpr std::size_t columns = 4;  // times at which errors are shown

std::string check_lines(const Certificate& certificate) {
  std::string text;
  for (const Check& check : certificate.checks) {
    std::string entry = check.method + " (" + check.family + "), tolerance " + shortest(check.tolerance) + ": " +
                        cost(check.statistics, check.seconds);
    if (check.outcome.ended_early())
      entry += "; " + std::string(ode::to_string(check.outcome.ending)) + " at t = " + rounded(check.outcome.t) + " s";
    if (!check.used) entry += ", not used";
    text += line(text.empty() ? "checks" : "", entry);
  }
  return text;
}

std::string event_lines(const Certificate& certificate) {
  std::string text;
  for (const EventTrust& event : certificate.events) {
    std::string entry = event.name + " " + std::to_string(event.in_run) + "×";
    if (event.in_run != event.in_check)
      entry += ", but " + std::to_string(event.in_check) + "× in " + certificate.checks[0].method;
    if (std::min(event.in_run, event.in_check) > 0) entry += ", times to " + rounded(event.error, 2) + " s";
    text += line("events", entry);
  }
  return text;
}

/// Samples at the quarters of what was judged.
std::array<std::size_t, columns> shown(const Certificate& certificate) {
  std::array<std::size_t, columns> at{};
  for (std::size_t i = 0; i < columns; ++i) at[i] = (certificate.times.size() - 1) * (i + 1) / columns;
  return at;
}

std::string channel_table(const Certificate& certificate) {
  const auto at = shown(certificate);
  std::vector<std::vector<std::string>> rows{{"  error"}};
  for (std::size_t i : at) rows[0].push_back(rounded(certificate.times[i], 3) + " s");
  rows[0].insert(rows[0].end(), {"band", "unit", "digits"});
  std::string zero;
  for (const ChannelTrust& channel : certificate.channels) {
    if (channel.size == 0 && *std::max_element(channel.error.begin(), channel.error.end()) == 0) {
      zero += (zero.empty() ? "" : ", ") + channel.name;
      continue;
    }
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back("    " + printable(channel.name));
    for (std::size_t i : at)
      row.push_back(
          rounded(*std::max_element(channel.error.begin(), channel.error.begin() + static_cast<long>(i) + 1), 2));
    row.insert(row.end(), {rounded(channel.band.back(), 2), channel.unit.empty() ? "1" : channel.unit,
                           channel.digits ? rounded(*channel.digits, 3) : "none"});
  }
  if (!zero.empty()) rows.push_back({"    zero throughout: " + printable(zero)});
  return in_columns(rows);
}

std::string growth_text(const Certificate& certificate) {
  if (certificate.contradicted)
    return "unknown: after t = " + rounded(*certificate.contradicted, 4) + " s it contradicts itself";
  return "a small error grows up to " + rounded(certificate.growth, 2) + " times; Lyapunov exponent about " +
         rounded(certificate.lyapunov, 2) + " /s";
}

std::string retold_text(const Retold& retold) {
  std::string methods;
  for (const std::string& method : retold.methods) methods += (methods.empty() ? "" : " and ") + method;
  return std::string(retold.agrees ? "agrees" : "DISAGREES") + " with the run in " + retold.where + ", solved by " +
         methods + " and seen from here: at most " + rounded(retold.apart, 2) +
         (retold.unit.empty() ? "" : " " + retold.unit) + " apart in " + retold.channel + ", " +
         rounded(retold.allowed, 2) + " are let pass";
}

std::string trust_text(const Certificate& certificate) {
  const std::string end = rounded(certificate.times.back(), 5) + " s";
  const std::string good = ": every error is below 1 % of what its channel moves, or of its size if it rests";
  if (certificate.trusted_to_the_end()) return "to the end, " + end + good;
  if (certificate.lost_first.empty() && !certificate.contradicted)
    return "until " + end + ", as far as the checks came" + good;
  if (certificate.contradicted && certificate.lost_first.empty())
    return "until " + rounded(certificate.horizon, 4) + " s of " + end +
           ": then a disturbed motion meets what the checks stepped over";
  const auto lost = std::find_if(certificate.channels.begin(), certificate.channels.end(),
                                 [&](const ChannelTrust& channel) { return channel.name == certificate.lost_first; });
  return "until " + rounded(certificate.horizon, 4) + " s of " + end + ": then the error of " +
         printable(certificate.lost_first) + " reaches 1 % of " + (lost->moves ? "what it moves" : "its size");
}

std::string tolerance_text(const Certificate& certificate) {
  if (certificate.contradicted)
    return "NOT certain: the checks stepped over something after t = " + rounded(*certificate.contradicted, 4) +
           " s; set run.largest_step";
  if (certificate.allowed == 0) return "none to honour: the steps are fixed";
  const bool elsewhere = certificate.worst <= certificate.allowed && !certificate.agrees_as_retold();
  const std::string verdict = certificate.honoured ? "honoured"
                              : elsewhere ? "honoured by the steps, but told in other coordinates the motion disagrees"
                                          : "NOT honoured";
  return verdict + ": the worst step, to t = " + rounded(certificate.worst_at, 4) + " s, errs by " +
         rounded(certificate.worst, 2) + " tolerances, and " + rounded(certificate.allowed, 2) + " are let pass" +
         (certificate.steps_not_judged > 0
              ? "; " + std::to_string(certificate.steps_not_judged) + " steps are too hard to judge"
              : "");
}

}  // namespace

std::string trust_summary(const Scene& scene, const BuiltScene& built, const Certificate& certificate,
                          const std::vector<std::string>& files) {
  std::string text = run_lines(scene, built, certificate.run);
  text += check_lines(certificate);
  if (!certificate.judged())
    return text + line("trust", "nothing is known: no two checks came far enough") + file_lines(files);
  text += event_lines(certificate);
  text += channel_table(certificate);
  for (const Retold& retold : certificate.retold) text += line("retold", retold_text(retold));
  for (const std::string& one : certificate.told_once) text += line("told once", printable(one));
  if (!built.swarms.empty()) text += line("swarm", "of the copies only those that are recorded are judged");
  text += line("growth", growth_text(certificate));
  text += line("trust", trust_text(certificate));
  text += line("tolerance", tolerance_text(certificate));
  return text + file_lines(files);
}

}  // namespace polhode::cli

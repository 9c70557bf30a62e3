#include "apps/cli/trust.hpp"

#include <algorithm>
#include <array>
#include <cmath>

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
  const std::string from =
      retold.why_not.empty() ? "" : ", from t = " + rounded(retold.until, 4) + " s on: " + retold.why_not;
  if (!retold.compared) return "not compared with the run in " + retold.where + from;
  return std::string(retold.agrees ? "agrees" : "DISAGREES") + " with the run in " + retold.where + ", solved by " +
         methods + " and seen from here: at most " + rounded(retold.apart, 2) +
         (retold.unit.empty() ? "" : " " + retold.unit) + " apart in " + retold.channel + ", " +
         rounded(retold.allowed, 2) + " are let pass" + (from.empty() ? "" : "; not compared" + from.substr(1));
}

/// "2.5 instead of 2", or with as many digits as tell the two apart, and what is between them.
std::string unlike(double mine, double theirs, int digits) {
  constexpr int all_digits = 17;
  int more = digits;
  while (more < all_digits && rounded(mine, more) == rounded(theirs, more)) ++more;
  const std::string both = rounded(mine, more) + " instead of " + rounded(theirs, more);
  return more == digits ? both
                        : both + ", " + rounded(std::fabs(mine - theirs), 2) + (mine > theirs ? " more" : " less");
}

/// "2.5 instead of 2": a term in both derivations.
std::string term_text(const DifferingTerm& term, const std::string& other) {
  const std::string name = printable(name_of(term));
  if (term.kind == TermKind::constraint)
    return name + " is broken by '" + other + "', where it is " + rounded(term.theirs, 3);
  if (term.theirs == 0) return name + ": " + rounded(term.mine, 3) + ", where '" + other + "' has none";
  if (term.mine == 0) return name + " is missing: '" + other + "' has " + rounded(term.theirs, 3);
  // A factor that reads as 1 says nothing.
  const bool by_factor = term.factor && rounded(*term.factor, 4) != "1";
  return name + ": " + unlike(term.mine, term.theirs, 3) +
         (by_factor ? ", " + rounded(*term.factor, 4) + " times as much throughout" : "");
}

constexpr std::size_t most_terms = 12;  // shown

std::string same_lines(const SameMotion& same) {
  const std::string who = "'" + printable(same.name) + "' (" + same.kind + ")", of = printable(same.of),
                    whom = "'" + of + "' (" + same.kind_of + ")";
  if (same.states == 0)
    return line("same as", who + " cannot be compared with " + whom + ": no state drawn has a value");
  const std::string states = with_thousands(same.states) + " random states";
  if (same.agrees)
    return line("same as", who + " has the accelerations of " + whom + " at " + states + ", to " +
                               rounded(same.relative, 2) + " of their size");
  std::string text =
      same.allowed == 0 && !same.terms.empty() && same.terms[0].kind == TermKind::constraint
          ? line("same as", who + " is NOT " + whom + ":")
          : line("same as",
                 who + " is NOT " + whom + ": of " + states + " the worst has " + printable(same.coordinate) + "'' = " +
                     unlike(same.mine, same.theirs, 4) + ", and " + rounded(same.allowed, 2) + " are let pass; " +
                     (same.terms.empty()
                          ? "no term by itself differs by more than rounding"
                          : "what differs" +
                                (same.scale == 1 ? "" : " from " + rounded(same.scale, 4) + " times the other") + ":"));
  for (std::size_t i = 0; i < std::min(most_terms, same.terms.size()); ++i)
    text += line("", "  " + term_text(same.terms[i], of));
  if (same.terms.size() > most_terms)
    text += line("", "  and " + std::to_string(same.terms.size() - most_terms) + " more, in certificate.json");
  return text;
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
  if (!certificate.judged()) {
    for (const SameMotion& same : certificate.same) text += same_lines(same);
    return text + line("trust", "nothing is known: no two checks came far enough") + file_lines(files);
  }
  text += event_lines(certificate);
  text += channel_table(certificate);
  for (const Retold& retold : certificate.retold) text += line("retold", retold_text(retold));
  for (const SameMotion& same : certificate.same) text += same_lines(same);
  for (const std::string& one : certificate.told_once) text += line("told once", printable(one));
  if (!built.swarms.empty()) text += line("swarm", "of the copies only those that are recorded are judged");
  text += line("growth", growth_text(certificate));
  text += line("trust", trust_text(certificate));
  text += line("tolerance", tolerance_text(certificate));
  return text + file_lines(files);
}

}  // namespace polhode::cli

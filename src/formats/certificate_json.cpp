#include <polhode/formats/run_files.hpp>

#include "formats/json.hpp"
#include "formats/run_parts.hpp"

namespace polhode {
namespace {

void write_checks(JsonWriter& json, const std::vector<Check>& checks) {
  json.line().key("checks").begin_array();
  for (const Check& check : checks)
    json.line()
        .begin_object()
        .member("solver", check.method)
        .member("family", check.family)
        .member("tolerance", check.tolerance)
        .member("used", check.used)
        .member("outcome", ode::to_string(check.outcome.ending))
        .member("t", check.outcome.t)
        .member("detail", check.outcome.detail)
        .member("steps", check.statistics.steps)
        .member("rejected", check.statistics.rejected)
        .member("rate_evaluations", check.statistics.rate_evaluations)
        .member("seconds", check.seconds)
        .end_object();
  json.end_array();
}

void write_channels(JsonWriter& json, const std::vector<ChannelTrust>& channels) {
  json.line().key("channels").begin_array();
  for (const ChannelTrust& channel : channels) {
    json.line()
        .begin_object()
        .member("name", channel.name)
        .member("unit", channel.unit)
        .member("size", channel.size)
        .member("range", channel.range)
        .member("moves", channel.moves)
        .member("measure", channel.measure)
        .key("digits");
    channel.digits ? json.value(*channel.digits) : json.null();
    json.line().member("error", std::span<const double>(channel.error));
    json.line().member("band", std::span<const double>(channel.band));
    json.end_object();
  }
  json.end_array();
}

void write_same(JsonWriter& json, const SameMotion& same) {
  json.line()
      .begin_object()
      .member("system", same.name)
      .member("derivation", same.kind)
      .member("of", same.of)
      .member("derivation_of", same.kind_of)
      .member("agrees", same.agrees)
      .member("states", static_cast<std::int64_t>(same.states))
      .member("without_value", static_cast<std::int64_t>(same.without_value))
      .member("relative", same.relative)
      .member("coordinate", same.coordinate)
      .member("mine", same.mine)
      .member("theirs", same.theirs)
      .member("apart", same.apart)
      .member("allowed", same.allowed)
      .member("t", same.t)
      .member("q", std::span<const double>(same.q))
      .member("rates", std::span<const double>(same.rates))
      .member("scale", same.scale)
      .key("terms")
      .begin_array();
  for (const DifferingTerm& term : same.terms) {
    json.begin_object()
        .member("kind", to_string(term.kind))
        .member("name", name_of(term))
        .member("coordinate", term.coordinate)
        .key("rates")
        .begin_array();
    for (const std::string& rate : term.rates) json.value(rate);
    json.end_array().member("mine", term.mine).member("theirs", term.theirs).key("factor");
    term.factor ? json.value(*term.factor) : json.null();
    json.end_object();
  }
  json.end_array().end_object();
}

}  // namespace

void write_certificate(JsonWriter& json, const Certificate& certificate) {
  json.begin_object().member("judged", certificate.judged());
  json.key("honoured");
  certificate.judged() && certificate.allowed > 0 ? json.value(certificate.honoured) : json.null();
  json.member("worst", certificate.worst)
      .member("worst_at", certificate.worst_at)
      .member("allowed", certificate.allowed)
      .member("steps_not_judged", certificate.steps_not_judged)
      .member("horizon", certificate.horizon)
      .member("trusted_to_the_end", certificate.trusted_to_the_end());
  json.key("lost_first");
  certificate.lost_first.empty() ? json.null() : json.value(certificate.lost_first);
  json.key("contradicted");
  certificate.contradicted ? json.value(*certificate.contradicted) : json.null();
  json.member("growth", certificate.growth).member("lyapunov", certificate.lyapunov).member("stiff", certificate.stiff);
  write_checks(json, certificate.checks);
  json.line().key("retold").begin_array();
  for (const Retold& retold : certificate.retold)
    json.begin_object()
        .member("where", retold.where)
        .member("agrees", retold.agrees)
        .member("compared", retold.compared)
        .member("why_not", retold.why_not)
        .member("until", retold.until)
        .member("channel", retold.channel)
        .member("apart", retold.apart)
        .member("allowed", retold.allowed)
        .end_object();
  json.end_array().line().key("same").begin_array();
  for (const SameMotion& same : certificate.same) write_same(json, same);
  json.end_array().key("told_once").begin_array();
  for (const std::string& one : certificate.told_once) json.value(one);
  json.end_array();
  json.line().key("event_times").begin_array();
  for (const EventTrust& event : certificate.events)
    json.begin_object()
        .member("name", event.name)
        .member("in_run", static_cast<std::int64_t>(event.in_run))
        .member("in_check", static_cast<std::int64_t>(event.in_check))
        .member("error", event.error)
        .end_object();
  json.end_array().line().member("times", std::span<const double>(certificate.times));
  write_channels(json, certificate.channels);
  json.end_object();
}

std::string certificate_json(const Scene& scene, const BuiltScene& built, const Certificate& certificate) {
  JsonWriter json;
  json.begin_object();
  write_run(json, scene, built, certificate.run);
  json.line().key("certificate");
  write_certificate(json, certificate);
  json.end_object().line();
  return json.text();
}

}  // namespace polhode

#include <polhode/formats/run_files.hpp>

#include "formats/json.hpp"

namespace polhode {

std::string mass_json(std::span<const MassReport> bodies) {
  JsonWriter json;
  json.begin_object().key("bodies").begin_array();
  for (const MassReport& body : bodies) {
    json.line()
        .begin_object()
        .member("name", body.name)
        .member("mass", body.figures.mass)
        .member("com", body.figures.com)
        .member("inertia", body.figures.inertia)
        .member("principal_moments", body.principal.moments)
        .member("principal_axes", body.principal.axes);
    if (body.nearest) json.member("nearest_possible_inertia", *body.nearest);
    json.key("findings").begin_array();
    for (const Diagnostic& finding : body.findings) json.value(format(finding));
    json.end_array().end_object();
  }
  json.end_array().end_object().line();
  return json.text();
}

}  // namespace polhode

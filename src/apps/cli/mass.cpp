// polhode mass FILE
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include <polhode/base/text.hpp>
#include <polhode/formats/mesh.hpp>
#include <polhode/formats/run_files.hpp>
#include <polhode/formats/scene_file.hpp>
#include <polhode/formats/urdf.hpp>
#include <polhode/mass/doctor.hpp>

#include "apps/cli/commands.hpp"

namespace polhode::cli {
namespace {

/// Only a mesh is weighed by a flag: with one, a file that does not end like a scene is meant as a mesh.
bool meant_as_mesh(const MassArguments& arguments) {
  if (is_mesh_file(arguments.file)) return true;
  const std::string ending = std::filesystem::path(arguments.file).extension().string();
  return (arguments.density || arguments.mass) && !ending.empty() && lower_case(ending) != ".toml";
}

/// What the shape of a body allows the doctor to check.
MassContext context_of(const BodyEntry& body) {
  MassContext context;
  if (const auto* mesh = std::get_if<MeshMass>(&body.mass)) {
    context.bounds = bounds(mesh->mesh);
    context.volume = volume_moments(mesh->mesh).measure;
  } else if (const auto* parts = std::get_if<SolidParts>(&body.mass); parts != nullptr && parts->parts.size() == 1) {
    const Part& only = parts->parts[0];
    const solid::Kind& kind = solid::kinds()[only.solid.index()];
    const bool filled = std::visit(
        [](const auto& one) {
          if constexpr (requires { one.shell; })
            return one.shell == solid::Shell::none;
          else
            return true;
        },
        only.solid);
    if (kind.extent == 3 && filled) context.volume = solid::measure(only.solid);
  }
  return context;
}

/// The links of a mechanism, called MECHANISM.LINK as in loads.
void add_links(const Scene& scene, std::size_t number, std::vector<MassReport>& reports) {
  const MechanismEntry& entry = scene.mechanisms[number];
  for (std::size_t i = 0; i < entry.tree->links().size(); ++i) {
    const Link& link = entry.tree->links()[i];
    const std::string name = entry.name + "." + link.name;
    const std::string path = numbered("mechanism", number) + "." + numbered("links", i);
    reports.push_back(link.mass ? examine(name, *link.mass, {.where = scene.source.find(path)})
                                : MassReport{.name = name});
  }
}

/// A body that rolls, in the axes of its surface.
void add_rolling(const Scene& scene, std::size_t number, std::vector<MassReport>& reports, Diagnostics& findings) {
  const RollingEntry& entry = scene.rolling[number];
  const std::string path = numbered("rolling", number);
  const auto mass = mass_of(entry, path, scene.source);
  if (mass.ok())
    reports.push_back(examine(entry.name, *mass, {.where = scene.source.find(path)}, mass.diagnostics()));
  else
    findings.append(mass.diagnostics());
}

Result<std::vector<MassReport>> scene_reports(const MassArguments& arguments) {
  if (arguments.density || arguments.mass)
    return Diagnostic{.where = {arguments.file, 0, 0},
                      .message = "--density and --mass are for meshes; a scene says itself what its bodies weigh",
                      .hint = "change a key of the scene with --set body[0].mass=…"};
  const auto scene = load_scene(arguments.file, arguments.set);
  if (!scene.ok()) return scene.diagnostics();
  if (scene->bodies.empty() && scene->mechanisms.empty() && scene->rolling.empty())
    return Diagnostic{.where = {arguments.file, 0, 0},
                      .message = "the scene holds no body and no mechanism, so there is nothing to weigh"};
  std::vector<MassReport> reports;
  Diagnostics findings = scene.diagnostics();
  for (std::size_t i = 0; i < scene->bodies.size(); ++i) {
    const BodyEntry& body = scene->bodies[i];
    const auto mass = mass_of(body, "body[" + std::to_string(i) + "]", scene->source);
    if (mass.ok())
      reports.push_back(examine(body.name, *mass, context_of(body), mass.diagnostics()));
    else
      findings.append(mass.diagnostics());
  }
  for (std::size_t i = 0; i < scene->mechanisms.size(); ++i) add_links(*scene, i, reports);
  for (std::size_t i = 0; i < scene->rolling.size(); ++i) add_rolling(*scene, i, reports, findings);
  if (findings.has_errors()) return findings;
  return {std::move(reports), std::move(findings)};
}

/// What several bodies weigh together; where each of them is, and so the centre of all, depends on the motion.
std::string total(const std::vector<MassReport>& reports) {
  double sum = 0;
  for (const MassReport& report : reports) sum += report.figures.mass;
  if (reports.size() < 2 || !std::isfinite(sum)) return {};
  return "\nin all " + rounded(sum, 6) + " kg\n";
}

std::optional<double> amount(const std::optional<std::string>& text, const char* flag, Dimension dimension,
                             Diagnostics& findings) {
  if (!text) return std::nullopt;
  const auto value = parse_quantity(*text, dimension);
  if (value.ok() && *value > 0) return *value;
  const std::string why = value.ok() ? "must be greater than zero" : value.diagnostics()[0].message;
  findings.error({std::string(flag) + " " + *text, 0, 0}, "", why, value.ok() ? "" : value.diagnostics()[0].hint);
  return std::nullopt;
}

Result<std::vector<MassReport>> mesh_reports(const MassArguments& arguments) {
  Diagnostics findings;
  const auto density = amount(arguments.density, "--density", dimension::density, findings);
  const auto mass = amount(arguments.mass, "--mass", dimension::mass, findings);
  if (arguments.density.has_value() == arguments.mass.has_value())
    findings.error({arguments.file, 0, 0}, "", "a mesh needs --density or --mass, and not both",
                   "for example --density \"2.7 g/cm^3\"");
  const auto mesh = load_mesh(arguments.file);
  findings.append(mesh.diagnostics());
  if (findings.has_errors() || !mesh.ok()) return findings;
  const auto properties = mesh_mass(*mesh, {.mass = mass.value_or(0), .density = density.value_or(0)}, "");
  findings.append(properties.diagnostics());
  if (!properties.ok()) return findings;
  const MassContext context{.bounds = bounds(*mesh), .volume = volume_moments(*mesh).measure};
  return std::vector{examine(arguments.file, *properties, context, findings)};
}

/// Findings about links do not stop the report: they are what it is for.
Result<std::vector<MassReport>> robot_reports(const MassArguments& arguments) {
  if (arguments.density || arguments.mass || !arguments.set.empty())
    return Diagnostic{.where = {arguments.file, 0, 0},
                      .message =
                          "--density and --mass are for meshes, --set is for scenes; a robot says itself what "
                          "its links weigh"};
  const auto robot = load_urdf_links(arguments.file);
  if (!robot.ok()) return robot.diagnostics();
  return {examine(*robot), robot->findings};
}

bool has_errors(const MassReport& report) { return report.findings.has_errors(); }

}  // namespace

int mass(const MassArguments& arguments) {
  const auto reports = is_urdf_file(arguments.file) ? robot_reports(arguments)
                       : meant_as_mesh(arguments)   ? mesh_reports(arguments)
                                                    : scene_reports(arguments);
  std::fputs(format(reports.diagnostics()).c_str(), stderr);
  if (!reports.ok()) return bad_input;
  std::fputs((arguments.json ? mass_json(*reports) : format(*reports) + total(*reports)).c_str(), stdout);
  const bool wrong = reports.diagnostics().has_errors() || std::any_of(reports->begin(), reports->end(), has_errors);
  return wrong ? bad_input : done;
}

}  // namespace polhode::cli

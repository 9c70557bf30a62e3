// polhode certify SCENE
#include <polhode/sim/certify.hpp>

#include <cstdio>

#include <polhode/base/text.hpp>
#include <polhode/formats/run_files.hpp>

#include "apps/cli/prepare.hpp"
#include "apps/cli/progress.hpp"
#include "apps/cli/trust.hpp"

namespace polhode::cli {

int certify(const SceneArguments& arguments) {
  auto prepared = prepare_motion(arguments);
  if (!prepared) return bad_input;
  auto& [scene, built] = *prepared;
  const auto folder = make_folder(arguments, scene);
  if (!folder.ok()) return refuse(folder.diagnostics());

  listen_for_interrupt();
  ProgressBar bar(!arguments.quiet && !arguments.json, scene.name);
  CertifyOptions options{.run = built.options, .same = built.same};
  options.run.progress = [&bar](double fraction) {
    bar.show(fraction);
    return !is_interrupted();
  };
  const Certificate certificate = polhode::certify(built.system, built.x0, options);
  bar.clear();

  const ode::Outcome& outcome = certificate.run.outcome;
  int code = certificate.honoured && certificate.is_what_it_says() ? done : not_honoured;
  if (outcome.ended_early() || is_interrupted() || !certificate.judged()) code = ended_early;
  const std::string object = certificate_json(scene, built, certificate);
  std::vector<std::string> files;
  if (!folder->empty()) {
    auto written =
        write_files(*folder, {{"report.html", report_page(page_json(scene, built, certificate.run, &certificate))},
                              {"certificate.json", object}});
    if (written.ok())
      files = *std::move(written);
    else
      code = refuse(written.diagnostics());
  }
  if (arguments.json)
    std::fputs(object.c_str(), stdout);
  else if (!arguments.quiet)
    std::fputs(trust_summary(scene, built, certificate, files).c_str(), stdout);
  if (outcome.ended_early()) std::fprintf(stderr, "polhode: %s\n", printable(outcome.detail).c_str());
  for (const Check& check : certificate.checks)
    if (check.outcome.ended_early() && !outcome.ended_early() && !is_interrupted())
      std::fprintf(stderr, "polhode: the check by %s failed: %s\n", check.method.c_str(),
                   printable(check.outcome.detail).c_str());
  return code;
}

}  // namespace polhode::cli

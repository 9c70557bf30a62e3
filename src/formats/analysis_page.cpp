#include <polhode/formats/analysis_files.hpp>

#include "formats/html_page.hpp"
#include "formats/json.hpp"
#include "formats/svg.hpp"

namespace polhode {

std::string analysis_json(const AnalysisSubject& subject, const std::vector<AnalysisSection>& sections) {
  JsonWriter json;
  json.begin_object().member("scene", subject.scene).member("title", subject.title);
  std::string text = json.text();
  for (const AnalysisSection& section : sections) text += "\n,\"" + section.key + "\":" + section.json;
  return text + "}\n";
}

std::string analysis_page(const AnalysisSubject& subject, const std::vector<AnalysisSection>& sections) {
  std::string html = "<p>What the system of <b>" + escaped(subject.scene) + "</b> does, apart from one motion.</p>\n";
  for (const AnalysisSection& section : sections) {
    html += "<h2>" + escaped(section.heading) + "</h2>\n<p>" + escaped(section.sentence) + ".</p>\n";
    if (!section.moving.empty()) html += "<p><a href=\"" + escaped(section.moving) + "\">See it move</a></p>\n";
    if (section.table.size() > 1) html += html_table(section.table);
    html += "<div class=\"pictures\">\n";
    for (const Picture& picture : section.pictures) html += html_figure(picture);
    if (!section.notes.empty()) {
      html += "<ul class=\"muted\">\n";
      for (const std::string& note : section.notes) html += "<li>" + escaped(note) + ".</li>\n";
      html += "</ul>\n";
    }
    html += "</div>\n";
  }
  return html_page(subject.title.empty() ? subject.scene : subject.title, "analysis", html);
}

}  // namespace polhode

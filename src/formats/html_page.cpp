#include "formats/html_page.hpp"

#include "formats/svg.hpp"

namespace polhode {
namespace {

constexpr const char* page_style = R"(
:root { color-scheme: light dark; --paper: #fbfcfd; --text: #1b2430; --muted: #5d6a78; --hairline: #e3e8ed; --focus: #2f6fb0; }
@media (prefers-color-scheme: dark) { :root { --paper: #0b0f17; --text: #e8edf3; --muted: #94a1b0; --hairline: #212b39; --focus: #7db8f2; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1120px; padding: 16px 24px 48px; background: var(--paper); color: var(--text);
  font: 13px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%; }
h1 { margin: 0; font-size: 22px; font-weight: 600; line-height: 1.25; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { margin: 28px 0 4px; font-size: 16px; font-weight: 600; }
p { margin: 4px 0; max-width: 90ch; }
a { color: var(--focus); }
.muted, figcaption { color: var(--muted); }
.scroll { overflow-x: auto; margin: 20px 0; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 5px 10px; border-bottom: 1px solid var(--hairline); text-align: right; white-space: nowrap; }
th { color: var(--muted); font-weight: 500; }
th:first-child, td:first-child { text-align: left; padding-left: 0; position: sticky; left: 0; background: var(--paper); }
td:first-child { font-weight: 600; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 28px; align-items: start; }
figure { margin: 0; }
figure svg { display: block; width: 100%; max-width: 760px; height: auto; }
figcaption { margin-top: 6px; max-width: 60ch; }
ul { margin: 0; padding-left: 18px; }
li { margin-bottom: 6px; }
@media (max-width: 480px) { body { padding: 12px 12px 32px; } }
)";

}  // namespace

std::string html_page(const std::string& title, const std::string& about, const std::string& body) {
  return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
         "content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta "
         "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<meta "
         "name=\"generator\" content=\"Polhode\">\n<title>" +
         escaped(title) + ": " + about + "</title>\n<style>" + page_style + "</style>\n</head>\n<body>\n<h1>" +
         escaped(title) + "</h1>\n" + body + "</body>\n</html>\n";
}

std::string html_table(const std::vector<std::vector<std::string>>& rows) {
  std::string html = "<div class=\"scroll\"><table>\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string cell = i == 0 ? "th" : "td";
    html += "<tr>";
    for (const std::string& text : rows[i]) html += "<" + cell + ">" + escaped(text) + "</" + cell + ">";
    html += "</tr>\n";
  }
  return html + "</table></div>\n";
}

std::string html_figure(const Picture& picture) {
  return "<figure>\n" + picture.svg + "<figcaption>" + escaped(picture.caption) + "</figcaption>\n</figure>\n";
}

}  // namespace polhode

#pragma once
// The frame of pages that hold tables and pictures: one look, no script, no network.

#include <string>
#include <vector>

#include <polhode/formats/converge_files.hpp>

namespace polhode {

/// A page of that title and, behind a colon in the window's title, what it is about; `body` is HTML.
std::string html_page(const std::string& title, const std::string& about, const std::string& body);
/// The first row are heads.
std::string html_table(const std::vector<std::vector<std::string>>& rows);
std::string html_figure(const Picture& picture);

}  // namespace polhode

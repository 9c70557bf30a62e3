#pragma once
// The page of a run, embedded in the binary.

#include <string_view>

namespace polhode {

/// One self-contained html file that holds `report_placeholder` exactly once; the report writer puts the run's JSON
/// there, with every '<' written as \u003c so that no name or title can end the element it sits in.
std::string_view report_template();

inline constexpr std::string_view report_placeholder = "@POLHODE_RUN@";

}  // namespace polhode

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <polhode/sim/portrait.hpp>

namespace polhode {
namespace {

/// An edge of the grid: from a corner to its neighbour on the right, or above.
struct GridEdge {
  int column, row;
  bool upwards;
  friend auto operator<=>(const GridEdge&, const GridEdge&) = default;
};

struct Piece {
  GridEdge from, to;
  bool used = false;
};

/// The corners' values of a window.
struct Grid {
  const PlaneWindow& window;
  int columns, rows;
  std::vector<double> values;

  double u(int column) const { return window.left + (window.right - window.left) * column / columns; }
  double v(int row) const { return window.bottom + (window.top - window.bottom) * row / rows; }
  double at(int column, int row) const { return values[static_cast<std::size_t>(row * (columns + 1) + column)]; }

  PlanePoint point(const GridEdge& edge, double value) const {
    const int column = edge.column + (edge.upwards ? 0 : 1), row = edge.row + (edge.upwards ? 1 : 0);
    const double a = at(edge.column, edge.row), b = at(column, row), part = (value - a) / (b - a);
    return {u(edge.column) + part * (u(column) - u(edge.column)), v(edge.row) + part * (v(row) - v(edge.row))};
  }
};

/// The pieces of the line in one square: where two corners opposite each other are above, by the value in its middle.
void march(const Grid& grid, int column, int row, double value, std::vector<Piece>& pieces) {
  const std::array corners{grid.at(column, row), grid.at(column + 1, row), grid.at(column + 1, row + 1),
                           grid.at(column, row + 1)};
  const std::array<GridEdge, 4> edges{GridEdge{column, row, false}, GridEdge{column + 1, row, true},
                                      GridEdge{column, row + 1, false}, GridEdge{column, row, true}};
  std::vector<int> crossed;
  double middle = 0;
  for (int k = 0; k < 4; ++k) {
    const double a = corners[static_cast<std::size_t>(k)], b = corners[static_cast<std::size_t>((k + 1) % 4)];
    if (!std::isfinite(a)) return;
    middle += 0.25 * a;
    if ((a > value) != (b > value)) crossed.push_back(k);
  }
  const auto add = [&](int a, int b) {
    pieces.push_back({edges[static_cast<std::size_t>(a)], edges[static_cast<std::size_t>(b)]});
  };
  if (crossed.size() == 2) add(crossed[0], crossed[1]);
  if (crossed.size() != 4) return;
  if ((middle > value) == (corners[0] > value))
    add(0, 1), add(2, 3);
  else
    add(3, 0), add(1, 2);
}

/// Pieces joined end to end.
std::vector<PlaneCurve> joined(const Grid& grid, std::vector<Piece>& pieces, double value) {
  std::multimap<GridEdge, std::size_t> at;
  for (std::size_t i = 0; i < pieces.size(); ++i) at.emplace(pieces[i].from, i), at.emplace(pieces[i].to, i);
  // From an edge on to the other end of a piece that was not used yet.
  const auto step = [&](GridEdge& edge) {
    const auto [first, last] = at.equal_range(edge);
    for (auto k = first; k != last; ++k) {
      Piece& piece = pieces[k->second];
      if (piece.used) continue;
      piece.used = true;
      edge = piece.from == edge ? piece.to : piece.from;
      return true;
    }
    return false;
  };
  std::vector<PlaneCurve> curves;
  for (Piece& piece : pieces) {
    if (piece.used) continue;
    piece.used = true;
    PlaneCurve back, curve{grid.point(piece.from, value), grid.point(piece.to, value)};
    for (GridEdge edge = piece.to; step(edge);) curve.push_back(grid.point(edge, value));
    for (GridEdge edge = piece.from; step(edge);) back.push_back(grid.point(edge, value));
    curve.insert(curve.begin(), back.rbegin(), back.rend());
    curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace

std::vector<PlaneCurve> level_lines(const std::function<double(double u, double v)>& f, const PlaneWindow& window,
                                    int columns, int rows, double value) {
  Grid grid{window, columns, rows, {}};
  for (int row = 0; row <= rows; ++row)
    for (int column = 0; column <= columns; ++column) grid.values.push_back(f(grid.u(column), grid.v(row)));
  std::vector<Piece> pieces;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) march(grid, column, row, value, pieces);
  return joined(grid, pieces, value);
}

std::vector<double> even_levels(const std::function<double(double u, double v)>& f, const PlaneWindow& window,
                                int count) {
  constexpr int squares = 40;
  std::vector<double> values, chosen;
  for (int i = 0; i <= squares; ++i)
    for (int k = 0; k <= squares; ++k)
      if (const double value = f(window.left + i * (window.right - window.left) / squares,
                                 window.bottom + k * (window.top - window.bottom) / squares);
          std::isfinite(value))
        values.push_back(value);
  if (values.empty()) return chosen;
  std::sort(values.begin(), values.end());
  for (int k = 0; k < count; ++k) {
    const double rank = (k + 0.5) / count;
    chosen.push_back(values[static_cast<std::size_t>(rank * static_cast<double>(values.size() - 1))]);
  }
  return chosen;
}

}  // namespace polhode

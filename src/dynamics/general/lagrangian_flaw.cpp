// What is wrong with equations that have no solution.
#include <algorithm>
#include <cmath>

#include <polhode/dynamics/general/lagrangian.hpp>

#include "dynamics/general/elimination.hpp"

namespace polhode {
namespace {

/// What is smaller than this part of what it is made of is rounding.
constexpr double nothing = 1e-11;

using Row = std::vector<double>;

double inner(const Row& a, const Row& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
void add(Row& a, double factor, const Row& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += factor * b[i];
}

/// Rows made orthogonal one after another, with what stands on their right sides.
struct Basis {
  std::vector<Row> rows, rights;
  std::vector<std::size_t> from;  ///< the constraint that gave it

  /// Takes out of a row what is in the basis already; which rows that were is left in `parts`.
  void reduce(Row& row, Row* right, std::vector<double>& parts) const {
    parts.assign(rows.size(), 0.0);
    for (int twice = 0; twice < 2; ++twice)
      for (std::size_t k = 0; k < rows.size(); ++k) {
        const double part = inner(row, rows[k]);
        parts[k] += part;
        add(row, -part, rows[k]);
        if (right != nullptr) add(*right, -part, rights[k]);
      }
  }
  /// Adds a row of some length; false if nothing is left of it.
  bool add_row(Row row, Row right, std::size_t which, double length) {
    const double left = std::sqrt(inner(row, row));
    if (!(left > nothing * length)) return false;
    for (double& x : row) x /= left;
    for (double& x : right) x /= left;
    rows.push_back(std::move(row));
    rights.push_back(std::move(right));
    from.push_back(which);
    return true;
  }
};

/// A direction δ with K δ = 0, or nothing, of a symmetric K; by elimination with complete pivoting.
Row null_direction(std::vector<Row> K) {
  const std::size_t n = K.size();
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = i;
  double first = 0;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t r = k, c = k;
    for (std::size_t i = k; i < n; ++i)
      for (std::size_t j = k; j < n; ++j)
        if (std::fabs(K[i][j]) > std::fabs(K[r][c])) r = i, c = j;
    if (k == 0) first = std::fabs(K[r][c]);
    if (!(std::fabs(K[r][c]) > nothing * first)) {
      Row direction(n, 0.0);
      direction[order[k]] = 1;
      for (std::size_t i = k; i-- > 0;) {
        double sum = -K[i][k];
        for (std::size_t j = i + 1; j < k; ++j) sum -= K[i][j] * direction[order[j]];
        direction[order[i]] = sum / K[i][i];
      }
      return direction;
    }
    std::swap(K[k], K[r]);
    for (Row& row : K) std::swap(row[k], row[c]);
    std::swap(order[k], order[c]);
    for (std::size_t i = k + 1; i < n; ++i) add(K[i], -K[i][k] / K[k][k], K[k]);
  }
  return {};
}

/// Vectors that span what is orthogonal to a basis: always the axis of which most is left, 1 − Σ row_i².
std::vector<Row> rest_of(Basis basis, std::size_t n) {
  std::vector<Row> rest;
  std::vector<double> parts, left(n, 1.0);
  const auto take_from_all = [&left](const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i) left[i] -= row[i] * row[i];
  };
  for (const Row& row : basis.rows) take_from_all(row);
  while (basis.rows.size() < n) {
    Row unit(n, 0.0);
    unit[static_cast<std::size_t>(std::max_element(left.begin(), left.end()) - left.begin())] = 1;
    basis.reduce(unit, nullptr, parts);
    basis.add_row(unit, {}, 0, 1);
    rest.push_back(basis.rows.back());
    take_from_all(rest.back());
  }
  return rest;
}

std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i)
    list += (i == 0 ? "'" : i + 1 == names.size() ? " and '" : ", '") + names[i] + "'";
  return list;
}

/// What a row that depends on those of the basis has to say: which ones, and whether its right side agrees.
EquationFlaw dependent(const Basis& basis, const std::vector<double>& parts, double length, const Row& before,
                       const Row& right, std::size_t k, const std::vector<std::string>& names) {
  std::vector<std::string> others;
  double size = std::sqrt(inner(before, before));
  const double odd = std::sqrt(inner(right, right));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (std::fabs(parts[i]) <= nothing * length) continue;
    others.push_back(names[basis.from[i]]);
    size = std::max(size, std::fabs(parts[i]) * std::sqrt(inner(basis.rights[i], basis.rights[i])));
  }
  const int at = static_cast<int>(k);
  if (odd > 1e-9 * size)
    return {at, -1, "'" + names[k] + "' contradicts " + listed(others) + ": no motion obeys all of them",
            "remove one of them"};
  return {at, -1,
          "'" + names[k] + "' says there what " + listed(others) + (others.size() > 1 ? " say" : " says") +
              " already, so that their forces are not determined",
          "remove one of them"};
}

/// A displacement that the constraints allow and along which the scaled mass matrix vanishes, or nothing.
Row massless_displacement(const Basis& basis, const std::vector<Row>& mass, const Row& scale) {
  const std::size_t n = scale.size();
  const std::vector<Row> free = rest_of(basis, n);
  std::vector<Row> K(free.size(), Row(free.size()));
  for (std::size_t b = 0; b < free.size(); ++b) {
    Row force(n);  // that accelerates along free[b]
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) force[i] += mass[i][j] / (scale[i] * scale[j]) * free[b][j];
    for (std::size_t a = 0; a < free.size(); ++a) K[a][b] = inner(free[a], force);
  }
  const Row null = null_direction(std::move(K));
  if (null.empty()) return {};
  Row direction(n);
  for (std::size_t a = 0; a < free.size(); ++a) add(direction, null[a], free[a]);
  return direction;
}

/// The coordinate that moves most along a displacement without mass, and those that move with it.
EquationFlaw singular_mass(const Row& direction, const std::vector<std::string>& coordinates,
                           const std::vector<char>& massless, bool everywhere) {
  std::size_t worst = 0;
  for (std::size_t i = 1; i < direction.size(); ++i)
    if (std::fabs(direction[i]) > (1 + 1e-9) * std::fabs(direction[worst])) worst = i;
  std::vector<std::string> with;
  for (std::size_t i = 0; i < direction.size(); ++i)
    if (i != worst && std::fabs(direction[i]) > 1e-6 * std::fabs(direction[worst])) with.push_back(coordinates[i]);
  const std::string& name = coordinates[worst];
  const int at = static_cast<int>(worst);
  if (massless[worst] != 0)
    return {
        -1, at,
        "the Lagrangian does not say what it takes to accelerate '" + name + "': it holds no square of " + name + "'",
        "add its kinetic energy, or remove the coordinate"};
  return {-1, at,
          std::string("the mass matrix is singular ") + (everywhere ? "everywhere" : "there") + ": '" + name +
              "' can be accelerated" + (with.empty() ? "" : ", along with " + listed(with) + ",") +
              " without any force",
          everywhere ? "add the kinetic energy of that motion, or tell it by one coordinate less"
                     : "no start may lie where coordinates are not unique, as at the pole of a sphere"};
}

/// Whether there is such a displacement at this state, whatever else is wrong there.
bool is_massless_at(const Lagrangian& lagrangian, double t, VecIn x) {
  const std::size_t n = lagrangian.size(), m = lagrangian.constraints();
  Row entries(n * n), rows(n * m), scale(n, 1.0);
  lagrangian.mass_matrix(t, x, entries);
  lagrangian.constraint_rows(t, x, rows);
  std::vector<Row> mass;
  for (std::size_t i = 0; i < n; ++i) {
    mass.emplace_back(entries.begin() + static_cast<std::ptrdiff_t>(i * n),
                      entries.begin() + static_cast<std::ptrdiff_t>((i + 1) * n));
    double largest = 0;
    for (const double entry : mass[i]) largest = std::max(largest, std::fabs(entry));
    if (largest > 0) scale[i] = std::sqrt(largest);
  }
  Basis basis;
  std::vector<double> parts;
  for (std::size_t k = 0; k < m; ++k) {
    Row row(n);
    for (std::size_t i = 0; i < n; ++i) row[i] = rows[k * n + i] / scale[i];
    const double length = std::sqrt(inner(row, row));
    basis.reduce(row, nullptr, parts);
    basis.add_row(row, {}, k, length);
  }
  return !massless_displacement(basis, mass, scale).empty();
}

/// At this state and at others that have nothing to do with it.
bool is_massless_beside(const Lagrangian& lagrangian, double t, VecIn x) {
  Row there(x.begin(), x.end());
  for (const double step : {0.3117, -0.7431, 1.2713}) {
    for (std::size_t i = 0; i < there.size(); ++i)
      there[i] = x[i] + step * (1 + 0.37 * static_cast<double>(i % 7)) * std::max(1.0, std::fabs(x[i]));
    if (!is_massless_at(lagrangian, t + 0.1 * step, there)) return false;
  }
  return true;
}

}  // namespace

std::vector<double> Lagrangian::constraint_reaches(double t, VecIn x, bool alone) const {
  std::vector<double> A(n_ * m_), parts, reaches(holonomic_);
  constraint_rows(t, x, A);
  std::vector<Row> rows;
  for (std::size_t k = 0; k < holonomic_; ++k) rows.emplace_back(&A[k * n_], &A[k * n_] + n_);
  Basis basis;
  const auto add = [&basis, &parts](Row row) {
    basis.reduce(row, nullptr, parts);
    const double left = std::sqrt(inner(row, row));
    basis.add_row(std::move(row), {}, 0, 0);
    return left;
  };
  for (std::size_t k = 0; k < holonomic_; ++k) {
    if (alone) {
      basis = {};
      for (std::size_t i = 0; i < holonomic_; ++i)
        if (i != k) add(rows[i]);
    }
    reaches[k] = add(rows[k]);
  }
  return reaches;
}

std::optional<EquationFlaw> Lagrangian::flaw(double t, VecIn x) const {
  std::vector<double> y(motion_.outputs()), left(holonomic_ + m_);
  motion_.evaluate_at<double>(t, x, y);
  violations(t, x, left);
  std::vector<Row> mass(n_, Row(n_));
  const double* next = y.data();
  for (std::size_t i = 0; i < n_; ++i)
    for (std::size_t j = i; j < n_; ++j) mass[i][j] = mass[j][i] = *next++;
  Row scale(n_, 1.0);
  for (std::size_t i = 0; i < n_; ++i) {
    double largest = 0, all = y[n_ * (n_ + 1) / 2 + i];
    for (const double entry : mass[i]) largest = std::max(largest, std::fabs(entry)), all += entry;
    if (!(all - all == 0))
      return EquationFlaw{-1, static_cast<int>(i),
                          "the equation for '" + text_.coordinates[i] + "' has no finite value there",
                          "no division by zero and no root of a negative number may stand in it"};
    if (largest > 0) scale[i] = std::sqrt(largest);
  }
  std::vector<std::string> names(m_);
  for (std::size_t k = 0; k < m_; ++k) names[k] = constraint_name(k);
  Basis basis;
  for (std::size_t k = 0; k < m_; ++k) {
    Row row(n_), right{k < holonomic_ ? left[k] : 0.0, left[holonomic_ + k], y[y.size() - m_ + k]};
    for (std::size_t i = 0; i < n_; ++i) row[i] = y[n_ * (n_ + 1) / 2 + n_ + k * n_ + i] / scale[i];
    const double length = std::sqrt(inner(row, row));
    if (length == 0)
      return EquationFlaw{static_cast<int>(k), -1, "the slopes of '" + names[k] + "' are all zero there",
                          "write it so that its slope by some coordinate is not zero where it holds"};
    std::vector<double> parts;
    const Row before = right;
    basis.reduce(row, &right, parts);
    if (!basis.add_row(row, right, k, length)) return dependent(basis, parts, length, before, right, k, names);
  }
  const Row direction = massless_displacement(basis, mass, scale);
  if (direction.empty()) return std::nullopt;
  return singular_mass(direction, text_.coordinates, massless_, is_massless_beside(*this, t, x));
}

}  // namespace polhode

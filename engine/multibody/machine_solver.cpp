#include "engine/multibody/machine_solver.h"

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "engine/multibody/multibody_constants.h"

namespace scree {

struct MachineSolver::Factors : Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> {};

MachineSolver::MachineSolver() : factors_(std::make_unique<Factors>()) {}
MachineSolver::~MachineSolver() = default;
MachineSolver::MachineSolver(MachineSolver&&) noexcept = default;
MachineSolver& MachineSolver::operator=(MachineSolver&&) noexcept = default;

Mat6 inverseMassMatrix(double mass, const Mat3& worldInertia) {
  Mat6 inverse = Mat6::Zero();
  inverse.topLeftCorner<3, 3>() = Mat3::Identity() / mass;
  inverse.bottomRightCorner<3, 3>() = worldInertia.inverse();
  return inverse;
}

double MachineSolver::speedOf(const MachineRow& row, std::span<const Vec6> velocities) const {
  double speed = row.drift;
  if (row.a >= 0) {
    speed += row.ja.dot(velocities[static_cast<std::size_t>(row.a)]);
  }
  if (row.b >= 0) {
    speed += row.jb.dot(velocities[static_cast<std::size_t>(row.b)]);
  }
  return speed;
}

double MachineSolver::coupling(const MachineRow& i, const MachineRow& k) const {
  double sum = 0.0;
  const auto add = [&](int body, const Vec6& left, const Vec6& right) {
    sum += left.dot(inverseMasses_[static_cast<std::size_t>(body)] * right);
  };
  if (i.a >= 0 && i.a == k.a) {
    add(i.a, i.ja, k.ja);
  }
  if (i.a >= 0 && i.a == k.b) {
    add(i.a, i.ja, k.jb);
  }
  if (i.b >= 0 && i.b == k.a) {
    add(i.b, i.jb, k.ja);
  }
  if (i.b >= 0 && i.b == k.b) {
    add(i.b, i.jb, k.jb);
  }
  return sum;
}

void MachineSolver::begin(std::vector<Mat6> inverseMasses, std::vector<MachineRow> rows) {
  inverseMasses_ = std::move(inverseMasses);
  rows_ = std::move(rows);
  exact_.clear();
  limited_.clear();
  places_.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    MachineRow& row = rows_[i];
    row.compliance = std::max(row.compliance, multibody::kLeastCompliance * coupling(row, row));
    std::vector<int>& list = row.hasLimits() ? limited_ : exact_;
    places_.push_back(static_cast<int>(list.size()));
    list.push_back(static_cast<int>(i));
  }
  factorise();
}

void MachineSolver::factorise() {
  const auto rowAt = [&](int i) -> const MachineRow& { return rows_[static_cast<std::size_t>(i)]; };
  const auto exact = static_cast<Eigen::Index>(exact_.size());
  const auto limited = static_cast<Eigen::Index>(limited_.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (Eigen::Index i = 0; i < exact; ++i) {
    for (Eigen::Index k = 0; k <= i; ++k) {
      const MachineRow& row = rowAt(exact_[static_cast<std::size_t>(i)]);
      double value = coupling(row, rowAt(exact_[static_cast<std::size_t>(k)]));
      value += i == k ? row.compliance : 0.0;
      if (value != 0.0) {
        entries.emplace_back(static_cast<int>(i), static_cast<int>(k), value);
      }
    }
  }
  Eigen::SparseMatrix<double> system(exact, exact);
  system.setFromTriplets(entries.begin(), entries.end());
  if (exact > 0) {
    factors_->compute(system);
  }
  between_.resize(limited, exact);
  reduced_.resize(limited, limited);
  impulses_.resize(limited);
  for (Eigen::Index i = 0; i < limited; ++i) {
    const MachineRow& row = rowAt(limited_[static_cast<std::size_t>(i)]);
    impulses_[i] = row.lambda;
    for (Eigen::Index k = 0; k < exact; ++k) {
      between_(i, k) = coupling(row, rowAt(exact_[static_cast<std::size_t>(k)]));
    }
    for (Eigen::Index k = 0; k < limited; ++k) {
      reduced_(i, k) = coupling(row, rowAt(limited_[static_cast<std::size_t>(k)])) + (i == k ? row.compliance : 0.0);
    }
  }
  carried_.resize(exact, limited);
  if (exact > 0 && limited > 0) {
    carried_ = factors_->solve(between_.transpose());
    reduced_ -= between_ * carried_;
  }
}

void MachineSolver::solveLimited(const Eigen::VectorXd& wanted) {
  for (int sweep = 0; sweep < multibody::kMostSweeps; ++sweep) {
    double change = 0.0;
    double largest = 0.0;
    for (Eigen::Index i = 0; i < impulses_.size(); ++i) {
      const MachineRow& row = rows_[static_cast<std::size_t>(limited_[static_cast<std::size_t>(i)])];
      const int count = row.normal >= 0 ? 2 : 1;
      for (Eigen::Index at = i; at < i + count; ++at) {
        const double before = impulses_[at];
        double now = before + (wanted[at] - reduced_.row(at).dot(impulses_)) / reduced_(at, at);
        if (count == 1) {
          now = std::clamp(now, row.lower, row.upper);
        }
        impulses_[at] = now;
        change = std::max(change, std::abs(now - before));
      }
      if (count == 2) {
        // The disc of Coulomb's cone: the pair is scaled back as one vector.
        const double limit = row.friction * impulses_[places_[static_cast<std::size_t>(row.normal)]];
        const double length = std::hypot(impulses_[i], impulses_[i + 1]);
        if (length > limit) {
          impulses_[i] *= limit / length;
          impulses_[i + 1] *= limit / length;
        }
        largest = std::max(largest, std::abs(impulses_[i + 1]));
        ++i;
      }
      largest = std::max(largest, std::abs(impulses_[i]));
    }
    if (change <= multibody::kSettled * largest) {
      break;
    }
  }
}

void MachineSolver::solve(std::span<Vec6> velocities) {
  Eigen::VectorXd exact(static_cast<Eigen::Index>(exact_.size()));
  for (Eigen::Index i = 0; i < exact.size(); ++i) {
    const MachineRow& row = rows_[static_cast<std::size_t>(exact_[static_cast<std::size_t>(i)])];
    exact[i] = row.target - speedOf(row, velocities);
  }
  if (exact.size() > 0) {
    exact = factors_->solve(exact).eval();
  }
  if (!limited_.empty()) {
    Eigen::VectorXd wanted(static_cast<Eigen::Index>(limited_.size()));
    for (Eigen::Index i = 0; i < wanted.size(); ++i) {
      const MachineRow& row = rows_[static_cast<std::size_t>(limited_[static_cast<std::size_t>(i)])];
      wanted[i] = row.target - speedOf(row, velocities);
    }
    wanted -= between_ * exact;
    solveLimited(wanted);
    exact -= carried_ * impulses_;
  }
  for (std::size_t i = 0; i < exact_.size(); ++i) {
    rows_[static_cast<std::size_t>(exact_[i])].lambda = exact[static_cast<Eigen::Index>(i)];
  }
  for (std::size_t i = 0; i < limited_.size(); ++i) {
    rows_[static_cast<std::size_t>(limited_[i])].lambda = impulses_[static_cast<Eigen::Index>(i)];
  }
  for (const MachineRow& row : rows_) {
    if (row.a >= 0) {
      velocities[static_cast<std::size_t>(row.a)] +=
          row.lambda * (inverseMasses_[static_cast<std::size_t>(row.a)] * row.ja);
    }
    if (row.b >= 0) {
      velocities[static_cast<std::size_t>(row.b)] +=
          row.lambda * (inverseMasses_[static_cast<std::size_t>(row.b)] * row.jb);
    }
  }
}

Mat6 MachineSolver::mobility(int body, std::span<const int> held) const {
  const Mat6& inverse = inverseMasses_[static_cast<std::size_t>(body)];
  const auto onBody = [&](const MachineRow& row) {
    Vec6 j = Vec6::Zero();
    j += row.a == body ? row.ja : Vec6::Zero().eval();
    j += row.b == body ? row.jb : Vec6::Zero().eval();
    return Vec6(inverse * j);
  };
  Eigen::MatrixXd exact(static_cast<Eigen::Index>(exact_.size()), 6);
  for (std::size_t i = 0; i < exact_.size(); ++i) {
    exact.row(static_cast<Eigen::Index>(i)) = onBody(rows_[static_cast<std::size_t>(exact_[i])]).transpose();
  }
  Mat6 result = inverse;
  Eigen::MatrixXd solved;
  if (exact.rows() > 0) {
    solved = factors_->solve(exact);
    result -= exact.transpose() * solved;
  }
  std::vector<Eigen::Index> places;
  for (std::size_t i = 0; i < limited_.size(); ++i) {
    if (std::find(held.begin(), held.end(), limited_[i]) != held.end()) {
      places.push_back(static_cast<Eigen::Index>(i));
    }
  }
  if (places.empty()) {
    return result;
  }
  const auto count = static_cast<Eigen::Index>(places.size());
  Eigen::MatrixXd left(count, 6);
  Eigen::MatrixXd block(count, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::Index at = places[static_cast<std::size_t>(i)];
    left.row(i) = onBody(rows_[static_cast<std::size_t>(limited_[static_cast<std::size_t>(at)])]).transpose();
    if (exact.rows() > 0) {
      left.row(i) -= between_.row(at) * solved;
    }
    for (Eigen::Index k = 0; k < count; ++k) {
      block(i, k) = reduced_(at, places[static_cast<std::size_t>(k)]);
    }
  }
  result -= left.transpose() * block.ldlt().solve(left);
  return result;
}

}  // namespace scree

#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Rates at which pairs of granules become one (METHOD.md 20.3).
namespace scree {

/// Form of the kernel over the volumes u and v of two granules.
enum class KernelForm : std::uint8_t {
  constant,       ///< 1
  sum,            ///< u + v
  product,        ///< u v
  brownian,       ///< (u^1/3 + v^1/3)(u^-1/3 + v^-1/3)
  shear,          ///< (u^1/3 + v^1/3)³, slow shear
  turbulent,      ///< (u^1/3 + v^1/3)^7/3
  peglow,         ///< (u + v)^0.71/(u v)^0.062
  coagulation,    ///< u^2/3 + v^2/3
  gravitational,  ///< (u^1/3 + v^1/3)² |u^1/6 - v^1/6|, large grains that fall
  kineticEnergy,  ///< (u^1/3 + v^1/3)² √(1/u + 1/v), equal shares of kinetic energy
  thompson,       ///< (u - v)²/(u + v)
  kapur,          ///< (u + v)^a/(u v)^b
  sastry          ///< (u^2/3 + v^2/3)(1/u + 1/v)
};
constexpr std::array<std::string_view, 13> kKernelNames = {
    "constant",    "sum",           "product",        "brownian", "shear", "turbulent", "peglow",
    "coagulation", "gravitational", "kinetic_energy", "thompson", "kapur", "sastry"};

/// Coalescence: rate of a pair of granules, by a table or a form.
struct CoalescenceTerm {
  KernelForm form = KernelForm::constant;
  double rate = 0.0;             ///< of a pair for a value 1 of the form [1/s]
  double referenceVolume = 1.0;  ///< volume that u and v are counted in [m³]
  double sumExponent = 0.0;      ///< a of Kapur's form
  double productExponent = 0.0;  ///< b of Kapur's form
  Eigen::MatrixXd table;         ///< rate of a pair of granules of two classes [1/s], symmetric; empty: by the form
  /// False: every granule may meet every other one, so that the rates are those of pairs. True: a granule meets its
  /// neighbours only, whatever their number (restricted in space, Kapur and Fuerstenau 1969): the rate of a pair is
  /// that of the form or table over the number of all granules, and the rate of all pairs goes with the number.
  bool isRestrictedInSpace = false;
};

/// Form for two volumes in units of the reference volume; 0 or more for volumes above 0.
double kernelOf(const CoalescenceTerm& term, double u, double v);
/// Rates of pairs [1/s] of granules of all classes with these volumes [m³]: the table, or the form.
Eigen::MatrixXd coalescenceRates(const CoalescenceTerm& term, const std::vector<double>& volumes);
/// Empty when usable with these volumes, else what is wrong.
std::string problemOf(const CoalescenceTerm& term, const std::vector<double>& volumes);

}  // namespace scree

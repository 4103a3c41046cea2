#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/analysis/fields/field_profile.h"

// Files of coarse-grained fields.
namespace scree {

/// Instants over which fields are means.
struct FieldTimes {
  double from = 0.0;  ///< simulated time of the first [s]
  double to = 0.0;    ///< of the last [s]
};

/// Fields at the nodes as VTK image data (.vti). Point data: density_kg_m3, momentum_density_kg_m2_s and velocity_m_s
/// (vectors), solid_fraction, coordination, kinetic_stress_Pa, contact_stress_Pa and strain_rate_1_s (symmetric tensors
/// xx yy zz xy yz xz), pressure_Pa, shear_rate_1_s, inertial_number. Not a number where there is no value.
std::string fieldsVti(const FieldSums& sums, const FieldTimes& times);

/// Profile as a table (RFC 4180), units in the names of the columns; a field without a value is empty.
std::string profileCsv(std::span<const ProfileRow> rows);

/// Writes fields.vti, profile_x.csv, profile_y.csv and profile_z.csv to a folder, which it creates. Returns their
/// paths. Throws OutputError.
std::vector<std::filesystem::path> writeFields(const FieldSums& sums, const FieldTimes& times,
                                               const std::filesystem::path& folder);

}  // namespace scree

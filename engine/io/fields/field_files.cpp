#include "engine/io/fields/field_files.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/io/output_file.h"
#include "engine/io/vtk_xml.h"

namespace scree {

namespace {

/// Arrays of point data, filled node by node.
struct PointArrays {
  std::vector<double> density, momentum;
  std::vector<float> velocity, solidFraction, coordination, kinetic, contact, strain, pressure, shear, inertial;

  void add(const NodeFields& fields, const FieldSums& sums, std::size_t node) {
    density.push_back(fields.density);
    for (std::size_t c = 0; c < 3; ++c) {
      momentum.push_back(sums.grains[node].momentum[c] / (sums.snapshots * sums.grid.cell()));
      velocity.push_back(static_cast<float>(fields.velocity[static_cast<Eigen::Index>(c)]));
    }
    solidFraction.push_back(static_cast<float>(fields.solidFraction));
    coordination.push_back(static_cast<float>(fields.coordination));
    for (std::size_t c = 0; c < 6; ++c) {
      kinetic.push_back(static_cast<float>(fields.kineticStress[c]));
      contact.push_back(static_cast<float>(fields.contactStress[c]));
      strain.push_back(static_cast<float>(fields.strainRate[c]));
    }
    pressure.push_back(static_cast<float>(fields.pressure));
    shear.push_back(static_cast<float>(fields.shearRate));
    inertial.push_back(static_cast<float>(fields.inertialNumber));
  }

  std::string elements() const {
    const auto array = [](std::string_view name, int components, const auto& values) {
      return dataArray(name, components, std::span(values));
    };
    return array("density_kg_m3", 1, density) + array("momentum_density_kg_m2_s", 3, momentum) +
           array("velocity_m_s", 3, velocity) + array("solid_fraction", 1, solidFraction) +
           array("coordination", 1, coordination) + array("kinetic_stress_Pa", 6, kinetic) +
           array("contact_stress_Pa", 6, contact) + array("strain_rate_1_s", 6, strain) +
           array("pressure_Pa", 1, pressure) + array("shear_rate_1_s", 1, shear) +
           array("inertial_number", 1, inertial);
  }
};

std::string cellOf(double value) { return std::isfinite(value) ? fmt::format("{}", value) : std::string(); }

}  // namespace

std::string fieldsVti(const FieldSums& sums, const FieldTimes& times) {
  const FieldGrid& grid = sums.grid;
  PointArrays arrays;
  for (std::size_t node = 0; node < grid.nodes(); ++node) {
    arrays.add(fieldsAt(sums, node), sums, node);
  }
  const std::string extent = fmt::format("0 {} 0 {} 0 {}", grid.size[0] - 1, grid.size[1] - 1, grid.size[2] - 1);
  const Vec3 origin = grid.origin();
  std::string out = vtkFileHead("ImageData");
  out += fmt::format("<ImageData WholeExtent=\"{0}\" Origin=\"{1} {2} {3}\" Spacing=\"{4} {4} {4}\">\n", extent,
                     origin.x(), origin.y(), origin.z(), grid.spacing);
  out += "<FieldData>\n";
  const auto number = [&out](std::string_view name, double value) {
    out += fmt::format("<DataArray type=\"Float64\" Name=\"{}\" NumberOfTuples=\"1\" format=\"ascii\">{}</DataArray>\n",
                       name, value);
  };
  number("TimeValue", times.to);
  number("mean_from_s", times.from);
  number("mean_of_instants", sums.snapshots);
  out += fmt::format(
      "</FieldData>\n<Piece Extent=\"{}\">\n<PointData Scalars=\"solid_fraction\" "
      "Vectors=\"velocity_m_s\">\n{}</PointData>\n</Piece>\n</ImageData>\n</VTKFile>\n",
      extent, arrays.elements());
  return out;
}

std::string profileCsv(std::span<const ProfileRow> rows) {
  std::string text =
      "position_m,mass_kg_m,area_m2,density_kg_m3,solid_fraction,velocity_x_m_s,velocity_y_m_s,velocity_z_m_s,pressure_"
      "Pa,"
      "stress_xx_Pa,stress_yy_Pa,stress_zz_Pa,stress_xy_Pa,stress_yz_Pa,stress_xz_Pa,shear_rate_1_s,inertial_number\n";
  for (const ProfileRow& row : rows) {
    text += fmt::format("{},{},{}", row.place, row.linearMass, row.area);
    for (const double value :
         {row.density, row.solidFraction, row.velocity.x(), row.velocity.y(), row.velocity.z(), row.pressure}) {
      text += "," + cellOf(value);
    }
    for (const double stress : row.stress) {
      text += "," + cellOf(stress);
    }
    text += fmt::format(",{},{}\n", cellOf(row.shearRate), cellOf(row.inertialNumber));
  }
  return text;
}

std::vector<std::filesystem::path> writeFields(const FieldSums& sums, const FieldTimes& times,
                                               const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  const auto write = [&files](const std::filesystem::path& path, const std::string& content) {
    OutputFile file(path);
    file.write(content);
    file.close();
    files.push_back(path);
  };
  write(folder / "fields.vti", fieldsVti(sums, times));
  constexpr std::array<const char*, 3> kProfiles = {"profile_x.csv", "profile_y.csv", "profile_z.csv"};
  for (std::size_t axis = 0; axis < kProfiles.size(); ++axis) {
    write(folder / kProfiles[axis], profileCsv(profileOf(sums, static_cast<int>(axis))));
  }
  return files;
}

}  // namespace scree

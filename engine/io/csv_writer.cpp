#include "engine/io/csv_writer.h"

#include <fmt/format.h>

#include <string>

#include "engine/contacts/match.h"
#include "engine/io/solver_error_record.h"
#include "engine/io/table_file.h"
#include "engine/io/would_move_record.h"
#include "engine/step/step_data.h"

namespace scree {

namespace fs = std::filesystem;

namespace {

std::string seriesHeader(const World& world, const AskedColumns& asked) {
  std::string header =
      "time_s,step,particles,contacts,matched,impacts,kinetic_J,potential_J,elastic_J,work_J,dissipation_J,entered_J,"
      "left_J,momentum_x_Ns,momentum_y_Ns,momentum_z_Ns,mean_overlap,worst_overlap,largest_speed_m_s,sweeps";
  for (const std::string_view kind : kRowKindNames) {
    header += fmt::format(",residual_{}_m_s", kind);
  }
  header += ",reduction_level,free_particles,floating_aggregates";
  for (const Body& body : world.bodies) {
    for (const std::string_view column :
         {"force_x_N", "force_y_N", "force_z_N", "torque_x_Nm", "torque_y_Nm", "torque_z_Nm", "power_W"}) {
      header += ',' + csvField(fmt::format("{}.{}", body.name, column));
    }
  }
  for (const Joint& joint : world.joints) {
    // Columns are angle and torque where the joint turns, else way and force.
    const bool turns = isAngle(joint.kind);
    for (const std::string_view column :
         {std::string_view(turns ? "angle_rad" : "way_m"), std::string_view(turns ? "rate_rad_s" : "rate_m_s"),
          std::string_view("joint_force_x_N"), std::string_view("joint_force_y_N"), std::string_view("joint_force_z_N"),
          std::string_view("joint_torque_x_Nm"), std::string_view("joint_torque_y_Nm"),
          std::string_view("joint_torque_z_Nm"), std::string_view(turns ? "motor_torque_Nm" : "motor_force_N"),
          std::string_view("motor_power_W")}) {
      header += ',' + csvField(fmt::format("{}.{}", joint.name, column));
    }
  }
  if (asked.members != nullptr) {
    header += ",asked_time_s,asked_members,would_move,would_move_largest_speed_m_s";
  }
  if (asked.solver != nullptr) {
    header += ",solver_asked_time_s,creep_m_s,sinking_m_s,angle_rad";
  }
  return header + '\n';
}

constexpr std::string_view kDeparturesHeader =
    "sink,time_s,id,x_m,y_m,z_m,velocity_x_m_s,velocity_y_m_s,velocity_z_m_s,diameter_m,mass_kg,moisture,gained_kg,"
    "age_s\n";

std::string commas(const Vec3& v) { return fmt::format("{},{},{}", v.x(), v.y(), v.z()); }

std::string seriesRow(const World& world, const StepData& data, const AskedColumns& asked) {
  const Budget& b = world.budget;
  std::string row = fmt::format(
      "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", world.time, world.step, world.particles.size(),
      data.list.contacts.size(), countMatched(data.list), data.report.impactCount, b.kinetic, b.potential, b.elastic,
      b.totalWork, b.totalDissipation, b.totalEntered, b.totalLeft, commas(b.momentum), data.report.meanOverlap,
      data.report.worstOverlap, data.report.largestSpeed, data.report.sweeps);
  const SweepResidual last = data.report.residuals.empty() ? SweepResidual{} : data.report.residuals.back();
  for (const double rms : last.rms) {
    row += fmt::format(",{}", rms);
  }
  const ReductionLevel reduced = world.reduction.levelOf(world.particles.size());
  row += fmt::format(",{},{},{}", reduced.level(), reduced.free, reduced.aggregates);
  for (const Body& body : world.bodies) {
    row += fmt::format(",{},{},{}", commas(body.reaction.force), commas(body.reaction.torque), body.reaction.power);
  }
  for (const Joint& joint : world.joints) {
    row += fmt::format(",{},{},{},{},{},{}", joint.coordinate, joint.rate, commas(joint.force), commas(joint.torque),
                       joint.motorForce, joint.power);
  }
  if (asked.members != nullptr) {
    const WouldMoveRecord::Newest& newest = asked.members->newest();
    row += fmt::format(",{},{},{},{}", newest.time, newest.members, newest.moving, newest.largestSpeed);
  }
  if (asked.solver != nullptr) {
    const SolverErrorRecord::Newest& newest = asked.solver->newest();
    row += fmt::format(",{},{},{},{}", newest.time, newest.creep, newest.sinking, newest.angle);
  }
  return row + '\n';
}

}  // namespace

CsvSeries::CsvSeries(const fs::path& folder, const World& world, std::optional<double> keepUntil,
                     const AskedColumns& asked)
    : asked_(asked),
      series_(openTable(folder / "timeseries.csv", seriesHeader(world, asked), keepUntil)),
      departures_(openTable(folder / "departures.csv", std::string(kDeparturesHeader))),
      written_(world.sinks.size(), 0) {}

void CsvSeries::writeRow(const World& world, const StepData& data) { series_.write(seriesRow(world, data, asked_)); }

void CsvSeries::writeDepartures(const World& world) {
  for (std::size_t i = 0; i < world.sinks.size(); ++i) {
    const Sink& sink = world.sinks[i];
    for (; written_[i] < sink.departures.size(); ++written_[i]) {
      const Departure& d = sink.departures[written_[i]];
      const double dry = d.mass - d.water;
      departures_.write(fmt::format("{},{},{},{},{},{},{},{},{},{}\n", csvField(sink.name), d.time, d.id,
                                    commas(d.position), commas(d.velocity), d.diameter, d.mass,
                                    dry > 0.0 ? d.water / dry : 0.0, d.gained, d.time - d.born));
    }
  }
}

void CsvSeries::close() {
  series_.close();
  departures_.close();
}

}  // namespace scree

// ndem fields: image data and profiles of a run.
#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

/// Columns of a table by name; an empty field is not a number.
std::map<std::string, std::vector<double>> columnsIn(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  std::vector<std::string> names;
  std::istringstream head(line);
  for (std::string name; std::getline(head, name, ',');) {
    names.push_back(name);
  }
  std::map<std::string, std::vector<double>> columns;
  while (std::getline(lines, line)) {
    std::istringstream fields(line + ",");
    for (const std::string& name : names) {
      std::string field;
      std::getline(fields, field, ',');
      columns[name].push_back(field.empty() ? NAN : std::stod(field));
    }
  }
  return columns;
}

TEST_F(Ndem, FieldsOfASceneHaveItsMass) {
  const ProcessResult result = runNdem({"fields", scene, "--to", "0.4", "--out", path("f")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("mean of 1 instant from 0.4 s"), std::string::npos) << result.out;
  const std::string vti = readFile(folder / "f" / "fields.vti");
  EXPECT_NE(vti.find("<ImageData WholeExtent=\"0 "), std::string::npos);
  EXPECT_NE(vti.find("Name=\"density_kg_m3\""), std::string::npos);
  // The run itself says how many grains there are, all alike but in the drain.
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.4", "--report", path("run.json")}).code, 0);
  const double grains = json("run.json")["counts"]["particles"].get<double>();
  for (const char* axis : {"x", "y", "z"}) {
    const auto columns = columnsIn(readFile(folder / "f" / fmt::format("profile_{}.csv", axis)));
    const std::vector<double>& place = columns.at("position_m");
    const double spacing = place[1] - place[0];
    double mass = 0.0;
    for (std::size_t i = 0; i < place.size(); ++i) {
      mass += columns.at("mass_kg_m")[i] * spacing;
      EXPECT_NEAR(place[i], place[0] + static_cast<double>(i) * spacing, 1e-9) << "no plane is left out within the bed";
    }
    const double expected = grains * 2500.0 * 4.0 / 3.0 * 3.14159265358979 * 0.005 * 0.005 * 0.005;
    EXPECT_NEAR(mass, expected, 1e-9 * expected) << axis;
  }
}

TEST_F(Ndem, FieldsOfARecordingAreThoseOfItsRun) {
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.4", "--record", path("r.scree")}).code, 0);
  const std::vector<std::string> span = {"--from", "0.3", "--every", "20ms", "--weight", "2"};
  const auto fieldsOf = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "fields");
    arguments.insert(arguments.end(), span.begin(), span.end());
    return runNdem(arguments);
  };
  const ProcessResult a = fieldsOf({path("r.scree"), "--out", path("a")});
  ASSERT_EQ(a.code, 0) << a.err;
  EXPECT_NE(a.out.find("mean of 6 instants from 0.3 s to 0.4 s"), std::string::npos) << a.out;
  ASSERT_EQ(fieldsOf({scene, "--to", "0.4", "--threads", "2", "--out", path("b")}).code, 0);
  for (const char* file : {"fields.vti", "profile_x.csv", "profile_y.csv", "profile_z.csv"}) {
    EXPECT_EQ(readFile(folder / "a" / file), readFile(folder / "b" / file)) << file;
  }
}

TEST_F(Ndem, RefusesFieldsOfNoInstant) {
  const auto refusal = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "fields");
    const ProcessResult result = runNdem(arguments);
    EXPECT_NE(result.code, 0);
    EXPECT_LE(lines(result.err), 2U) << result.err;
    return result.err;
  };
  EXPECT_NE(refusal({scene, "--out", path("f"), "--from", "2", "--to", "1"}).find("after the last instant"),
            std::string::npos);
  EXPECT_NE(refusal({scene, "--out", path("f"), "--weight", "0.1"}).find("--weight"), std::string::npos);
  EXPECT_NE(refusal({scene}).find("--out"), std::string::npos);
  EXPECT_NE(refusal({path("none.yaml"), "--out", path("f")}).find("none.yaml"), std::string::npos);
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.1", "--record", path("r.scree")}).code, 0);
  EXPECT_NE(refusal({path("r.scree"), "--out", path("f"), "--to", "3"}).find("the recording ends at 0.1 s"),
            std::string::npos);
  EXPECT_NE(refusal({path("r.scree"), "--out", path("f"), "--set", "seed=2"}).find("leave --set out"),
            std::string::npos);
  writeFileAtomically(path("taken"), "");
  EXPECT_NE(refusal({scene, "--to", "0.1", "--out", path("taken")}).find("taken"), std::string::npos);
}

}  // namespace
}  // namespace scree

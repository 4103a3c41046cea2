#include "engine/base/units.h"
#include "engine/scene_file/schema.h"

#include <gtest/gtest.h>

#include <clocale>
#include <locale>
#include <numbers>

#include "tests/scene/scene_text.h"

namespace scree {
namespace {

double read(std::string_view text, Dimension dimension) {
  const Quantity quantity = parseQuantity(text, dimension);
  EXPECT_EQ(quantity.what, "") << text;
  return quantity.value;
}

// Exact: a unit is one correctly rounded division or product, so a scene in mm has the bits of one in m.
TEST(Units, ReadExactly) {
  EXPECT_EQ(read("13 mm", Dimension::length), 0.013);
  EXPECT_EQ(read("13mm", Dimension::length), 0.013);
  EXPECT_EQ(read(" -2.5e-1  cm ", Dimension::length), -0.0025);
  EXPECT_EQ(read("+7", Dimension::length), 7.0);
  EXPECT_EQ(read("12 µm", Dimension::length), 12e-6);
  EXPECT_EQ(read("5 ms", Dimension::time), 0.005);
  EXPECT_EQ(read("2 min", Dimension::time), 120.0);
  EXPECT_EQ(read("0.5 rad/s", Dimension::angularSpeed), 0.5);
  EXPECT_DOUBLE_EQ(read("30 rpm", Dimension::angularSpeed), std::numbers::pi);
  EXPECT_EQ(read("180 deg", Dimension::angle), std::numbers::pi);
  EXPECT_EQ(read("3 kN/m", Dimension::stiffness), 3000.0);
  EXPECT_EQ(read("6 MPa", Dimension::pressure), 6e6);
  EXPECT_EQ(read("3700 kg/m3", Dimension::density), 3700.0);
  EXPECT_EQ(read("3.7 g/cm³", Dimension::density), 3700.0);
  EXPECT_EQ(read("14.4 t/h", Dimension::massRate), 4.0);
  EXPECT_EQ(read("36 km/h", Dimension::speed), 10.0);
  EXPECT_EQ(read("1000 1/s", Dimension::frequency), 1000.0);
  EXPECT_EQ(read("-9.81 m/s^2", Dimension::acceleration), -9.81);
  EXPECT_EQ(read("32 %", Dimension::number), 0.32);
}

TEST(Units, RefuseWithARemedy) {
  const auto both = [](std::string_view text, Dimension dimension) {
    const Quantity quantity = parseQuantity(text, dimension);
    return quantity.what + ": " + quantity.remedy;
  };
  EXPECT_EQ(both("13 kg", Dimension::length), "'kg' is not a unit of a length: use m, cm, mm, um, µm, km");
  EXPECT_EQ(both("3 mm", Dimension::number), "'mm' is not a unit of a plain number: use % or none");
  EXPECT_EQ(both("1,5 mm", Dimension::length), "'1,5 mm' has a decimal comma: write a decimal point");
  EXPECT_EQ(both("long", Dimension::length), "'long' is not a length: write a number and a unit such as 0.5 m");
  EXPECT_EQ(both("", Dimension::number), "'' is not a plain number: write a number such as 0.5");
  EXPECT_EQ(both(".nan", Dimension::number), "'.nan' is not a finite number: write a number such as 0.5");
  EXPECT_EQ(both("nan", Dimension::number), "'nan' is not a finite number: write a number such as 0.5");
  EXPECT_EQ(both("-inf", Dimension::time), "'-inf' is not a finite number: write a number and a unit such as 0.5 s");
  EXPECT_EQ(both("1e999", Dimension::number),
            "'1e999' is too large or too small for a number: write a number such as 0.5");
  EXPECT_EQ(both("2e6 km", Dimension::length), "'2e6 km' is too large for a length: stay below 20000000 m");
}

/// A C++ locale that writes and reads one and a half as "1,5" and a thousand as "1.000".
class Comma : public std::numpunct<char> {
 protected:
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

class WithCommaLocale : public ::testing::Test {
 protected:
  void SetUp() override {
    std::locale::global(std::locale(std::locale::classic(), new Comma));
    for (const char* name : {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "sv_SE.UTF-8"}) {
      if (std::setlocale(LC_ALL, name) != nullptr) {
        break;
      }
    }
  }
  void TearDown() override {
    std::locale::global(std::locale::classic());
    std::setlocale(LC_ALL, "C");
  }
};

TEST_F(WithCommaLocale, SameBitsAndSameMessages) {
  const std::string text = replaced(kSmallScene, "13 mm", "1234.5 mm");
  const Scene scene =
      sceneOf(replaced(text, "0.1]", "2.25]") + "solver: {guard: warn}\n");  // it is soft for its weight
  ASSERT_EQ(scene.world.particles.size(), 1U);
  EXPECT_EQ(scene.world.particles.radius[0], 0.5 * 1.2345);
  EXPECT_EQ(scene.world.particles.position[0].z(), 2.25);
  EXPECT_EQ(messagesOf(std::string(kSmallScene) + "time_step: 0.25 s\n"),
            "f.yaml:7:12: '0.25 s' is out of range for 'time_step': time_step must be a number from 1e-07 to 0.1 s\n");
  EXPECT_NE(schemaPage().find("| `0.005 s` |"), std::string::npos);
  EXPECT_NE(jsonSchema().find("0.005"), std::string::npos);
}

}  // namespace
}  // namespace scree

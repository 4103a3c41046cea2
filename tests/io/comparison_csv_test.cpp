#include "engine/io/comparison_csv.h"

#include <gtest/gtest.h>

namespace scree {
namespace {

TEST(ComparisonCsv, HasARowAMethodAndSweep) {
  MethodComparison comparison;
  comparison.step = 12;
  comparison.sweeps = 2;
  MethodCurve curve;
  curve.name = "nncg, adaptive";
  curve.method = Method::nncg;
  curve.warmStart = WarmStart::adaptive;
  curve.contacts = 7;
  curve.seconds = 0.25;
  curve.residuals.resize(2);
  curve.residuals[0].rms = {0.1, 0.5, 0.25, 0.0};
  curve.residuals[0].largest = {1.0, 2.0, 3.0, 4.0};
  curve.residuals[1].rms = {1e-17, 0.0, 0.0, 0.0};
  comparison.curves.push_back(curve);
  EXPECT_EQ(comparisonCsv(comparison),
            "step,method,warm_start,contacts,solve_s,sweep,normal_rms_m_s,tangential_rms_m_s,rolling_rms_m_s,"
            "twisting_rms_m_s,normal_largest_m_s,tangential_largest_m_s,rolling_largest_m_s,twisting_largest_m_s\n"
            "12,nncg,adaptive,7,0.25,1,0.1,0.5,0.25,0,1,2,3,4\n"
            "12,nncg,adaptive,7,0.25,2,1e-17,0,0,0,0,0,0,0\n");
}

}  // namespace
}  // namespace scree

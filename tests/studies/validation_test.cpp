#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "app/studies/experiment.h"
#include "app/studies/validation/validation_page.h"
#include "app/studies/validation/validation_parts.h"
#include "app/studies/validation/validation_table.h"

// Table and page of `ndem study all`, and the committed ones: none of their figures was typed by hand.
namespace scree {
namespace {

std::string contentOf(const std::string& name) {
  std::ifstream stream(std::string(SCREE_SOURCE_DIR) + "/resources/validation/" + name);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

ValidationRow sampleRow() {
  ValidationRow row;
  row.part = "grains";
  row.system = "drop, \"soft\"";
  row.way = "as the scene";
  row.quantity = "restitution";
  row.source = "closed form";
  row.low = 0.4;
  row.command = "ndem study all --quick";
  row.provenance = {.date = "2026-01-02T03:04:05Z", .commit = "abc", .compiler = "GNU", .processor = "P", .cores = 2};
  const double values[] = {0.5, 0.6, kNoValue};
  return measuredRow(row, values);
}

TEST(Validation, RowHoldsMeanAndDeviationOfTheKnownValues) {
  const ValidationRow row = sampleRow();
  EXPECT_EQ(row.seeds, 2);
  EXPECT_DOUBLE_EQ(row.mean, 0.55);
  EXPECT_NEAR(row.deviation, 0.1 / std::sqrt(2.0), 1e-12);
  EXPECT_TRUE(row.isMet());
  ValidationRow low = row;
  low.low = 0.56;
  EXPECT_FALSE(low.isMet());
  const double one[] = {1.0};
  EXPECT_TRUE(std::isnan(measuredRow(row, one).deviation));
  EXPECT_FALSE(measuredRow(row, {}).isMet()) << "an unknown mean meets nothing";
}

TEST(Validation, TableIsReadAsItWasWritten) {
  const std::string text = validationCsv({sampleRow()});
  EXPECT_EQ(validationCsv(validationFromCsv(text, "x.csv")), text);
}

TEST(Validation, BrokenTablesTellFileAndLine) {
  const auto messageOf = [](const std::string& text) {
    try {
      validationFromCsv(text, "x.csv");
    } catch (const ValidationError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_NE(messageOf("a,b\n1,2\n").find("x.csv: line 1"), std::string::npos);
  const std::string good = validationCsv({sampleRow()});
  EXPECT_NE(messageOf(good + "1,2\n").find("x.csv: line 3: 2 fields"), std::string::npos);
  std::string wrong = good;
  wrong.replace(wrong.find("0.55"), 4, "zero");
  EXPECT_NE(messageOf(wrong).find("line 2: 'zero' in column mean"), std::string::npos);
}

TEST(Validation, NewRowsTakeThePlacesOfOldOnes) {
  ValidationRow other = sampleRow();
  other.quantity = "height";
  ValidationRow foreign = sampleRow();
  foreign.part = "gallery";
  ValidationRow again = sampleRow();
  again.mean = 7.0;
  ValidationRow third = sampleRow();
  third.quantity = "speed";
  const std::vector<ValidationRow> rows = replacedRows({sampleRow(), other, foreign}, {again, third});
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_DOUBLE_EQ(rows[0].mean, 7.0);
  EXPECT_EQ(rows[1].quantity, "height");
  EXPECT_EQ(rows[2].quantity, "speed") << "behind the last of its part";
  EXPECT_EQ(rows[3].part, "gallery");
}

TEST(Validation, PageSaysWhatIsMissed) {
  ValidationRow missed = sampleRow();
  missed.low = 0.56;
  const std::string page = validationPage({missed});
  EXPECT_NE(page.find("Missed:"), std::string::npos);
  EXPECT_NE(page.find("0.55 ± 0.071 (2)"), std::string::npos) << page;
  EXPECT_NE(page.find("commit abc, 2026-01-02"), std::string::npos);
  EXPECT_EQ(validationPage({sampleRow()}).find("Missed:"), std::string::npos);
}

TEST(Validation, CommittedPageIsThatOfTheCommittedTable) {
  const std::string table = contentOf("validation.csv");
  ASSERT_FALSE(table.empty());
  EXPECT_EQ(validationPage(validationFromCsv(table, "validation.csv")), contentOf("VALIDATION.md"))
      << "write it anew: ndem study all --page --out resources/validation";
}

// All that is exact to the bit on every machine is measured again.
TEST(Validation, CommittedFiguresOfSingleGrainsAreThoseOfThisProgram) {
  const std::vector<ValidationRow> committed = validationFromCsv(contentOf("validation.csv"), "validation.csv");
  int compared = 0;
  for (const ValidationRow& now : measureGrains({})) {
    EXPECT_TRUE(now.isMet()) << now.key() << ": " << now.mean << ", asked " << now.low << " to " << now.high;
    for (const ValidationRow& row : committed) {
      if (row.key() == now.key()) {
        // Six digits are written; processors without AVX2 round otherwise.
        EXPECT_NEAR(row.mean, now.mean, 1e-4 * (std::abs(now.mean) + 0.01)) << row.key();
        ++compared;
      }
    }
  }
  EXPECT_GE(compared, 10);
}

TEST(Validation, BenchmarkTablesAreTakenOver) {
  const std::string table =
      "kind,name,engine,measure,value,repeats,speed_up,date,commit,compiler,processor,cores\n"
      "step,bed-4k,scree,\"ms a step, wall\",2.5,9,,2026-01-01,abc,GNU,P,2\n"
      "reduced,drum,scree,ms,1.5,9,1.7,2026-01-01,abc,GNU,P,2\n";
  const std::vector<ValidationRow> rows = benchmarkRows(table, "bench.csv");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].quantity, "ms a step, wall");
  EXPECT_DOUBLE_EQ(rows[0].mean, 2.5);
  EXPECT_DOUBLE_EQ(rows[2].mean, 1.7);
  EXPECT_EQ(rows[2].provenance.commit, "abc");
}

}  // namespace
}  // namespace scree

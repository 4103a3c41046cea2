// Tables over time, good and bad.
#include "engine/formats/course_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/io/test_folder.h"

namespace scree {
namespace {

TEST(CourseFile, TakesTheColumnNamedAmongOthersWhateverSeparatesThem) {
  for (const char* text :
       {"time,boom,bucket\n0,1.5,7\n0.25,-2e-1,8\n", "# by hand\nTime;Boom;Bucket\r\n0;1.5;7\r\n\r\n0.25;-0.2;8",
        "\xEF\xBB\xBF\"bucket\"\t\"boom\"\t\"time\"\n7\t1.5\t0\n# half way\n8\t-0.2\t0.25\n"}) {
    const CourseFile file = readCourseText(text, "boom", Dimension::speed);
    ASSERT_EQ(file.what, "") << text;
    ASSERT_EQ(file.points.size(), 2U);
    EXPECT_EQ(file.points[0].time, 0.0);
    EXPECT_EQ(file.points[0].value, 1.5);
    EXPECT_EQ(file.points[1].time, 0.25);
    EXPECT_EQ(file.points[1].value, -0.2);
  }
}

struct Wrong {
  const char* text;
  int line;
  const char* what;
  const char* remedy;
};

TEST(CourseFile, SaysWhatIsWrongWhereAndWhatWouldBeRight) {
  const Wrong wrong[] = {
      {"", 0, "the table has no rows", "name the columns in the first line"},
      {"time,value\n", 0, "the table has no rows", "give a row for each time"},
      {"time,force\n0,1\n", 1, "there is no column 'value'", "where there is: time, force"},
      {"0,1\n1,2\n", 1, "there is no column 'time'", "name the columns in the first line"},
      {"time,value\n0,1\n1\n", 3, "1 cell for 2 columns", "give one for every column"},
      {"time,value\n0,1\n1,fast\n", 3, "'fast' in column 'value' is no number", "take the row out"},
      {"time,value\n0,1\n1 s,2\n", 3, "'1 s' in column 'time' is no number", "unit in the name of the column"},
      {"time value\n0 1\n1 s 2\n", 3, "3 cells for 2 columns", "give one for every column"},
      {"time,value\n0,0,1,5\n", 2, "4 cells for 2 columns", "decimal commas"},
      {"time;value\n0;1,5\n1;2.5\n", 3, "both decimal points and decimal commas", "one of them throughout"},
      {"time;value\n0;1.000,5\n", 2, "signs or blanks between thousands", "without them"},
      {"time;value [mm]\n0;1\n", 1, "'mm' of column 'value' is no unit of a speed", "use m/s"},
      {"time [d];value\n0;1\n", 1, "'d' of column 'time' is no unit of a time", "ms, us"},
      {"time,value\n0,1\n1s,2\n", 3, "'1s' in column 'time' is no number", "unit in the name of the column"},
      {"time,value\n0,1\n1,nan\n", 3, "'nan' in column 'value' is no finite number", "write a number"},
      {"# two\ntime,value\n0,1\n2,1\n1.5,3\n", 5, "the time 1.5 s is not after 2 s", "in order of time"},
      {"time,value\n0,1\n0,2\n", 3, "the time 0 s is not after 0 s", "each time once"},
  };
  for (const Wrong& one : wrong) {
    const CourseFile file = readCourseText(one.text, "value", Dimension::speed);
    EXPECT_NE(file.what.find(one.what), std::string::npos) << one.text << file.what;
    EXPECT_NE(file.remedy.find(one.remedy), std::string::npos) << one.text << file.remedy;
    EXPECT_EQ(file.line, one.line) << one.text;
  }
}

TEST(CourseFile, DecimalCommasAndUnitsInTheNames) {
  for (const char* text :
       {"time;speed\n0,0;0,0\n0,5;1,25\n", "time speed\n0,0 0,0\n0,5 1,25\n", "time\tspeed\n0\t0\n0,5\t1,25\n",
        "time,speed\n0,0\n\"0,5\",\"1,25\"\n", "sep=|\ntime|speed\n0|0\n0,5|1,25\n",
        "time [ms];speed [mm/s]\n0;0\n500;1250\n", "time (ms),speed (cm/s)\n0,0\n500,125\n",
        "time,speed\nms,mm/s\n0,0\n500,1250\n", "time/s;speed/mm/s\n0;0\n0,5;1250\n"}) {
    const CourseFile file = readCourseText(text, "speed", Dimension::speed);
    ASSERT_EQ(file.what, "") << text;
    ASSERT_EQ(file.points.size(), 2U) << text;
    EXPECT_DOUBLE_EQ(file.points[1].time, 0.5) << text;
    EXPECT_DOUBLE_EQ(file.points[1].value, 1.25) << text;
  }
}

TEST(CourseFile, MissingFilesAndFoldersAreTold) {
  const TestFolder folder;
  EXPECT_EQ(readCourseFile(folder / "absent.csv", "value", Dimension::speed).what, "there is no such file");
  EXPECT_EQ(readCourseFile(folder / ".", "value", Dimension::speed).what, "this is no file");
  std::ofstream(folder / "motion.csv") << "time,value\n1,2\n";
  EXPECT_EQ(readCourseFile(folder / "motion.csv", "value", Dimension::speed).points.at(0).value, 2.0);
}

}  // namespace
}  // namespace scree

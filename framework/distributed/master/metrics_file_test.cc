#include "paddle/framework/distributed/master/metrics_file.h"

#include <cmath>
#include <fstream>

#include "gtest/gtest.h"

#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

class MetricsFileTest : public ::testing::Test {
 protected:
  std::string Text() const { return platform::ReadFile(path_); }

  const platform::TemporaryFolder folder_;
  const std::string path_ = folder_.Path("metrics");
};

TEST_F(MetricsFileTest, HasALineForEachStep) {
  MetricsFile file(path_, {"loss", "accuracy"}, 0);
  EXPECT_EQ(Text(), "");
  file.Append(1, 0, {1.0 / 3, 1});
  EXPECT_EQ(Text(), "1\t0\tloss=0.333333333\taccuracy=1\n");
  file.Append(2, 1, {1e-20, NAN});
  file.Sync();
  EXPECT_EQ(Text(),
            "1\t0\tloss=0.333333333\taccuracy=1\n"
            "2\t1\tloss=1e-20\taccuracy=nan\n");
}

TEST_F(MetricsFileTest, CutsWhatIsBehindACheckpoint) {
  const std::string two = "1\t0\tx=1\n2\t0\tx=2\n";
  std::ofstream(path_) << two << "3\t0\tx=3\n";
  MetricsFile(path_, {"x"}, 5);
  EXPECT_EQ(Text(), two + "3\t0\tx=3\n");
  MetricsFile file(path_, {"x"}, 2);
  EXPECT_EQ(Text(), two);
  file.Append(3, 1, {4});
  EXPECT_EQ(Text(), two + "3\t1\tx=4\n");
}

TEST_F(MetricsFileTest, CutsALineThatIsNotWhole) {
  std::ofstream(path_) << "1\t0\n2\t";
  MetricsFile(path_, {}, 9);
  EXPECT_EQ(Text(), "1\t0\n");
  std::ofstream(path_) << "1\t0\nno number\n2\t0\n";
  MetricsFile(path_, {}, 9);
  EXPECT_EQ(Text(), "1\t0\n");
}

TEST_F(MetricsFileTest, NamesAFileThatCannotBeMade) {
  EXPECT_ERROR(MetricsFile(folder_.Path("no/metrics"), {}, 0),
               FailedPrecondition, "no/metrics: No such file or directory");
  EXPECT_ERROR(MetricsFile(folder_.Path(""), {}, 0), FailedPrecondition,
               folder_.Path(""));
}

TEST(BatchMetricsTest, TravelAsBytes) {
  const std::vector<BatchMetrics> batches = {{2, {0.5, -1}}, {3, {1e300, 0}}};
  const auto back = UnpackBatches(PackBatches(batches), 2);
  ASSERT_EQ(back.size(), 2);
  EXPECT_EQ(back[1].rows, 3);
  EXPECT_EQ(back[1].values, batches[1].values);
  EXPECT_TRUE(UnpackBatches("", 2).empty());
  EXPECT_ERROR(UnpackBatches("x", 2), DataLoss,
               "a trainer gives 1 bytes for the metrics of a step, whose "
               "batches have 24 each");
}

TEST(BatchMetricsTest, AreWeighedByRows) {
  EXPECT_EQ(MeansOf({{1, {8, 1}}, {3, {4, 2}}}, 2),
            (std::vector<double>{5, 1.75}));
  EXPECT_TRUE(std::isnan(MeansOf({}, 1)[0]));
}

}  // namespace
}  // namespace paddle::distributed

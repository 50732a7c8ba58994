#include "paddle/framework/distributed/master/job_data.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/master/testing/sent_job_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

class JobDataTest : public SentJobFixture {
 protected:
  std::unique_ptr<framework::BatchReader> Open(
      const std::vector<std::string>& files) const {
    return OpenData(spec_.data(), files, kEpochs, FolderOf(""), *main_);
  }
};

TEST_F(JobDataTest, GivesBatchesByNumber) {
  MakeLstm();
  spec_.mutable_data()->set_shuffle(false);
  const auto reader = Open({"first.npz", "second.npz"});
  EXPECT_EQ(reader->batches_per_epoch(), 11);
  const framework::Feeds second = BatchAt(1, reader.get());
  ASSERT_EQ(second.size(), 2);
  EXPECT_EQ(second[0].first, "words");
  EXPECT_EQ(second[0].second.lod()->lengths(),
            (framework::LoD::Levels{{3, 1}}));
  EXPECT_EQ(ItemsOf(second), 2);
  const framework::Feeds last = BatchAt(21, reader.get());
  EXPECT_EQ(ItemsOf(last), 1);
  EXPECT_EQ(ItemsOf({last[1]}), 1);  // a dense one
  EXPECT_ERROR(BatchAt(22, reader.get()), OutOfRange,
               "batch 22 is behind the last one");
}

TEST_F(JobDataTest, StaysInItsFolder) {
  MakePerceptron();
  for (const char* file : {"", "/etc/passwd", "..", "a/../../first.npz"}) {
    EXPECT_ERROR(Open({file}), InvalidArgument, "");
  }
}

TEST_F(JobDataTest, NamesWhatIsWrong) {
  MakePerceptron();
  EXPECT_ERROR(Open({"first.npz", "third.npz"}), NotFound, "third.npz");
  std::filesystem::create_directory(FolderOf("third.npz"));
  EXPECT_ERROR(Open({"third.npz"}), FailedPrecondition, "third.npz");
  spec_.mutable_data()->clear_feeds();
  Feed("no such", "x");
  EXPECT_ERROR(Open({"first.npz"}), NotFound, "no such");
}

}  // namespace
}  // namespace paddle::distributed

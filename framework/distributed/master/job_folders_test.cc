#include "paddle/framework/distributed/master/job_folders.h"

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

class JobFoldersTest : public ::testing::Test {
 protected:
  const platform::TemporaryFolder root_;
  const JobFolders folders_{root_.Path("")};
};

TEST_F(JobFoldersTest, KeepsDescriptions) {
  proto::JobSpec spec;
  spec.set_name("mlp");
  spec.set_trainers(2);
  folders_.Add("mlp-1", spec);
  EXPECT_EQ(folders_.SpecOf("mlp-1").SerializeAsString(),
            spec.SerializeAsString());
  EXPECT_ERROR(folders_.Add("mlp-1", spec), AlreadyExists, "a job 'mlp-1'");
  EXPECT_ERROR(folders_.SpecOf("mlp-2"), NotFound, "mlp-2");
  EXPECT_ERROR(folders_.FilesOf("mlp-2"), NotFound, "no job 'mlp-2'");
  for (const char* id : {"", "..", "a/b", "/", ".new-mlp-1"}) {
    EXPECT_ERROR(folders_.Add(id, spec), InvalidArgument, "'");
  }
  platform::AtomicWriteFile(folders_.FolderOf("mlp-1") + "/spec", "x");
  EXPECT_ERROR(folders_.SpecOf("mlp-1"), DataLoss, "no description");
}

TEST_F(JobFoldersTest, AddsWholeJobsOrNone) {
  // Its writer was killed before the description was whole: the id is free.
  platform::AtomicWriteFile(root_.Path("jobs/a.tmp"), "");
  std::filesystem::create_directory(root_.Path("jobs/.new-a-1-1"));
  std::filesystem::create_directory(folders_.FolderOf("a"));
  proto::JobSpec spec;
  spec.set_name("a");
  folders_.Add("a", spec);
  EXPECT_EQ(folders_.SpecOf("a").name(), "a");
  EXPECT_ERROR(folders_.FilesOf(".new-a-1-1"), InvalidArgument, "no id");
  // Failures leave nothing.
  EXPECT_ERROR(folders_.Add("a", {}), AlreadyExists, "a job 'a'");
  EXPECT_EQ(folders_.SpecOf("a").name(), "a");
  EXPECT_ERROR(folders_.Add("a.tmp", {}), ResourceExhausted,
               "the job 'a.tmp' cannot be kept: making the folder ");
  EXPECT_ERROR(folders_.Add(std::string(250, 'b'), {}), ResourceExhausted,
               "File name too long");
  int entries = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator(root_.Path("jobs"))) {
    ++entries;
  }
  EXPECT_EQ(entries, 3);
}

TEST_F(JobFoldersTest, AddsAJobOnce) {
  std::atomic<int> added{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      try {
        folders_.Add("a", {});
        ++added;
      } catch (const platform::Error& error) {
        EXPECT_EQ(error.code(), platform::ErrorCode::kAlreadyExists);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(added, 1);
}

TEST_F(JobFoldersTest, ListsAndReadsFiles) {
  folders_.Add("a", {});
  platform::AtomicWriteFile(folders_.LogOf("a", 1, "trainer-0"), "hello");
  std::filesystem::create_symlink("/etc/passwd", folders_.FolderOf("a") + "/x");
  const proto::FileList files = folders_.FilesOf("a");
  ASSERT_EQ(files.files_size(), 2);
  EXPECT_EQ(files.files(0).name(), "logs/1-trainer-0");
  EXPECT_EQ(files.files(0).bytes(), 5);
  EXPECT_EQ(files.files(1).name(), "spec");
  EXPECT_EQ(folders_.Read("a", "logs/1-trainer-0", 1, 3), "ell");
  EXPECT_EQ(folders_.Read("a", "logs/1-trainer-0", 4, 100), "o");
  EXPECT_EQ(folders_.Read("a", "logs/1-trainer-0", 50, 100), "");
  EXPECT_ERROR(folders_.Read("a", "spec", -1, 9), OutOfRange, "offset -1");
  EXPECT_ERROR(folders_.Read("a", "../b", 0, 9), InvalidArgument, "no name");
  EXPECT_ERROR(folders_.Read("a", "x", 0, 9), InvalidArgument, "symbolic");
}

TEST_F(JobFoldersTest, TellsProgress) {
  folders_.Add("a", {});
  EXPECT_EQ(folders_.ProgressOf("a"), "");
  const auto write = [&](const std::string& text) {
    platform::AtomicWriteFile(folders_.FolderOf("a") + "/metrics", text);
  };
  write("1\t0\tloss=2\n2\t0\tlo");
  EXPECT_EQ(folders_.ProgressOf("a"), "1\t0\tloss=2");
  write("1\t0");
  EXPECT_EQ(folders_.ProgressOf("a"), "");
  write(std::string(9000, '\n') + "7\t1\n");
  EXPECT_EQ(folders_.ProgressOf("a"), "7\t1");
  write("8\t1\tl\xc3\xb6ss\x1b=\xff\n9");
  EXPECT_EQ(folders_.ProgressOf("a"), "8\t1\tl??ss?=?");
  write("9\t1\t" + std::string(5000, 'l') + "\n");
  EXPECT_EQ(folders_.ProgressOf("a"), "");
  write("9\t1\t" + std::string(5000, 'l') + "\n10\t1\n11");
  EXPECT_EQ(folders_.ProgressOf("a"), "10\t1");
}

}  // namespace
}  // namespace paddle::distributed

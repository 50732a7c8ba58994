#include "paddle/framework/io/folder_writer.h"

#include <filesystem>
#include <string>

#include "gtest/gtest.h"

#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::framework {
namespace {

namespace fs = std::filesystem;

class FolderWriterTest : public ::testing::Test {
 protected:
  std::string Text() { return platform::ReadFile(target_ + "/text"); }
  // Returns how many names there are beside the target.
  int Entries() {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(folder_.Path(""))) {
      count += entry.exists();
    }
    return count;
  }

  platform::TemporaryFolder folder_;
  const std::string target_ = folder_.Path("target");
};

TEST_F(FolderWriterTest, AppearsWholeOrNotAtAll) {
  {
    FolderWriter writer(target_);
    platform::AtomicWriteFile(writer.File("text"), "one");
    EXPECT_FALSE(fs::exists(target_));
  }
  EXPECT_EQ(Entries(), 0);
  for (const char* text : {"one", "two"}) {
    FolderWriter writer(target_);
    platform::AtomicWriteFile(writer.File("text"), text);
    writer.TakeName(target_);
    EXPECT_EQ(Text(), text);
  }
  EXPECT_EQ(Entries(), 1);
  EXPECT_ERROR(FolderWriter(folder_.Path("none/name")), Unavailable,
               "cannot make a folder beside");
}

TEST_F(FolderWriterTest, TakesNoNameThatThereIs) {
  fs::create_directory(target_);
  {
    const FolderWriter writer(target_);
    EXPECT_FALSE(writer.TakeNewName(target_));
    EXPECT_ERROR(writer.TakeNewName(folder_.Path("none/name")), Unavailable,
                 "cannot write");
    EXPECT_TRUE(writer.TakeNewName(folder_.Path("other")));
  }
  EXPECT_EQ(Entries(), 2);
}

}  // namespace
}  // namespace paddle::framework

#include "paddle/framework/io/sync_folder.h"

#include "gtest/gtest.h"

#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::framework {
namespace {

TEST(SyncFolderTest, TakesFoldersAlone) {
  const platform::TemporaryFolder folder;
  SyncFolder(folder.Path(""));
  EXPECT_ERROR(SyncFolder(folder.Path("none")), FailedPrecondition,
               "none: No such file");
  platform::AtomicWriteFile(folder.Path("file"), "x");
  EXPECT_ERROR(SyncFolder(folder.Path("file")), FailedPrecondition,
               "file: Not a directory");
  EXPECT_TRUE(TrySyncFolder(folder.Path("")));
  EXPECT_FALSE(TrySyncFolder(folder.Path("none")));
}

}  // namespace
}  // namespace paddle::framework

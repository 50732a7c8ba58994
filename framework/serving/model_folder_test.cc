#include "paddle/framework/serving/model_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::serving {
namespace {

using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

TEST(ModelFolderTest, FindsModelsAndVersions) {
  const platform::TemporaryFolder folder;
  for (const char* name :
       {"mlp", ".hidden", "mlp/1", "mlp/20", "mlp/03", "mlp/0", "mlp/-1",
        "mlp/x", "mlp/9223372036854775808"}) {
    std::filesystem::create_directory(folder.Path(name));
  }
  platform::AtomicWriteFile(folder.Path("file"), "");
  platform::AtomicWriteFile(folder.Path("mlp/7"), "");
  EXPECT_THAT(FoldersIn(folder.Path("")), UnorderedElementsAre("mlp"));
  EXPECT_THAT(VersionsIn(folder.Path("mlp")), UnorderedElementsAre(1, 20));
  EXPECT_THAT(VersionsIn(folder.Path("mlp/1")), IsEmpty());
  EXPECT_ERROR(FoldersIn(folder.Path("none")), Unavailable,
               "none cannot be read: No such file");
}

TEST(ModelFolderTest, TellsWhenFilesChange) {
  const platform::TemporaryFolder folder;
  const std::string model = folder.Path("1");
  std::filesystem::create_directory(model);
  EXPECT_EQ(FileOrNothing(model + "/manifest"), "");
  const std::string none = FilesIn(model);
  const std::string old = IdentityOf(model, "{}");
  EXPECT_EQ(IdentityOf(model, "{}"), old);
  EXPECT_NE(IdentityOf(model, ""), old);
  platform::AtomicWriteFile(model + "/manifest", "text");
  EXPECT_EQ(FileOrNothing(model + "/manifest"), "text");
  EXPECT_NE(FilesIn(model), none);
  EXPECT_NE(IdentityOf(model, "{}"), old);
}

}  // namespace
}  // namespace paddle::serving

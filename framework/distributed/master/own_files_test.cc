#include "paddle/framework/distributed/master/own_files.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

TEST(OwnFilesTest, TellsThemFromLostProcesses) {
  EXPECT_EQ(WithOwnFiles([] { return 3; }), 3);
  EXPECT_ERROR(WithOwnFiles([] { PADDLE_THROW(Unavailable, "no disk"); }),
               FailedPrecondition, "no disk");
  EXPECT_ERROR(WithOwnFiles([] { PADDLE_THROW(DataLoss, "no file"); }),
               DataLoss, "no file");
}

}  // namespace
}  // namespace paddle::distributed

#include "paddle/framework/distributed/nccl/nccl_api.h"

#include <cstdlib>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

constexpr char kFake[] = "framework/distributed/nccl/libfake_nccl.so";

TEST(LoadNccl, FindsEveryFunction) {
  const NcclApi api = LoadNccl(kFake);
  int version = 0;
  EXPECT_EQ(api.GetVersion(&version), NcclResult::kSuccess);
  EXPECT_GE(version, 21400);
  EXPECT_STREQ(api.GetErrorString(NcclResult::kSuccess), "no error");
}

TEST(LoadNccl, SaysWhatToInstall) {
  EXPECT_ERROR(LoadNccl("/nowhere/libnccl.so.2"), Unavailable,
               "'/nowhere/libnccl.so.2' cannot be loaded: "
               "/nowhere/libnccl.so.2: cannot open shared object file");
  EXPECT_ERROR(LoadNccl("/nowhere/libnccl.so.2"), Unavailable,
               "install the package libnccl2");
}

TEST(LoadNccl, RefusesAnOldLibrary) {
  setenv("FAKE_NCCL_VERSION", "21003", 1);
  EXPECT_ERROR(LoadNccl(kFake), Unavailable,
               "is NCCL 2.10, which is too old; exchanging memory of GPUs "
               "needs NCCL 2.14 or later");
  setenv("FAKE_NCCL_VERSION", "2708", 1);
  EXPECT_ERROR(LoadNccl(kFake), Unavailable, "is NCCL 2.7, which is too old");
  unsetenv("FAKE_NCCL_VERSION");
}

TEST(LoadNccl, NamesAFunctionThatIsMissing) {
  EXPECT_ERROR(LoadNccl("libm.so.6"), Unavailable,
               "'libm.so.6' has no function ncclGetVersion");
}

}  // namespace
}  // namespace paddle::distributed

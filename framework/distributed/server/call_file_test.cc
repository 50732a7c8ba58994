#include "paddle/framework/distributed/server/call_file.h"

#include <sys/stat.h>

#include <string>

#include "gtest/gtest.h"

#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;

class CallFileTest : public ::testing::Test {
 protected:
  static Call Restore(float number) {
    Call call;
    call.head.set_block(kRestoreBlock);
    call.head.set_step(7);
    call.head.add_names("w");
    Tensor tensor(Dims({3}), DataType::kFloat32);
    for (int i = 0; i < 3; ++i) tensor.mutable_data<float>()[i] = number;
    call.tensors = {tensor, Tensor(Dims({0}), DataType::kInt32)};
    return call;
  }

  const platform::TemporaryFolder folder_;
  const std::string path_ = folder_.Path("call");
};

TEST_F(CallFileTest, CallsComeBack) {
  EXPECT_FALSE(LoadCall(path_).has_value());
  for (const float number : {1.f, 2.f}) {
    SaveCall(path_, Restore(number));
    const Call call = *LoadCall(path_);
    EXPECT_EQ(call.head.block(), kRestoreBlock);
    EXPECT_EQ(call.head.step(), 7);
    EXPECT_EQ(call.head.names(0), "w");
    ASSERT_EQ(call.tensors.size(), 2);
    EXPECT_EQ(call.tensors[0].data<float>()[2], number);
    EXPECT_EQ(call.tensors[1].numel(), 0);
  }
}

TEST_F(CallFileTest, AnyDamageIsFound) {
  SaveCall(path_, Restore(1));
  const std::string whole = platform::ReadFile(path_);
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string bytes = whole;
    bytes[i] ^= 4;
    platform::AtomicWriteFile(path_, bytes);
    EXPECT_ERROR(LoadCall(path_), DataLoss, "in " + path_);
    platform::AtomicWriteFile(path_, whole.substr(0, i));
    EXPECT_ERROR(LoadCall(path_), DataLoss, "in " + path_);
  }
}

TEST_F(CallFileTest, AFailureLeavesTheOldOne) {
  SaveCall(path_, Restore(1));
  EXPECT_ERROR(SaveCall(folder_.Path("no/call"), Restore(2)), Unavailable,
               folder_.Path("no/call"));
  EXPECT_EQ(LoadCall(path_)->tensors[0].data<float>()[0], 1);
}

}  // namespace
}  // namespace paddle::distributed

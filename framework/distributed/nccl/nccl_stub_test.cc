#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/transport_communicator.h"
#include "paddle/framework/distributed/nccl/nccl_communicator.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

TEST(NcclStub, SaysThatThereIsNoCUDA) {
  EXPECT_ERROR(NewNcclCommunicator(NewLocalCommunicator()), Unavailable,
               "members cannot exchange memory of CUDA:0: this is built "
               "without CUDA; build with --config=cuda");
}

}  // namespace
}  // namespace paddle::distributed

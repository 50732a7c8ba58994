#include "paddle/framework/distributed/server/block_server.h"

#include <memory>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/ir/named_block.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
using framework::Tensor;
using ::testing::ElementsAre;

// Two blocks: "double" returns 2 x, and "shift" returns x + w.
class BlockServerTest : public backward::ProgramFixture {
 protected:
  BlockServerTest() {
    layer::ParamAttr attr("w");
    attr.initializer = layer::initializer::Constant(3);
    const layer::Variable w = Parameter(attr, {2});
    const layer::Variable x = layer::data("x", {2}, DataType::kFloat32);
    const layer::Variable y = layer::data("y", {2}, DataType::kFloat32);
    const std::string doubled = (x * 2.0).name(), shifted = (y + w).name();
    const auto server = main_->Clone();
    std::vector<bool> first(NumOps()), all(NumOps() - 1, true);
    first[0] = true;
    MoveToNamedBlock("double", first, {"x"}, {doubled}, server.get());
    MoveToNamedBlock("shift", all, {"y"}, {shifted}, server.get());
    server_ = std::make_unique<BlockServer>(*server, startup_);
  }

  static LoDTensor Numbers(float a, float b) {
    LoDTensor tensor(Tensor(Dims({2}), DataType::kFloat32));
    tensor.mutable_data<float>()[0] = a;
    tensor.mutable_data<float>()[1] = b;
    return tensor;
  }
  std::vector<float> Run(const std::string& block, const LoDTensor& x) {
    const std::vector<LoDTensor> results = server_->Run(block, {x});
    EXPECT_EQ(results.size(), 1);
    return {results[0].data<float>(), results[0].data<float>() + 2};
  }

  std::unique_ptr<BlockServer> server_;
};

TEST_F(BlockServerTest, RunsBlocksByName) {
  EXPECT_THAT(server_->blocks(), ElementsAre("double", "shift"));
  EXPECT_THAT(Run("double", Numbers(1, 2)), ElementsAre(2, 4));
  EXPECT_THAT(Run("shift", Numbers(1, 2)), ElementsAre(4, 5));
}

TEST_F(BlockServerTest, ChecksArguments) {
  EXPECT_EQ(server_->Arguments("shift")[0].name(), "y");
  EXPECT_ERROR(server_->Run("shift", {}), InvalidArgument,
               "block 'shift' takes 1 values, not 0");
  EXPECT_ERROR(
      server_->Run("shift", {LoDTensor(Tensor(Dims({3}), DataType::kFloat32))}),
      InvalidArgument, "y");
  EXPECT_ERROR(server_->Run("push", {}), NotFound,
               "there is no block 'push'; there are double, shift");
}

TEST_F(BlockServerTest, HasValues) {
  EXPECT_EQ(server_->Value("w").data<float>()[1], 3);
  EXPECT_ERROR(server_->Value("v"), NotFound, "no variable 'v'");
}

}  // namespace
}  // namespace paddle::distributed

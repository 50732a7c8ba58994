// Every operator says what it takes.
#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_info_map.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::FlopsOf;
using framework::MakeOp;

TEST(FlopsTest, EveryOperatorHasACount) {
  const auto types = framework::OpInfoMap::Instance().Types();
  EXPECT_GT(types.size(), 300);
  for (const std::string& type : types) {
    // A gradient operator is counted with the one whose gradient it is.
    std::string counted =
        framework::OpInfoMap::Instance().Get(type).proto.gradient_of;
    if (counted.empty()) counted = type;
    EXPECT_TRUE(framework::HasFlops(type))
        << "operator " << type << " has no count of FLOPs: write "
        << "REGISTER_OP_FLOPS(" << counted
        << ", ...) behind the registration in " << counted
        << "_op.cc (framework/registry/op_flops.h)";
  }
}

TEST(FlopsTest, OfAProductAndItsGradients) {
  const framework::AttributeMap attrs = {{"x_num_col_dims", int64_t{2}},
                                         {"y_num_col_dims", int64_t{1}}};
  const framework::KnownDims dims = {
      {"x", Dims({2, 3, 4})}, {"y", Dims({4, 5})}, {"out", Dims({2, 3, 5})}};
  const auto mul =
      MakeOp("mul", {{"X", {"x"}}, {"Y", {"y"}}}, {{"Out", {"out"}}}, attrs);
  EXPECT_EQ(*FlopsOf(mul, dims), 2 * 6 * 4 * 5);
  const auto grad =
      MakeOp("mul_grad", {{"X", {"x"}}, {"Y", {"y"}}, {"Out@GRAD", {"out"}}},
             {{"X@GRAD", {"dx"}}, {"Y@GRAD", {"dy"}}}, attrs);
  EXPECT_EQ(*FlopsOf(grad, dims), 2 * (2 * 6 * 4 * 5));
}

TEST(FlopsTest, AreUnknownWithoutShapesAndOfBlocks) {
  const auto relu = MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"out"}}});
  EXPECT_EQ(*FlopsOf(relu, {{"out", Dims({7})}}), 7);
  EXPECT_FALSE(FlopsOf(relu, {{"x", Dims({7})}}).has_value());
  EXPECT_FALSE(FlopsOf(MakeOp("while", {}, {}), {}).has_value());
  EXPECT_FALSE(FlopsOf(MakeOp("unheard_of", {}, {}), {}).has_value());
}

}  // namespace
}  // namespace paddle::operators

// Differentiates twice what new-op writes: in this program the cases of the
// templates check that (operators/testing/second_order.h).
#include "gtest/gtest.h"

#include "paddle/framework/registry/op_info_map.h"

namespace paddle::operators {
namespace {

using framework::OpInfoMap;

TEST(NewOp, GradientsHaveGradients) {
  for (const char* type : {"example_grad", "bounded_example_grad"}) {
    EXPECT_TRUE(OpInfoMap::Instance().Get(type).grad_maker) << type;
  }
}

}  // namespace
}  // namespace paddle::operators

// Every gradient operator has a gradient; that these are right is what the
// cases of all folders check in this program (testing/second_order.h).
#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/registry/op_info_map.h"

namespace paddle::operators {
namespace {

using framework::OpInfoMap;

TEST(SecondOrder, IsThereForAll) {
  int found = 0;
  for (const std::string& type : OpInfoMap::Instance().Types()) {
    const framework::OpInfo& info = OpInfoMap::Instance().Get(type);
    if (info.proto.gradient_of.empty()) continue;
    ++found;
    EXPECT_TRUE(info.grad_maker)
        << "gradient operator " << type << " has no gradient: write "
        << "REGISTER_GRADIENT_MAKER(" << type << ", ...) in the "
        << "second_gradients.cc of its family, or behind the registration in "
        << info.proto.gradient_of
        << "_op.cc (framework/registry/second_gradient.h)";
  }
  EXPECT_GT(found, 100);
}

}  // namespace
}  // namespace paddle::operators

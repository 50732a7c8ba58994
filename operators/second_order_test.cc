// Which operators have gradients of their gradients; that these are right is
// what the cases of all folders check in this program (testing/second_order.h).
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

using framework::OpInfoMap;

// Gradient operators without a gradient, and why. A program that needs one is
// refused at the user's line.
const std::map<std::string, std::string>& Missing() {
  static const auto& missing = *new std::map<std::string, std::string>{
      {"nce_grad", "not written: it reads samples that were drawn"},
  };
  return missing;
}

TEST(SecondOrder, IsThereOrMissingForAReason) {
  std::vector<std::string> found;
  for (const std::string& type : OpInfoMap::Instance().Types()) {
    const framework::OpInfo& info = OpInfoMap::Instance().Get(type);
    if (info.proto.gradient_of.empty() || info.grad_maker) continue;
    found.push_back(type);
    EXPECT_TRUE(Missing().count(type) > 0)
        << type << " has no gradient, and no reason is listed";
  }
  for (const auto& [type, reason] : Missing()) {
    EXPECT_NE(std::find(found.begin(), found.end(), type), found.end())
        << type << " has a gradient, or is gone: take it from the list";
    EXPECT_FALSE(reason.empty()) << type;
  }
}

}  // namespace
}  // namespace paddle::operators

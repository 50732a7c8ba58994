#include "paddle/framework/layers/argument.h"

#include <string>
#include <tuple>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/layers/conv.h"
#include "paddle/framework/layers/nn.h"

namespace paddle::layer {
namespace {

template <typename Options>
std::vector<std::string> Names() {
  return std::apply(
      [](const auto&... arguments) {
        return std::vector<std::string>{arguments.name...};
      },
      Options::kArguments);
}

TEST(ArgumentTest, NamesAMember) {
  constexpr Argument kEpsilon("epsilon", &BatchNormOptions::epsilon);
  BatchNormOptions options;
  EXPECT_EQ(options.*kEpsilon.member, 1e-5);
  options.*kEpsilon.member = 0.25;
  EXPECT_EQ(options.epsilon, 0.25);
}

TEST(ArgumentTest, OptionsListTheirArgumentsInOrder) {
  EXPECT_EQ(Names<FcOptions>(),
            (std::vector<std::string>{"num_flatten_dims", "param_attr",
                                      "bias_attr", "act", "name"}));
}

// Members of the base come between those that a transposed convolution adds.
TEST(ArgumentTest, OptionsJoinTheArgumentsOfTheirBase) {
  EXPECT_EQ(
      Names<ConvTransposeOptions>(),
      (std::vector<std::string>{"output_size", "stride", "padding", "dilation",
                                "groups", "param_attr", "bias_attr", "act",
                                "name", "output_padding", "data_format"}));
  ConvTransposeOptions options;
  options.*std::get<4>(ConvTransposeOptions::kArguments).member = 3;
  EXPECT_EQ(options.groups, 3);
}

}  // namespace
}  // namespace paddle::layer

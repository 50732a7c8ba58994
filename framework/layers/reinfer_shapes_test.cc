#include "paddle/framework/layers/reinfer_shapes.h"

#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/block_builder.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/testing/layer_test.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class ReinferShapesTest : public LayerTest {
 protected:
  // Another number of columns for the argument of the block.
  void SetColumns(const Variable& argument, int64_t columns) {
    main_->block(argument.block()).Var(argument.name())->set_dims(1, columns);
  }

  BlockBuilder block_{"test"};
};

TEST_F(ReinferShapesTest, WhatFollowsFromAnArgumentChangesWithIt) {
  const Variable x = block_.AddArgument("x", {-1, 2}, DataType::kFloat32);
  block_.Open();
  const Variable y = exp(tanh(x));
  block_.Close();
  SetColumns(x, 5);
  EXPECT_EQ(y.dims(), (Dims{-1, 2}));
  SetColumns(Variable(main_, block_.block(), "tanh_0.tmp_0"), -1);
  SetColumns(y, -1);  // an inferred number would have to stay
  ReinferShapes(main_.get(), block_.block(), {});
  EXPECT_EQ(y.dims(), (Dims{-1, 5}));
}

TEST_F(ReinferShapesTest, MistakesNameTheOperator) {
  const Variable w = parameter({2, 3}, DataType::kFloat32, "w");
  const Variable x = block_.AddArgument("x", {-1, 2}, DataType::kFloat32);
  block_.Open();
  matmul(x, w);
  block_.Close();
  SetColumns(x, 4);
  EXPECT_ERROR(ReinferShapes(main_.get(), block_.block(), {}), InvalidArgument,
               "in operator matmul (X: x [N, 4] float32");
}

}  // namespace
}  // namespace paddle::layer

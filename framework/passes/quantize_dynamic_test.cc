#include "paddle/framework/passes/quantize_dynamic.h"

#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using layer::Variable;

Variable Lstm() {
  const Variable x =
      layer::data("x", {-1, 8}, DataType::kFloat32, /*lod_level=*/1);
  return layer::dynamic_lstm(x, 8).hidden;
}

class QuantizeDynamicallyTest : public ::testing::Test {
 protected:
  const std::shared_ptr<Program> main_ = layer::NewProgram();
  const std::shared_ptr<Program> startup_ = layer::NewProgram();
  const layer::ProgramGuard guard_{main_, startup_};
};

TEST_F(QuantizeDynamicallyTest, SetsTheAttribute) {
  layer::relu(Lstm());
  const auto made = QuantizeDynamically(*main_);
  Verify(*made);
  const auto& op = made->block(0).desc().ops(0);
  EXPECT_EQ(op.type(), "lstm");
  EXPECT_NE(PrintOp(op, made->schemas()).find("dynamic_int8=true"),
            std::string::npos);
  EXPECT_EQ(PrintText(*main_).find("dynamic_int8"), std::string::npos);
  EXPECT_EQ(PrintText(*QuantizeDynamically(*made)), PrintText(*made));
}

TEST_F(QuantizeDynamicallyTest, RefusesWhatTrainsOrHasNothing) {
  layer::relu(layer::data("y", {-1, 8}));
  EXPECT_ERROR(QuantizeDynamically(*main_), InvalidArgument,
               "nothing to quantize dynamically");
  backward::AppendBackward(layer::mean(Lstm()));
  EXPECT_ERROR(QuantizeDynamically(*main_), InvalidArgument,
               "a program that trains");
}

}  // namespace
}  // namespace paddle::framework

#include "paddle/framework/layers/rnn.h"

#include <memory>

#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class RnnTest : public ::testing::Test {
 protected:
  void TearDown() override {
    framework::Verify(*main_);
    framework::Verify(*startup_);
  }

  static Variable Sequences(const std::string& name, int64_t width) {
    return data(name, {-1, width}, DataType::kFloat32, /*lod_level=*/1);
  }
  // The text of the first operator of the program.
  bool Writes(const std::string& text) const {
    return PrintText(*main_).find(text) != std::string::npos;
  }

  const std::shared_ptr<Program> main_ = NewProgram();
  const std::shared_ptr<Program> startup_ = NewProgram();
  const ProgramGuard guard_{main_, startup_};
};

TEST_F(RnnTest, DynamicLstm) {
  const LstmStates states = dynamic_lstm(Sequences("x", 12), 12);
  EXPECT_EQ(states.hidden.dims()[1], 3);
  EXPECT_EQ(states.cell.dims()[1], 3);
  EXPECT_TRUE(Writes("var lstm_0.w_0: [3, 12] float32, parameter"));
  EXPECT_TRUE(Writes("var lstm_0.b_0: [1, 21] float32, parameter"));

  DynamicLstmOptions options;
  options.h0 = data("h", {-1, 3});
  options.c0 = data("c", {-1, 3});
  options.use_peepholes = false;
  options.is_reverse = true;
  options.candidate_activation = "relu";
  options.name = "back";
  dynamic_lstm(Sequences("y", 12), 12, options);
  EXPECT_TRUE(Writes("var back.b_0: [1, 12] float32, parameter"));
  EXPECT_TRUE(Writes("H0=h, C0=c, Weight=back.w_0, Bias=back.b_0"));
  EXPECT_TRUE(Writes("is_reverse=true"));
  EXPECT_TRUE(Writes("candidate_activation=\"relu\""));
}

TEST_F(RnnTest, DynamicGru) {
  DynamicGruOptions options;
  options.bias = absl::nullopt;
  options.h0 = data("h", {-1, 4});
  options.origin_mode = true;
  const Variable hidden = dynamic_gru(Sequences("x", 12), 4, options);
  EXPECT_EQ(hidden.dims()[1], 4);
  EXPECT_TRUE(Writes("gru(Input=x, H0=h, Weight=gru_0.w_0,"));
  EXPECT_TRUE(Writes("origin_mode=true"));
  EXPECT_FALSE(Writes("Bias"));
}

TEST_F(RnnTest, LstmUnitHasOneWeightForInputsAndState) {
  const Variable x = data("x", {-1, 5}), h = data("h", {-1, 3});
  LstmUnitOptions options;
  options.weight = "w";
  options.forget_bias = 1;
  const LstmStates states = lstm_unit(x, h, data("c", {-1, 3}), options);
  EXPECT_EQ(states.hidden.dims()[1], 3);
  EXPECT_TRUE(Writes("var w: [8, 12] float32, parameter"));
  EXPECT_TRUE(Writes("C_prev=c, forget_bias=1"));
}

TEST_F(RnnTest, GruUnit) {
  const Variable hidden = gru_unit(data("x", {-1, 12}), data("h", {-1, 4}), 12);
  EXPECT_EQ(hidden.dims()[1], 4);
  EXPECT_TRUE(Writes("var gru_unit_0.w_0: [4, 12] float32, parameter"));
  EXPECT_TRUE(Writes("var gru_unit_0.b_0: [1, 12] float32, parameter"));
}

TEST_F(RnnTest, SaysWhatDoesNotFit) {
  const Variable x = Sequences("x", 10);
  EXPECT_ERROR(dynamic_lstm(x, 10), InvalidArgument,
               "the size of lstm_0 is 10, not 4 times that of a state");
  EXPECT_ERROR(dynamic_lstm(x, 8), InvalidArgument,
               "Input [rows, 4 * D] and Weight [D, 4 * D]");
  EXPECT_ERROR(dynamic_gru(x, 0), InvalidArgument, "the size of gru_0 is 0");
  EXPECT_ERROR(gru_unit(x, x, 10), InvalidArgument,
               "the size of gru_unit_0 is 10, not 3 times that of a state");
  EXPECT_ERROR(lstm_unit(x, x, data("c", {3})), InvalidArgument,
               "takes a cell [batch, D], not c [3]");
  DynamicLstmOptions options;
  options.bias = absl::nullopt;
  EXPECT_ERROR(dynamic_lstm(Sequences("y", 12), 12, options), InvalidArgument,
               "the peepholes of lstm are a part of Bias, which is missing");
}

}  // namespace
}  // namespace paddle::layer

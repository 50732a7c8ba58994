#include "paddle/backward/forward_values.h"

#include <string>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/backward/testing/program_fixture.h"

namespace paddle::backward {
namespace {

using layer::data;
using layer::DataType;
using layer::Op;
using layer::Variable;

class ForwardValuesTest : public ProgramFixture {
 protected:
  ForwardValues Analyze(const Variable& last) {
    const Variable loss = layer::mean(last);
    const int forward = NumOps();
    AppendBackward(loss);
    return ForwardValues(*main_, 0, forward);
  }
};

TEST_F(ForwardValuesTest, KnowsWritersReadersAndSizes) {
  const Variable x = data("x", {-1, 3});
  const Variable product = x * Parameter("w");
  const Variable exp = layer::exp(product);
  const Variable last = layer::tanh(exp);
  const ForwardValues values = Analyze(last);
  EXPECT_EQ(values.Find("x"), nullptr);
  EXPECT_EQ(values.Find("w"), nullptr);
  const ForwardValue* value = values.Find(exp.name());
  ASSERT_NE(value, nullptr);
  EXPECT_EQ(value->writer, 1);
  EXPECT_EQ(value->last_reader, 2);
  EXPECT_EQ(value->bytes, 32 * 3 * 4);
  EXPECT_TRUE(value->saved);
  EXPECT_TRUE(value->repeatable);
  EXPECT_THAT(values.WrittenBy(1), ::testing::ElementsAre(value));
  // The gradient of exp reads its result alone.
  EXPECT_FALSE(values.Find(product.name())->saved);
}

TEST_F(ForwardValuesTest, SizesMadeOfSymbolsAreEstimated) {
  const Variable x = data("x", {-1, 3});
  const Variable twice = layer::concat({x, x * Parameter("w")}, 0);
  const ForwardValues values = Analyze(layer::tanh(twice));
  EXPECT_EQ(values.Find(twice.name())->bytes, 2 * 32 * 3 * 4);
}

TEST_F(ForwardValuesTest, WhatIsUpdatedIsNoForwardValue) {
  const Variable x = layer::tanh(Parameter("w"));
  const Variable local = layer::scale(x, 2);
  const Variable once = local + x;
  Op("sgd", {{"Param", local},
             {"Grad", Parameter("step")},
             {"LearningRate", Parameter("rate", {1})}});
  const ForwardValues values = Analyze(layer::tanh(once));
  EXPECT_EQ(values.Find(local.name()), nullptr);
  // Its writer has read a value that is gone.
  EXPECT_FALSE(values.Find(once.name())->repeatable);
}

}  // namespace
}  // namespace paddle::backward

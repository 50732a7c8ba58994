#include "paddle/framework/tensor/tensor_array.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/framework/tensor/packed_array.h"
#include "paddle/operators/control_flow/branch_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using layer::array_length;
using layer::array_read;
using layer::array_to_tensor;
using layer::array_write;
using layer::Op;
using layer::operator+;
using layer::operator*;

class ArrayTest : public BranchFixture {
 protected:
  static Variable Index(int64_t value, DataType dtype = DataType::kInt64) {
    return layer::fill_constant({1}, dtype, static_cast<double>(value));
  }
  static Variable Stored(const std::vector<Variable>& elements) {
    Variable array;
    for (size_t i = 0; i < elements.size(); ++i) {
      array = array_write(elements[i], Index(i), array);
    }
    return array;
  }
  void ExpectEqual(const Variable& got, const Variable& expected) {
    const std::vector<Array> values = Eval({got, expected});
    EXPECT_EQ(testing::Difference(values[1], values[0], 0), "") << got.name();
  }
  // A loop of `times` iterations.
  template <typename Body>
  static std::vector<Variable> Repeat(int64_t times, Variable carried,
                                      const Body& body) {
    const Variable i = Index(0);
    layer::WhileLoop loop(layer::less_than(i, times));
    loop.BeginBlock();
    const Variable count = loop.Carry(i), now = loop.Carry(carried);
    loop.Update(now, body(count, now));
    const Variable next = layer::increment(count);
    loop.Update(count, next);
    loop.Condition(layer::less_than(next, times));
    loop.EndBlock();
    return loop();
  }
};

TEST_F(ArrayTest, ReadsWhatWasWritten) {
  const Variable x = Random("x", {2, 3}), y = Random("y", {2, 3});
  const Variable array = Stored({x, y});
  ExpectEqual(array_read(array, Index(0)), x);
  ExpectEqual(array_read(array, Index(1, DataType::kInt32)), y);
  EXPECT_EQ(Eval(array_length(array))[0], 2);
  // The array that is written to stays as it is.
  const Variable other = array_write(y, Index(0), array);
  ExpectEqual(array_read(other, Index(0)), y);
  ExpectEqual(array_read(array, Index(0)), x);
  const Variable copied = Op("assign", {{"X", other}});
  ExpectEqual(array_read(copied, Index(1)), y);
}

TEST_F(ArrayTest, ElementsKeepTheirSequences) {
  const Variable x = Random("x", {-1, 2}, 5, {{2, 0, 3}});
  const Variable read = array_read(array_write(x, Index(4)), Index(4));
  EXPECT_EQ(read.lod_level(), 1);
  ExpectEqual(read, x);
  EXPECT_EQ(Eval(read).lod->offsets(0), Eval(x).lod->offsets(0));
}

// An element must outlive the memory of its writer.
TEST_F(ArrayTest, ElementsHaveMemoryOfTheirOwn) {
  const Variable x = Random("x", {4});
  Variable h = x;
  Variable array;
  for (int i = 0; i < 4; ++i) {
    h = layer::tanh(h * 2.0);
    array = array_write(h, Index(i), array);
  }
  const Variable expected = layer::tanh(x * 2.0);
  ExpectEqual(array_read(array, Index(0)), expected);
  ExpectEqual(array_read(array, Index(3)), h);
}

TEST_F(ArrayTest, BecomesATensor) {
  const Variable x = Random("x", {2, 3}), y = Random("y", {2, 3});
  const Variable array = Stored({x, y});
  for (int axis : {0, 1, 2, -1}) {
    ExpectEqual(array_to_tensor(array, axis), layer::stack({x, y}, axis));
  }
  for (int axis : {0, 1, -1}) {
    ExpectEqual(
        array_to_tensor(array, axis, false),
        Op("concat", {{"X", {x, y}}}, {{"axis", static_cast<int64_t>(axis)}}));
  }
}

TEST_F(ArrayTest, GradientsThroughWritingAndReading) {
  const Variable x = Random("x", {2, 3}), y = Random("y", {2, 3});
  const Variable array = Stored({x, y * 2.0, x});
  // x is read twice, y once; what is overwritten gets nothing from there.
  const Variable changed = array_write(y, Index(0), array);
  const Variable out =
      array_read(array, Index(0)) * layer::tanh(array_read(changed, Index(1))) +
      array_read(changed, Index(2)) + array_read(changed, Index(0));
  ExpectNumericGradients(out, {x, y});
}

TEST_F(ArrayTest, GradientsOfWhatNobodyReadsAreZero) {
  const Variable x = Random("x", {2}), y = Random("y", {2});
  const Variable loss = layer::mean(array_read(Stored({x, y}), Index(0)));
  const auto grads = backward::Gradients({loss}, {x, y});
  const auto values = Eval(grads);
  EXPECT_EQ(values[0][1], 0.5);
  EXPECT_EQ(values[1][0], 0);
  EXPECT_EQ(values[1].dims, framework::Dims({2}));
}

TEST_F(ArrayTest, GradientsOfATensorMadeOfElements) {
  const Variable x = Random("x", {2, 3}), y = Random("y", {2, 1});
  const Variable wide =
      Op("concat", {{"X", {y, y, y}}}, {{"axis", int64_t{1}}});
  const Variable array = Stored({x, wide});
  for (int axis : {0, 1, -1}) {
    ExpectNumericGradients(array_to_tensor(array, axis), {x, y});
  }
  ExpectNumericGradients(array_to_tensor(Stored({x, y}), 1, false), {x, y});
}

TEST_F(ArrayTest, SumsAndTheirGradients) {
  const Variable x = Random("x", {3}), y = Random("y", {3});
  const Variable longer = Stored({x, y, x});
  const Variable sum = Op("sum", {{"X", {longer, Stored({y})}}});
  EXPECT_EQ(Eval(array_length(sum))[0], 3);
  ExpectEqual(array_read(sum, Index(0)), x + y);
  ExpectEqual(array_read(sum, Index(2)), x);
  ExpectNumericGradients(array_to_tensor(sum), {x, y});
}

TEST_F(ArrayTest, ALoopWritesAnArray) {
  const Variable x = Random("x", {2, 3});
  const Variable array = Repeat(
      4, array_write(x, Index(0)),
      [&](const Variable& i, const Variable& array) {
        const Variable last = array_read(array, i);
        return array_write(layer::tanh(last * 1.5), layer::increment(i), array);
      })[1];
  std::vector<Variable> steps = {x};
  for (int i = 0; i < 4; ++i) steps.push_back(layer::tanh(steps[i] * 1.5));
  ExpectEqual(array_to_tensor(array), layer::stack(steps));
  ExpectNumericGradients(array_to_tensor(array), {x});
}

TEST_F(ArrayTest, ALoopReadsAnArray) {
  const Variable x = Random("x", {2}), y = Random("y", {2});
  const Variable array = Stored({x, y, x});
  const Variable h = Random("h", {2});
  const Variable end = Repeat(3, h, [&](const Variable& i, const Variable& h) {
    return layer::tanh(h * array_read(array, i));
  })[1];
  const Variable expected =
      layer::tanh(layer::tanh(layer::tanh(h * x) * y) * x);
  ExpectEqual(end, expected);
  ExpectNumericGradients(end, {x, y, h});
}

TEST_F(ArrayTest, ALoopThatStartsWithAnEmptyArray) {
  const Variable x = Random("x", {2});
  const Variable empty = layer::create_array(DataType::kFloat64, {2});
  const Variable array =
      Repeat(3, empty, [&](const Variable& i, const Variable& array) {
        return array_write(x * x, i, array);
      })[1];
  const Variable out = array_to_tensor(array);
  ExpectEqual(out, layer::stack({x * x, x * x, x * x}));
  ExpectNumericGradients(out, {x});
}

// All arrays of the program live until its end: they must share one list, or
// each would hold the first element.
TEST_F(ArrayTest, AppendingCopiesNoList) {
  const Variable x = Random("x", {1});
  const Variable zero = Index(0);
  Variable array = array_write(x, zero), i = zero;
  for (int k = 1; k < 1000; ++k) {
    i = layer::increment(i);
    array = array_write(x, i, array);
  }
  array.set_persistable(true);  // so that the scope has it
  const auto length = RunAs({array_length(array)}, framework::RunMode::kRun);
  EXPECT_EQ(length[0][0], 1000);
  const auto& value =
      scope_->FindVar(array.name())->Get<framework::TensorArray>();
  EXPECT_EQ(value.Get(0).holder().use_count(), 1);
}

TEST_F(ArrayTest, ALoopAppendsTenThousandTimes) {
  const Variable x = Random("x", {1});
  const Variable array =
      Repeat(10000, layer::create_array(DataType::kFloat64, {1}),
             [&](const Variable& i, const Variable& array) {
               return array_write(x, i, array);
             })[1];
  EXPECT_EQ(Eval(array_length(array))[0], 10000);
  const auto grads =
      backward::Gradients({layer::reduce_sum(array_to_tensor(array))}, {x});
  EXPECT_NEAR(Eval(grads[0])[0], 10000, 1e-6);
}

TEST_F(ArrayTest, WrongElements) {
  const Variable x = Random("x", {2});
  const Variable array = array_write(x, Index(2));
  EXPECT_ERROR(Eval(array_read(array, Index(3))), OutOfRange,
               "element 3 of a tensor array of 3");
  EXPECT_ERROR(Eval(array_read(array, Index(-1))), OutOfRange, "element -1");
  EXPECT_ERROR(Eval(array_read(array, Index(1))), OutOfRange, "never written");
  EXPECT_ERROR(Eval(array_length(array_write(x, Index(-2), array))), OutOfRange,
               "element -2");
  EXPECT_ERROR(Eval(array_to_tensor(array)), OutOfRange, "element 0");
  const Variable empty = layer::create_array(DataType::kFloat32);
  EXPECT_ERROR(Eval(array_to_tensor(empty)), FailedPrecondition,
               "without elements");
  EXPECT_EQ(Eval(array_length(empty))[0], 0);
}

TEST_F(ArrayTest, IsFetched) {
  const Variable x = Random("x", {2}), y = Random("y", {3});
  const Variable array = array_write(
      y, Index(1),
      array_write(x, Index(0), layer::create_array(DataType::kFloat64)));
  for (int run = 0; run < 2; ++run) {
    const auto fetched =
        executor_.Eval(main_, {{"x", feeds_["x"]}, {"y", feeds_["y"]}},
                       {array.name(), array.name()}, scope_.get());
    for (const auto& one : fetched) {
      const auto list =
          framework::UnpackArray(absl::get<framework::LoDTensor>(one));
      ASSERT_EQ(list.size(), 2);
      EXPECT_EQ(list.Get(1).dims(), framework::Dims({3}));
      EXPECT_EQ(list.Get(1).data<double>()[2], feeds_["y"].data<double>()[2]);
    }
  }
  EXPECT_ERROR(backward::Gradients({array}, {x}), InvalidArgument,
               "is a tensor array");
}

TEST_F(ArrayTest, IsFed) {
  const Variable array = layer::create_array(DataType::kFloat64, {-1});
  const Variable length = array_length(array);
  const Variable joined = array_to_tensor(array, 0, /*stack=*/false);
  framework::TensorArray list(DataType::kFloat64);
  for (const int64_t size : {2, 1}) {
    framework::LoDTensor element({size}, DataType::kFloat64);
    std::fill_n(element.mutable_data<double>(), size, size + 0.5);
    list.Set(list.size(), element);
    const auto fetched = executor_.Eval(
        main_, {{array.name(), framework::PackArray(list)}},
        {length.name(), joined.name(), array.name()}, scope_.get());
    const auto& sizes = absl::get<framework::LoDTensor>(fetched[0]);
    EXPECT_EQ(*sizes.data<int64_t>(), list.size());
    const auto& all = absl::get<framework::LoDTensor>(fetched[1]);
    EXPECT_EQ(all.data<double>()[1], 2.5);
    const auto& same = absl::get<framework::LoDTensor>(fetched[2]);
    EXPECT_EQ(framework::UnpackArray(same).size(), list.size());
  }
}

TEST_F(ArrayTest, WrongFeeds) {
  const Variable x = Random("x", {2});
  const Variable array = layer::create_array(DataType::kFloat64, {2});
  const auto feed = [&](const framework::LoDTensor& value) {
    executor_.Eval(main_, {{array.name(), value}}, {array_length(array).name()},
                   scope_.get());
  };
  EXPECT_ERROR(feed(feeds_["x"]), InvalidArgument,
               "a tensor array: it takes what PackArray makes of one");
  framework::TensorArray list(DataType::kFloat64);
  list.Set(0, framework::LoDTensor({3}, DataType::kFloat64));
  EXPECT_ERROR(feed(framework::PackArray(list)), InvalidArgument,
               "is fed with an element 0 of shape [3]");
  EXPECT_ERROR(
      feed(framework::PackArray(framework::TensorArray(DataType::kInt32))),
      InvalidArgument, "is fed with elements of int32");
}

}  // namespace
}  // namespace paddle::operators

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/attr_inputs.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using platform::MessageOf;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Ints = std::vector<int64_t>;

std::atomic<int> made{0};  // how many kernels were made

// test_sized (shape, value) -> Out, of the shape.
void DescribeSized(OpMaker* op) {
  op->AddInput("X", "Any tensor.").AsOptional();
  op->AddOutput("Out", "X[0] in each element, or value without X.");
  op->AddAttr<Ints>("shape", "Of Out.").LengthOfAxes().AtLeast(0);
  op->AddAttr<int64_t>("value", "Of the elements.").SetDefault(0).AtMost(9);
  op->AddComment("For tests.");
}

void InferSized(InferShapeContext* context) {
  const auto& shape = context->Attr<Ints>("shape");
  context->SetOutput("Out", Dims(absl::MakeConstSpan(shape)),
                     DataType::kFloat32);
}

template <typename T>
class SizedKernel final : public OpKernel {
 public:
  explicit SizedKernel(const OpArguments& arguments) : OpKernel(arguments) {
    ++made;
  }
  void Compute(const KernelContext& ctx) const override {
    T* out = out_(ctx).template mutable_data<T>();
    const LoDTensor* x = x_.get(ctx);
    const T value = x == nullptr ? static_cast<T>(value_.value())
                                 : x->template data<T>()[0];
    std::fill_n(out, out_(ctx).numel(), value);
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<int64_t> value_{this, "value"};
};

REGISTER_OP_WITHOUT_GRADIENT(test_sized, ShapeFunction(InferSized),
                             MakerFunction(DescribeSized));
REGISTER_ATTR_INPUT(test_sized, shape, ShapeTensor);
REGISTER_ATTR_INPUT(test_sized, value, ValueTensor);
REGISTER_OP_CPU_KERNEL(test_sized, SizedKernel<float>);

LoDTensor IntsOf(const Ints& values) {
  LoDTensor tensor;
  tensor.Allocate(Dims({static_cast<int64_t>(values.size())}), DataType::kInt64,
                  platform::CPUPlace());
  std::copy(values.begin(), values.end(), tensor.mutable_data<int64_t>());
  return tensor;
}

void AddInts(Program* program, const std::string& name, int64_t count) {
  proto::VarDesc* var = program->global_block().Var(name);
  var->set_dtype(proto::INT64);
  var->set_is_feed(true);
  var->add_dims(count);
}

// Feeds "shape" and "x", and adds 1 to what test_sized computes.
class AttrInputOpTest : public ::testing::Test {
 protected:
  AttrInputOpTest() {
    AddInts(program_.get(), "shape", 2);
    AddData(program_.get(), "x", 1);
    program_->AppendOp(
        0, MakeOp("test_sized", {{"X", {"x"}}, {"ShapeTensor", {"shape"}}},
                  {{"Out", {"out"}}}, {{"shape", Ints{0, 0}}}));
    Plus(program_.get(), "out", "more", 1);
  }

  LoDTensor Run(const Ints& shape, Executor* executor) {
    const auto fetched = executor->Run(
        program_, {{"shape", IntsOf(shape)}, {"x", TensorOf({1, 1}, {7})}},
        {"more"}, scope_.get());
    return absl::get<LoDTensor>(fetched[0]);
  }

  std::shared_ptr<Program> program_ = NewProgram();
  std::shared_ptr<Scope> scope_ = Scope::Create();
  Executor executor_;
};

TEST_F(AttrInputOpTest, IsWrittenWithTheRankOfTheExample) {
  const proto::VarDesc& out = program_->global_block().GetVar("more");
  ASSERT_EQ(out.dims_size(), 2);
  EXPECT_LT(out.dims(0), 0);
  EXPECT_LT(out.dims(1), 0);
}

TEST_F(AttrInputOpTest, ComputesWithTheValuesOfTheRun) {
  for (const Ints& shape : {Ints{2, 1}, Ints{1, 3}, Ints{0, 5}, Ints{2, 1}}) {
    const LoDTensor out = Run(shape, &executor_);
    EXPECT_EQ(out.dims().ToVector(), shape);
    EXPECT_EQ(ValuesOf(out), std::vector<float>(shape[0] * shape[1], 8));
  }
}

TEST_F(AttrInputOpTest, MakesAKernelForOtherValuesOnly) {
  Run({2, 2}, &executor_);
  const int before = made;
  Run({2, 2}, &executor_);
  EXPECT_EQ(made, before);
  Run({2, 3}, &executor_);
  EXPECT_EQ(made, before + 1);
}

TEST_F(AttrInputOpTest, ThreadsHaveValuesOfTheirOwn) {
  std::vector<std::thread> threads;
  for (int64_t size = 1; size <= 3; ++size) {
    threads.emplace_back([this, size] {
      // That of all: they share what was made for the values.
      for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(Run({size, 2}, &executor_).dims(), Dims({size, 2}));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(AttrInputOpTest, ReadsNumbersOfOneElement) {
  AddInts(program_.get(), "value", 1);
  program_->AppendOp(0, MakeOp("test_sized", {{"ValueTensor", {"value"}}},
                               {{"Out", {"same"}}}, {{"shape", Ints{2}}}));
  const auto fetched =
      executor_.Run(program_, {{"value", IntsOf({5})}}, {"same"}, scope_.get());
  EXPECT_THAT(ValuesOf(absl::get<LoDTensor>(fetched[0])), ElementsAre(5, 5));
  EXPECT_THAT(MessageOf([&] {
                executor_.Run(program_, {{"value", IntsOf({10})}}, {"same"},
                              scope_.get());
              }),
              AllOf(HasSubstr("attribute value of operator test_sized is 10"),
                    HasSubstr("at most 9"), HasSubstr("value = 10"),
                    HasSubstr("input ValueTensor 'value'")));
}

TEST_F(AttrInputOpTest, RefusesWhatTheAttributeCannotBe) {
  EXPECT_THAT(MessageOf([&] {
                Run({2, -1}, &executor_);
              }),
              AllOf(HasSubstr("attribute shape of operator test_sized is"),
                    HasSubstr("shape = [2, -1] from input ShapeTensor")));
  AddInts(program_.get(), "three", 3);
  AddData(program_.get(), "floats", 2);
  const auto append = [&](const std::string& input) {
    return MessageOf([&] {
      program_->AppendOp(0,
                         MakeOp("test_sized", {{"ShapeTensor", {input}}},
                                {{"Out", {"none"}}}, {{"shape", Ints{0, 0}}}));
    });
  };
  EXPECT_THAT(append("three"), HasSubstr("has 3 elements, but the example of "
                                         "attribute shape is [0, 0]"));
  EXPECT_THAT(append("floats"), HasSubstr("it cannot be float32"));
}

TEST_F(AttrInputOpTest, RefusesAnotherNumberOfElementsInARun) {
  proto::VarDesc* var = program_->global_block().Var("any");
  var->set_dtype(proto::INT64);
  var->set_is_feed(true);
  var->add_dims(-1);
  program_->AppendOp(0, MakeOp("test_sized", {{"ShapeTensor", {"any"}}},
                               {{"Out", {"filled"}}}, {{"shape", Ints{0, 0}}}));
  const auto run = [&](const Ints& shape) {
    executor_.Run(program_, {{"any", IntsOf(shape)}}, {"filled"}, scope_.get());
  };
  run({1, 2});
  EXPECT_THAT(MessageOf([&] {
                run({1, 2, 3});
              }),
              HasSubstr("input ShapeTensor of operator test_sized has 3 "
                        "elements; as attribute shape it was written to have "
                        "2"));
}

}  // namespace
}  // namespace paddle::framework::testing

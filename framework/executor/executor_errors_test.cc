#include <limits>
#include <memory>
#include <string>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using platform::MessageOf;
using ::testing::AllOf;
using ::testing::HasSubstr;

class ExecutorErrors : public ::testing::Test {
 protected:
  std::shared_ptr<Program> program_ = NewProgram();
  std::shared_ptr<Scope> scope_ = Scope::Create();
  Executor executor_;
};

TEST_F(ExecutorErrors, Feeds) {
  AddData(program_.get(), "x", 2);
  AddData(program_.get(), "x2", 2);
  Add(program_.get(), "x", "x2", "y");
  const LoDTensor good = TensorOf({1, 2}, {1, 2});
  const auto run = [&](const Feeds& feeds, const std::string& fetch) {
    return MessageOf(
        [&] { executor_.Run(program_, feeds, {fetch}, scope_.get()); });
  };
  EXPECT_THAT(run({{"x", good}}, "y"),
              HasSubstr("data variable x2 [N, 2] float32 is read but not fed"));
  EXPECT_THAT(run({{"x", TensorOf({1, 3}, {1, 2, 3})}, {"x2", good}}, "y"),
              HasSubstr("variable x [N, 2] float32 is fed with a value of "
                        "shape [1, 3]"));
  EXPECT_THAT(run({{"x", TensorOf({2, 2}, {1, 2, 3, 4})}, {"x2", good}}, "y"),
              HasSubstr("variable x2 [N, 2] float32 is fed with a value of "
                        "shape [1, 2], but by the feed of variable x [N, 2] "
                        "float32 axis 0 has size 2"));
  EXPECT_THAT(
      run({{"x", LoDTensor(Dims({1, 2}), DataType::kFloat64)}, {"x2", good}},
          "y"),
      AllOf(HasSubstr("is fed with float64 values"),
            HasSubstr("astype(\"float32\")")));
  EXPECT_THAT(run({{"x", good}, {"x3", good}}, "y"),
              AllOf(HasSubstr("NotFound"), HasSubstr("x3")));
  EXPECT_THAT(run({{"x", good}, {"x2", good}}, "yy"),
              AllOf(HasSubstr("NotFound"), HasSubstr("yy")));
}

TEST_F(ExecutorErrors, UninitialisedVariables) {
  AddPersistable(program_.get(), "w", {1});
  Plus(program_.get(), "w", "y", 1);
  EXPECT_THAT(
      MessageOf([&] { executor_.Run(program_, {}, {"y"}, scope_.get()); }),
      AllOf(HasSubstr("variable w is not initialised"),
            HasSubstr("startup program"), HasSubstr("test_plus")));
}

TEST_F(ExecutorErrors, CheckNanInfNamesTheFirstOperator) {
  AddData(program_.get(), "x", 1);
  Plus(program_.get(), "x", "y", 1);
  Plus(program_.get(), "y", "z", std::numeric_limits<double>::infinity());
  Plus(program_.get(), "z", "u", 1);
  ExecutorOptions options;
  options.check_nan_inf = true;
  Executor checking(platform::CPUPlace(), options);
  EXPECT_THAT(MessageOf([&] {
                checking.Run(program_, {{"x", TensorOf({1, 1}, {1})}}, {"u"},
                             scope_.get());
              }),
              AllOf(HasSubstr("output z has a NaN or infinity"),
                    HasSubstr("test_plus")));
}

TEST_F(ExecutorErrors, AtRunTimeNameOperatorShapesAndLine) {
  AddData(program_.get(), "x", 1);
  proto::VarDesc* other = program_->global_block().Var("other");
  *other = *program_->global_block().FindVar("x");
  other->set_name("other");
  other->set_dims(0, program_->global_block().sizes().Fresh());
  proto::OpDesc op =
      MakeOp("test_add", {{"X", {"x"}}, {"Y", {"other"}}}, {{"Out", {"y"}}});
  proto::CallSite* site = op.add_call_site();
  site->set_file("model.py");
  site->set_line(12);
  site->set_text("y = x + other");
  std::string message = MessageOf([&] {
    program_->AppendOp(0, op);
    executor_.Run(
        program_,
        {{"x", TensorOf({1, 1}, {1})}, {"other", TensorOf({2, 1}, {1, 2})}},
        {"y"}, scope_.get());
  });
  EXPECT_THAT(message, AllOf(HasSubstr("different shapes"),
                             HasSubstr("test_add"), HasSubstr("model.py"),
                             HasSubstr("12"), HasSubstr("y = x + other")));
}

}  // namespace
}  // namespace paddle::framework::testing

#include "paddle/operators/common/function_kernel.h"

#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::LoDTensor;
using framework::MakeOp;
using framework::OpArguments;
using framework::Tensor;
using platform::CPUDeviceContext;

// The arguments of the last call of a function below.
struct Calls {
  int count = 0;
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  Tensor* out = nullptr;
  double amount = 0;
};
Calls calls;

void TakeAll(const CPUDeviceContext&, const Tensor& x, const Tensor* y,
             Tensor* out) {
  calls = {calls.count + 1, &x, y, out, 0};
}

struct Pair {
  const Tensor& x;
  const Tensor* y;
};
void TakePair(const CPUDeviceContext&, const Pair& pair, Tensor* out) {
  calls = {calls.count + 1, &pair.x, pair.y, out, 0};
}

struct Amounts {
  double first;
  double second;
};
void TakeAmounts(const CPUDeviceContext&, const Amounts& amounts,
                 const Tensor& x, Tensor* out) {
  calls = {calls.count + 1, &x, nullptr, out, amounts.first - amounts.second};
}

constexpr absl::string_view kAdd[] = {"X", "Y", "Out"};
constexpr absl::string_view kNoY[] = {"X", "", "Out"};
constexpr absl::string_view kUnknown[] = {"X", "Z", "Out"};
constexpr absl::string_view kPlus[] = {"amount", "", "X", "Out"};

class FunctionKernelTest : public ::testing::Test {
 protected:
  FunctionKernelTest() {
    calls = {};
    state_.device = &device_;
    for (const char* name : {"a", "b", "c"}) {
      vars_.push_back(scope_->Var(name));
      vars_.back()->GetMutable<LoDTensor>();
    }
  }

  static OpArguments Arguments(const framework::proto::OpDesc& op) {
    return OpArguments(
        op, framework::OpInfoMap::Instance().Get(op.type()).proto,
        [](const std::string& name) { return OpArguments::Var{name}; });
  }
  template <typename Kernel>
  void Run(const OpArguments& arguments) {
    Kernel(arguments).Compute({vars_.data(), &state_, {}});
  }
  const LoDTensor* tensor(int i) { return &vars_[i]->Get<LoDTensor>(); }

  CPUDeviceContext device_;
  framework::RunState state_;
  const std::shared_ptr<framework::Scope> scope_ = framework::Scope::Create();
  std::vector<framework::Variable*> vars_;
};

using Add = FunctionKernel<CPUDeviceContext, &TakeAll, kAdd>;

TEST_F(FunctionKernelTest, PassesTheVariablesOfItsSlots) {
  Run<Add>(Arguments(
      MakeOp("test_add", {{"X", {"a"}}, {"Y", {"b"}}}, {{"Out", {"o"}}})));
  EXPECT_EQ(calls.count, 1);
  EXPECT_EQ(calls.x, tensor(0));
  EXPECT_EQ(calls.y, tensor(1));
  EXPECT_EQ(calls.out, tensor(2));
}

TEST_F(FunctionKernelTest, SlotsThatAreLeftOutAreNull) {
  Run<Add>(Arguments(MakeOp("test_add", {{"X", {"a"}}}, {{"Out", {"o"}}})));
  EXPECT_EQ(calls.y, nullptr);
  EXPECT_EQ(calls.out, tensor(1));
  Run<FunctionKernel<CPUDeviceContext, &TakeAll, kNoY>>(Arguments(
      MakeOp("test_add", {{"X", {"a"}}, {"Y", {"b"}}}, {{"Out", {"o"}}})));
  EXPECT_EQ(calls.count, 2);
  EXPECT_EQ(calls.y, nullptr);
  EXPECT_EQ(calls.out, tensor(2));
}

TEST_F(FunctionKernelTest, IsNotCalledForNothing) {
  Run<Add>(Arguments(MakeOp("test_add", {{"X", {"a"}}, {"Y", {"b"}}}, {})));
  EXPECT_EQ(calls.count, 0);
}

TEST_F(FunctionKernelTest, MembersOfAStructHaveNames) {
  Run<FunctionKernel<CPUDeviceContext, &TakePair, kAdd>>(Arguments(
      MakeOp("test_add", {{"X", {"a"}}, {"Y", {"b"}}}, {{"Out", {"o"}}})));
  EXPECT_EQ(calls.x, tensor(0));
  EXPECT_EQ(calls.y, tensor(1));
  EXPECT_EQ(calls.out, tensor(2));
}

TEST_F(FunctionKernelTest, ReadsAttributes) {
  framework::proto::OpDesc op =
      MakeOp("test_plus", {{"X", {"a"}}}, {{"Out", {"o"}}});
  framework::SetAttribute(&op, "amount", 2.5);
  Run<FunctionKernel<CPUDeviceContext, &TakeAmounts, kPlus>>(Arguments(op));
  EXPECT_EQ(calls.amount, 2.5);
  EXPECT_EQ(calls.x, tensor(0));
}

TEST_F(FunctionKernelTest, RefusesSlotsThatItCannotPass) {
  const auto lists =
      Arguments(MakeOp("test_add", {{"X", {"a", "b"}}}, {{"Out", {"o"}}}));
  EXPECT_ERROR(Add{lists}, InvalidArgument,
               "slot X of operator test_add takes one variable, not 2");
  const auto one =
      Arguments(MakeOp("test_add", {{"X", {"a"}}}, {{"Out", {"o"}}}));
  using Unknown = FunctionKernel<CPUDeviceContext, &TakeAll, kUnknown>;
  EXPECT_ERROR(Unknown{one}, NotFound, "operator test_add has no output Z");
}

}  // namespace
}  // namespace paddle::operators

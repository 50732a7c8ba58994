// The C++ of the design documents: a program is written, compiled to a
// description, pruned and run, with nothing but what the documents name.
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/block.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/prune.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/platform/testing/expect_error.h"

namespace pd = paddle;

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;
using ::testing::IsNull;

// Registration: an operator with the types and classes of its gradient, and one
// without.
class EchoOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->ShareShape("X", "Out");
  }
};
class EchoOpMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "The tensor.");
    AddOutput("Out", "The same.");
    AddComment("Repeats.");
  }
};
class EchoGradOp : public GradOpSchema {
 public:
  EchoGradOp() : GradOpSchema(std::vector<std::string>()) {}
};
REGISTER_OP(echo, EchoOp, EchoOpMaker, echo_grad, EchoGradOp);
REGISTER_OP_WITHOUT_GRADIENT(echo_once, EchoOp, EchoOpMaker);

TEST(RegistrationTest, AnOperatorAndItsGradient) {
  EXPECT_EQ(OpInfoMap::Instance().Get("echo_grad").proto.gradient_of, "echo");
  EXPECT_NE(OpInfoMap::Instance().Find("echo_once"), nullptr);
  EXPECT_EQ(OpInfoMap::Instance().Find("echo_once_grad"), nullptr);
}

// Variables are made by scopes: other code that would does not compile.
static_assert(!std::is_default_constructible_v<Variable>);
static_assert(!std::is_copy_constructible_v<Variable>);
static_assert(!std::is_default_constructible_v<Scope>);

TEST(ScopeTest, FindsInItsParentsAndKeepsThemAlive) {
  std::shared_ptr<Scope> parent = Scope::Create();
  const std::weak_ptr<Scope> alive = parent;
  std::shared_ptr<Scope> child = Scope::Create(parent);
  Variable* x = parent->Var("x");
  EXPECT_EQ(child->FindVar("x"), x);
  EXPECT_THAT(parent->FindVar("y"), IsNull());
  EXPECT_NE(child->Var("x"), x);
  parent.reset();
  EXPECT_FALSE(alive.expired());
  child.reset();
  EXPECT_TRUE(alive.expired());
}

TEST(ScopeTest, ItsVariablesDieWithIt) {
  auto value = std::make_shared<int>(7);
  auto scope = Scope::Create();
  *scope->Var("x")->GetMutable<std::shared_ptr<int>>() = value;
  EXPECT_EQ(value.use_count(), 2);
  scope.reset();
  EXPECT_EQ(value.use_count(), 1);
}

TEST(SymbolTableTest, HoldsTheDefinitionsOfABlock) {
  SymbolTable parent;
  proto::VarDesc* x = parent.Var("x");
  SymbolTable table(&parent);
  proto::OpDesc* op = table.NewOp("first");
  op->set_type("scale");
  proto::VarDesc* y = table.Var("y");
  EXPECT_FALSE(table.Var()->name().empty());
  EXPECT_EQ(table.FindVar("y", /*recursive=*/false), y);
  EXPECT_EQ(table.FindVar("x", /*recursive=*/true), x);
  EXPECT_THAT(table.FindVar("x", /*recursive=*/false), IsNull());
  EXPECT_THAT(parent.FindVar("y", /*recursive=*/true), IsNull());
  EXPECT_EQ(table.FindOp("first"), op);
  EXPECT_THAT(table.FindOp("second"), IsNull());
  const proto::BlockDesc block = table.Compile();
  EXPECT_EQ(block.vars_size(), 2);
  EXPECT_EQ(block.ops(0).type(), "scale");
}

class ProgramTest : public ::testing::Test {
 protected:
  static std::vector<float> ValuesOf(const Tensor& tensor) {
    const float* values = tensor.data<float>();
    return {values, values + tensor.numel()};
  }
  std::vector<float> ValueIn(const Scope& scope, const std::string& name) {
    return ValuesOf(scope.FindVar(name)->Get<LoDTensor>());
  }
  static void Set(Scope* scope, const std::string& name, float value) {
    LoDTensor tensor(Dims({1}), DataType::kFloat32);
    *tensor.mutable_data<float>() = value;
    *scope->Var(name)->GetMutable<LoDTensor>() = tensor;
  }

  const std::shared_ptr<Program> main_ = layer::NewProgram();
  const std::shared_ptr<Program> startup_ = layer::NewProgram();
  const layer::ProgramGuard guard_{main_, startup_};
  const std::shared_ptr<Scope> scope_ = Scope::Create();
  const platform::Place place_ = platform::CPUPlace();
  const platform::DeviceContext& device_ = platform::DeviceContextOf(place_);
};

// The branches of the documents' first program.
TEST_F(ProgramTest, LayersWriteAProgramThatRuns) {
  const auto x = pd::layer::minibatch({10, 20, 30});
  const auto y = pd::layer::var(1);
  const auto z = pd::layer::minibatch({10, 20, 30});
  const auto d = pd::layer::add_scalar(x, y);
  const auto probability = pd::layer::softmax(d);
  pd::layer::FcOptions options;
  options.weight.initializer = pd::layer::initializer::Constant(2);
  options.bias->initializer = pd::layer::initializer::Constant(0.5);
  const auto out = pd::layer::fc(z, 0, options) + 1;
  Executor executor;
  executor.Run(startup_, {}, {}, scope_.get());
  const auto values = executor.Run(
      main_, {}, {d.name(), probability.name(), out.name()}, scope_.get());
  EXPECT_THAT(ValuesOf(absl::get<LoDTensor>(values[0])),
              ElementsAre(11, 21, 31));
  EXPECT_THAT(ValuesOf(absl::get<LoDTensor>(values[1])), ElementsAre(1, 1, 1));
  EXPECT_THAT(ValuesOf(absl::get<LoDTensor>(values[2])),
              ElementsAre(21.5, 41.5, 61.5));
}

// y = 2 w, and an operator `update` that makes w = w - 0.5 * 2.
class BlockTest : public ProgramTest {
 protected:
  BlockTest() {
    const auto w = pd::layer::parameter({1}, DataType::kFloat32,
                                        pd::layer::ParamAttr("w"));
    y_ = pd::layer::scale(w, 2).name();
    const auto rate = pd::layer::fill_constant({1}, DataType::kFloat32, 0.5);
    const auto slope = pd::layer::fill_constant({1}, DataType::kFloat32, 2);
    proto::OpDesc update = MakeOp("sgd",
                                  {{"Param", {"w"}},
                                   {"LearningRate", {rate.name()}},
                                   {"Grad", {slope.name()}}},
                                  {{"ParamOut", {"w"}}});
    update.set_name("update");
    id_ = main_->AppendOp(0, std::move(update)).id();
    Set(scope_.get(), "w", 5);
  }

  std::string y_;
  int64_t id_ = 0;
};

TEST_F(BlockTest, RunsFromAProgramAndAnIndex) {
  const Block block(main_, 0);
  block.Run(scope_.get(), place_);
  EXPECT_THAT(ValueIn(*scope_, y_), ElementsAre(10));
  EXPECT_THAT(ValueIn(*scope_, "w"), ElementsAre(4));
}

TEST_F(BlockTest, RunsFromADescriptionInSteps) {
  const Block block(main_->global_block().Compile());
  block.CreateVariables(scope_.get());
  block.CreateOperators();
  EXPECT_NE(scope_->FindVar(y_), nullptr);
  block.InferShape(scope_.get());
  EXPECT_EQ(scope_->FindVar(y_)->Get<LoDTensor>().dims(), Dims({1}));
  block.Run(scope_.get(), place_);
  EXPECT_THAT(ValueIn(*scope_, y_), ElementsAre(10));
}

TEST_F(BlockTest, OneNetInDifferentScopesUpdatesDifferentVariables) {
  const Block block(main_, 0);
  const auto other = Scope::Create();
  Set(other.get(), "w", 100);
  block.Run(scope_.get(), place_);
  block.Run(other.get(), place_);
  block.Run(other.get(), place_);
  EXPECT_THAT(ValueIn(*scope_, "w"), ElementsAre(4));
  EXPECT_THAT(ValueIn(*other, "w"), ElementsAre(98));
}

TEST_F(BlockTest, PruneLeavesWhatTheTargetsNeed) {
  const proto::BlockDesc least = Prune(main_->global_block().Compile(), {y_});
  ASSERT_EQ(least.ops_size(), 1);
  EXPECT_EQ(least.ops(0).type(), "scale");
  Block(least).Run(scope_.get(), place_);
  EXPECT_THAT(ValueIn(*scope_, y_), ElementsAre(10));
  EXPECT_THAT(ValueIn(*scope_, "w"), ElementsAre(5));
}

TEST_F(BlockTest, EvalGivesTheLatestValuesOfVariables) {
  const Block block(main_, 0);
  for (int trial = 0; trial < 2; ++trial) {
    const auto values = block.Eval({y_, "w"}, scope_.get(), device_);
    EXPECT_THAT(ValuesOf(values[0]), ElementsAre(10 - 2 * trial));
    EXPECT_THAT(ValuesOf(values[1]), ElementsAre(4 - trial));
  }
}

TEST_F(BlockTest, EvalOfAVariableDoesNotOptimize) {
  const Block block(main_, 0);
  EXPECT_THAT(ValuesOf(block.Eval({y_}, scope_.get(), device_)[0]),
              ElementsAre(10));
  EXPECT_THAT(ValueIn(*scope_, "w"), ElementsAre(5));
}

TEST_F(BlockTest, EvalOfOperatorsOptimizes) {
  const Block block(main_, 0);
  EXPECT_TRUE(block.Eval({"update"}, scope_.get(), device_).empty());
  EXPECT_THAT(ValueIn(*scope_, "w"), ElementsAre(4));
  EXPECT_THAT(scope_->FindVar(y_), IsNull());
  block.Eval({"#" + std::to_string(id_)}, scope_.get(), device_);
  EXPECT_THAT(ValueIn(*scope_, "w"), ElementsAre(3));
  EXPECT_ERROR(block.Eval({"updatt"}, scope_.get(), device_), NotFound,
               "no variable or operator is called 'updatt'");
}

}  // namespace
}  // namespace paddle::framework

#include "paddle/framework/passes/optimize.h"

#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Appends an operator that writes a variable of the pass's name.
std::shared_ptr<const Program> Append(const Program& program,
                                      const std::string& out) {
  auto changed = program.Clone();
  changed->AppendOp(0, Scale("x", out));
  return changed;
}

std::shared_ptr<const Program> AppendExact(
    const std::shared_ptr<const Program>& program, const PassContext&) {
  return Append(*program, "exact");
}

std::shared_ptr<const Program> AppendLoose(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  return Append(*program, context.keep_all ? "loose" : "wanted");
}

std::shared_ptr<const Program> AppendPruned(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  return context.pruned ? Append(*program, "pruned") : program;
}

std::shared_ptr<const Program> Spoil(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  if (context.keep_all) return program;
  auto changed = program->Clone();
  changed->mutable_desc()->mutable_blocks(0)->add_results("nowhere");
  changed->Changed();
  return changed;
}

std::shared_ptr<const Program> Lose(const std::shared_ptr<const Program>&,
                                    const PassContext&) {
  return nullptr;
}

}  // namespace

// Level 3, which no optimization reaches by itself, keeps the bad ones out.
constexpr auto kNever = static_cast<PassLevel>(3);
REGISTER_PASS(append_exact, 1, kExact, PassStage::kRewrite, "For tests.",
              AppendExact);
REGISTER_PASS(append_loose, 1, kReassociates, PassStage::kSimplify,
              "For tests.", AppendLoose);
REGISTER_PASS(append_pruned, 1, kNever, PassStage::kRewrite, "For tests.",
              AppendPruned);
REGISTER_PASS(spoil, 1, kNever, PassStage::kRewrite, "For tests.", Spoil);
REGISTER_PASS(lose, 1, kNever, PassStage::kRewrite, "For tests.", Lose);

namespace {

NameList Written(const Program& program) {
  NameList names;
  for (const auto& op : program.global_block().desc().ops()) {
    names.push_back(OutputNames(op)[0]);
  }
  return names;
}

class OptimizeTest : public ::testing::Test {
 protected:
  OptimizeTest() : program_(std::make_shared<Program>(TinyOps())) {
    AddFeed(program_.get(), "x", {2});
  }

  std::shared_ptr<const Program> Only(const NameList& names,
                                      bool keep_all = true) {
    PassContext context;
    context.keep_all = keep_all;
    OptimizeOptions options;
    options.only = names;
    return Optimize(program_, context, options);
  }

  std::shared_ptr<Program> program_;
};

TEST_F(OptimizeTest, RunsThePassesOfALevelByStage) {
  OptimizeOptions options;
  EXPECT_THAT(Written(*Optimize(program_, {}, options)), ElementsAre("exact"));
  options.level = kReassociates;
  EXPECT_THAT(Written(*Optimize(program_, {}, options)),
              ElementsAre("loose", "exact"));
  EXPECT_THAT(Written(*program_), IsEmpty());
}

TEST_F(OptimizeTest, RunsNamedPassesInTheirOrder) {
  EXPECT_THAT(Written(*Only({"append_exact", "append_loose"})),
              ElementsAre("exact", "loose"));
  EXPECT_EQ(Only({}), program_);
  EXPECT_EQ(Only({"spoil"}), program_);
}

TEST_F(OptimizeTest, LeavesNamedPassesOut) {
  OptimizeOptions options;
  options.level = kReassociates;
  options.without = {"append_loose", "lose"};
  PassContext context;
  context.keep_all = true;
  EXPECT_THAT(Written(*Optimize(program_, context, options)),
              ElementsAre("exact"));
  options.without = {"apend"};
  EXPECT_ERROR(Optimize(program_, context, options), NotFound, "'apend'");
}

TEST_F(OptimizeTest, ErrorsNameThePass) {
  EXPECT_ERROR(Only({"spoil"}, /*keep_all=*/false), NotFound, "in pass spoil");
  EXPECT_ERROR(Only({"lose"}), Internal, "in pass lose");
  EXPECT_ERROR(Only({"append_exact", "append_exact"}), InvalidArgument,
               "in pass append_exact");
  EXPECT_ERROR(Only({"apend"}), NotFound,
               "no pass is called 'apend'; there are: append_loose, "
               "append_exact, append_pruned, lose, spoil");
}

TEST_F(OptimizeTest, TheFunctionForAnExecutorKnowsTheInterface) {
  const auto optimize = Optimizer(kReassociates, nullptr);
  EXPECT_THAT(Written(*optimize(program_)), ElementsAre("wanted", "exact"));
}

TEST_F(OptimizeTest, AProgramStaysPrunedUntilAPassChangesIt) {
  PassContext context;
  context.pruned = true;
  OptimizeOptions options;
  options.only = NameList{"spoil", "append_pruned", "append_pruned"};
  EXPECT_THAT(Written(*Optimize(program_, context, options)),
              ElementsAre("pruned"));
  EXPECT_EQ(Only({"append_pruned"}), program_);
}

TEST_F(OptimizeTest, AnInterfaceIsMadeOfVariables) {
  program_->AppendOp(0, Scale("x", "y"));
  const auto program = WithInterface(*program_, {"x"}, {"y"});
  EXPECT_THAT(program->desc().feeds(), ElementsAre("x"));
  EXPECT_THAT(program->desc().fetches(), ElementsAre("y"));
  EXPECT_THAT(program_->desc().feeds(), IsEmpty());
  EXPECT_ERROR(WithInterface(*program_, {"x"}, {"yy"}), NotFound, "'yy'");
}

}  // namespace
}  // namespace paddle::framework::testing

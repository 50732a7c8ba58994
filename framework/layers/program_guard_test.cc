#include "paddle/framework/layers/program_guard.h"

#include <memory>
#include <thread>

#include "gtest/gtest.h"

#include "paddle/framework/layers/device_guard.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {

class NothingOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext*) const override {}
};
class NothingOpMaker : public framework::OpMaker {
 public:
  void Make() override { AddComment("Does nothing."); }
};
REGISTER_OP_WITHOUT_GRADIENT(nothing, NothingOp, NothingOpMaker);

}  // namespace paddle::operators

namespace paddle::layer {
namespace {

using framework::proto::CallSite;

TEST(ProgramGuardTest, NestsAndRestores) {
  const auto main = DefaultMainProgram();
  const auto startup = DefaultStartupProgram();
  EXPECT_NE(main, startup);
  const auto other = NewProgram();
  {
    const ProgramGuard outer(other);
    EXPECT_EQ(DefaultMainProgram(), other);
    EXPECT_EQ(DefaultStartupProgram(), startup);
    const auto inner_startup = NewProgram();
    {
      const ProgramGuard inner(NewProgram(), inner_startup);
      EXPECT_EQ(DefaultStartupProgram(), inner_startup);
    }
    EXPECT_EQ(DefaultMainProgram(), other);
  }
  EXPECT_EQ(DefaultMainProgram(), main);
}

TEST(ProgramGuardTest, NeedsAProgram) {
  EXPECT_ERROR(ProgramGuard(nullptr), InvalidArgument, "needs a main program");
}

TEST(ProgramGuardTest, EachThreadHasItsOwnPrograms) {
  const auto mine = DefaultMainProgram();
  std::thread([&] { EXPECT_NE(DefaultMainProgram(), mine); }).join();
}

TEST(ProgramGuardTest, EndsInAnyOrderAndThread) {
  const auto first = NewProgram(), second = NewProgram();
  const auto before = DefaultMainProgram();
  auto outer = std::make_unique<ProgramGuard>(first);
  auto inner = std::make_unique<ProgramGuard>(second);
  inner->CheckEndsNext();
  EXPECT_ERROR(outer->CheckEndsNext(), FailedPrecondition,
               "ends before another one that began inside it");
  outer.reset();
  EXPECT_EQ(DefaultMainProgram(), second);
  std::thread([&] {
    const auto mine = DefaultMainProgram();
    EXPECT_ERROR(inner->CheckEndsNext(), FailedPrecondition,
                 "ends in another thread than it began");
    inner.reset();
    EXPECT_EQ(DefaultMainProgram(), mine);
  }).join();
  EXPECT_EQ(DefaultMainProgram(), before);
}

TEST(BlockGuardTest, ABlockThatIsGoneIsNotTheCurrentOne) {
  const auto program = NewProgram();
  const BlockGuard outer(program, program->AddBlock(0));
  const BlockGuard inner(program, program->AddBlock(1));
  EXPECT_EQ(CurrentBlock(*program), 2);
  program->RemoveBlock(2);
  EXPECT_EQ(CurrentBlock(*program), 1);
  program->AddBlock(1);  // another one of the same index
  EXPECT_EQ(CurrentBlock(*program), 1);
  program->RemoveBlock(1);
  EXPECT_EQ(CurrentBlock(*program), 0);
}

TEST(BlockGuardTest, IsOfItsProgramOnly) {
  const auto program = NewProgram();
  const auto other = NewProgram();
  const ProgramGuard programs(program);
  const int child = program->AddBlock(0);
  {
    const BlockGuard block(child);
    EXPECT_EQ(CurrentBlock(*program), child);
    EXPECT_EQ(CurrentBlock(*other), 0);
    const BlockGuard back(program, 0);
    EXPECT_EQ(CurrentBlock(*program), 0);
  }
  EXPECT_EQ(CurrentBlock(*program), 0);
  EXPECT_ERROR(BlockGuard(7), OutOfRange, "block 7");
}

TEST(AppendTest, FillsInRoleAndCallSite) {
  const auto program = NewProgram();
  CallSite site;
  site.set_file("train.py");
  site.set_line(3);
  SetCallSiteProvider([&] { return std::vector<CallSite>{site}; });
  const framework::proto::OpDesc nothing = framework::MakeOp("nothing", {}, {});
  {
    const RoleGuard role(framework::proto::OPTIMIZE);
    const auto& op = Append(program.get(), 0, nothing);
    EXPECT_EQ(op.role(), framework::proto::OPTIMIZE);
    EXPECT_EQ(op.call_site(0).line(), 3);
  }
  framework::proto::OpDesc own = nothing;
  own.set_role(framework::proto::BACKWARD);
  own.add_call_site()->set_line(8);
  const auto& op = Append(program.get(), 0, own);
  EXPECT_EQ(op.role(), framework::proto::BACKWARD);
  EXPECT_EQ(op.call_site_size(), 1);
  EXPECT_EQ(op.call_site(0).line(), 8);
  SetCallSiteProvider(nullptr);
  EXPECT_EQ(Append(program.get(), 0, nothing).call_site_size(), 0);
  EXPECT_EQ(CurrentRole(), framework::proto::FORWARD);
}

TEST(AppendTest, FillsInTheDevice) {
  const auto program = NewProgram();
  framework::proto::OpDesc op = framework::MakeOp("nothing", {}, {});
  EXPECT_EQ(Append(program.get(), 0, op).device(), "");
  const DeviceGuard stage("stage:1");
  EXPECT_EQ(Append(program.get(), 0, op).device(), "stage:1");
  op.set_device("stage:2");
  EXPECT_EQ(Append(program.get(), 0, op).device(), "stage:2");
}

TEST(AppendTest, TheBlockMayGoWhileTheCallSiteIsAskedFor) {
  const auto program = NewProgram();
  const int block = program->AddBlock(0);
  SetCallSiteProvider([&] {
    program->RemoveBlock(block);
    program->AddBlock(0);
    return std::vector<CallSite>();
  });
  EXPECT_ERROR(
      Append(program.get(), block, framework::MakeOp("nothing", {}, {})),
      FailedPrecondition, "was taken back while the operator was written");
  SetCallSiteProvider(nullptr);
}

TEST(AppendTest, ErrorsNameTheCallSite) {
  CallSite site;
  site.set_file("train.py");
  site.set_line(3);
  SetCallSiteProvider([&] { return std::vector<CallSite>{site}; });
  EXPECT_ERROR(
      Append(NewProgram().get(), 0, framework::MakeOp("nothin", {}, {})),
      NotFound, "train.py");
  SetCallSiteProvider(nullptr);
}

TEST(SetRandomSeedTest, SeedsBothPrograms) {
  const ProgramGuard guard(NewProgram(), NewProgram());
  SetRandomSeed(17);
  EXPECT_EQ(DefaultMainProgram()->desc().random_seed(), 17);
  EXPECT_EQ(DefaultStartupProgram()->desc().random_seed(), 17);
}

}  // namespace
}  // namespace paddle::layer

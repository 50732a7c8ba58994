#include "paddle/framework/executor/random_seed.h"

#include "gtest/gtest.h"

#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::framework {
namespace {

TEST(RandomSeedTest, AProgramsOwnSeedComesFirst) {
  const auto program = testing::NewProgram();
  SetDefaultSeed(7);
  EXPECT_EQ(SeedOf(*program), 7u);
  program->set_random_seed(3);
  EXPECT_EQ(SeedOf(*program), 3u);
  EXPECT_EQ(DefaultSeed(), 7u);
}

TEST(RandomSeedTest, StepsAreCountedInTheRootScope) {
  const auto root = Scope::Create();
  const auto child = Scope::Create(root);
  EXPECT_EQ(StepOf(*child), 0u);
  SetStep(child.get(), 5);
  EXPECT_EQ(StepOf(*root), 5u);
  EXPECT_NE(root->FindLocalVar(kStepVariable), nullptr);
  EXPECT_EQ(child->FindLocalVar(kStepVariable), nullptr);
}

}  // namespace
}  // namespace paddle::framework

#include "paddle/framework/passes/pass.h"

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;

std::shared_ptr<const Program> Same(
    const std::shared_ptr<const Program>& program, const PassContext&) {
  return program;
}

PassInfo Made(const std::string& name, PassStage stage,
              const std::string& file = "a.cc") {
  return {name, 1, kExact, stage, "Does nothing.", Same, file};
}

TEST(PassRegistryTest, OrdersByStageAndName) {
  PassRegistry registry;
  registry.Insert(Made("z", PassStage::kSimplify));
  registry.Insert(Made("b", PassStage::kEliminate));
  registry.Insert(Made("c", PassStage::kRewrite));
  registry.Insert(Made("a", PassStage::kRewrite));
  std::vector<std::string> names;
  for (const PassInfo& pass : registry.passes()) names.push_back(pass.name);
  EXPECT_THAT(names, ElementsAre("z", "a", "c", "b"));
  EXPECT_EQ(registry.Get("c").stage, PassStage::kRewrite);
}

TEST(PassRegistryTest, ANameRegisteredTwiceNamesBothFiles) {
  PassRegistry registry;
  registry.Insert(Made("a", PassStage::kRewrite, "one.cc"));
  EXPECT_ERROR(registry.Insert(Made("a", PassStage::kShare, "two.cc")),
               AlreadyExists,
               "pass a is registered twice: in one.cc and in two.cc");
  EXPECT_EQ(registry.passes().size(), 1);
}

TEST(PassRegistryTest, AnUnknownNameListsWhatThereIs) {
  PassRegistry registry;
  registry.Insert(Made("a", PassStage::kRewrite));
  registry.Insert(Made("b", PassStage::kRewrite));
  EXPECT_ERROR(registry.Get("c"), NotFound,
               "no pass is called 'c'; there are: a, b");
}

TEST(PassRegistryTest, RefusesPassesWithoutDescriptionOrFunction) {
  PassRegistry registry;
  PassInfo pass = Made("a", PassStage::kRewrite);
  pass.description.clear();
  EXPECT_ERROR(registry.Insert(pass), InvalidArgument, "'a' of a.cc");
  pass = Made("a", PassStage::kRewrite);
  pass.run = nullptr;
  EXPECT_ERROR(registry.Insert(pass), InvalidArgument, "'a' of a.cc");
}

}  // namespace

REGISTER_PASS(registered_here, /*version=*/3, kReassociates, PassStage::kShare,
              "Does nothing.", Same);

namespace {

TEST(RegisterPassTest, KeepsWhatTheMacroSays) {
  const PassInfo& pass = PassRegistry::Instance().Get("registered_here");
  EXPECT_EQ(pass.version, 3);
  EXPECT_EQ(pass.level, kReassociates);
  EXPECT_THAT(pass.file, ::testing::EndsWith("pass_test.cc"));
}

// Static initialisation ends with the message.
TEST(RegisterPassDeathTest, TwiceIsAnErrorAtStart) {
  const auto again = []() noexcept {
    internal::RegisterPass(Made("registered_here", PassStage::kShare, "b.cc"));
  };
  EXPECT_DEATH(again(), "registered twice: in .*pass_test.cc and in b.cc");
}

}  // namespace
}  // namespace paddle::framework

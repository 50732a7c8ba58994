#include "paddle/framework/scope/scope.h"

#include <string>
#include <type_traits>
#include <utility>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using platform::MessageOf;
using ::testing::HasSubstr;

// Only a scope makes variables, and scopes live in shared pointers: code that
// tries otherwise does not compile.
static_assert(!std::is_default_constructible_v<Variable>);
static_assert(!std::is_copy_constructible_v<Variable>);
static_assert(!std::is_move_constructible_v<Variable>);
static_assert(!std::is_default_constructible_v<Scope>);
static_assert(!std::is_constructible_v<Scope, std::shared_ptr<Scope>>);

TEST(ScopeTest, VarMakesOnceAndFinds) {
  auto scope = Scope::Create();
  Variable* a = scope->Var("a");
  EXPECT_EQ(scope->Var("a"), a);
  EXPECT_EQ(scope->FindVar("a"), a);
  EXPECT_EQ(scope->FindVar("b"), nullptr);
}

TEST(ScopeTest, NewVarRefusesALocalConflictOnly) {
  auto parent = Scope::Create();
  auto child = Scope::Create(parent);
  Variable* outer = parent->NewVar("a");
  Variable* inner = child->NewVar("a");
  EXPECT_NE(outer, inner);
  EXPECT_THAT(MessageOf([&] { child->NewVar("a"); }),
              HasSubstr("AlreadyExists: the scope has a variable a already"));
}

TEST(ScopeTest, FindClimbsAndTheInnermostWins) {
  auto parent = Scope::Create();
  auto child = Scope::Create(parent);
  Variable* outer = parent->Var("a");
  EXPECT_EQ(child->FindVar("a"), outer);
  EXPECT_EQ(child->FindLocalVar("a"), nullptr);
  Variable* inner = child->Var("a");
  EXPECT_EQ(child->FindVar("a"), inner);
  EXPECT_EQ(parent->FindVar("a"), outer);
}

TEST(ScopeTest, TheRootIsTheOutermost) {
  const auto root = Scope::Create();
  const auto child = Scope::Create(Scope::Create(root));
  EXPECT_EQ(&child->root(), root.get());
  EXPECT_EQ(&root->root(), root.get());
}

TEST(ScopeTest, AChildKeepsItsParentAlive) {
  auto parent = Scope::Create();
  *parent->Var("a")->GetMutable<int>() = 7;
  auto child = Scope::Create(parent);
  parent.reset();
  EXPECT_EQ(child->FindVar("a")->Get<int>(), 7);
}

struct Counted {
  static int alive;
  Counted() { ++alive; }
  ~Counted() { --alive; }
};
int Counted::alive = 0;

TEST(ScopeTest, VariablesDieWithTheScope) {
  auto scope = Scope::Create();
  scope->Var("a")->GetMutable<Counted>();
  scope->Var("b")->GetMutable<Counted>();
  EXPECT_EQ(Counted::alive, 2);
  scope->Erase("a");
  EXPECT_EQ(Counted::alive, 1);
  scope.reset();
  EXPECT_EQ(Counted::alive, 0);
}

TEST(ScopeTest, EraseOfAnUnknownName) {
  auto scope = Scope::Create();
  EXPECT_THAT(MessageOf([&] { scope->Erase("a"); }),
              HasSubstr("NotFound: the scope has no variable a"));
}

TEST(ScopeTest, VersionAndUidTellOfChanges) {
  auto scope = Scope::Create();
  auto other = Scope::Create();
  EXPECT_NE(scope->uid(), other->uid());
  uint64_t before = scope->version();
  scope->Var("a");
  EXPECT_GT(scope->version(), before);
  before = scope->version();
  scope->Var("a");
  EXPECT_EQ(scope->version(), before);
  scope->Erase("a");
  EXPECT_GT(scope->version(), before);
}

TEST(ScopeTest, ChainVersionTellsOfChangesOfParents) {
  auto parent = Scope::Create();
  auto child = Scope::Create(parent);
  const uint64_t first = child->ChainVersion();
  parent->Var("a");
  const uint64_t second = child->ChainVersion();
  EXPECT_GT(second, first);
  child->Var("a");
  EXPECT_GT(child->ChainVersion(), second);
  EXPECT_EQ(parent->ChainVersion(), parent->version());
}

TEST(ScopeTest, LocalNamesAreSorted) {
  auto scope = Scope::Create(Scope::Create());
  scope->parent()->Var("outer");
  scope->Var("b");
  scope->Var("a");
  EXPECT_THAT(scope->LocalNames(), testing::ElementsAre("a", "b"));
}

TEST(VariableTest, HoldsOneTypeAtATime) {
  auto scope = Scope::Create();
  Variable* var = scope->Var("a");
  EXPECT_TRUE(var->empty());
  *var->GetMutable<int>() = 1;
  EXPECT_TRUE(var->Is<int>());
  EXPECT_EQ(*var->GetMutable<int>(), 1);
  *var->GetMutable<std::string>() = "x";
  EXPECT_FALSE(var->Is<int>());
  EXPECT_EQ(var->Get<std::string>(), "x");
  var->Clear();
  EXPECT_TRUE(var->empty());
}

TEST(VariableTest, ErrorsNameBothTypes) {
  auto scope = Scope::Create();
  Variable* var = scope->Var("a");
  EXPECT_THAT(MessageOf([&] { var->Get<int>(); }),
              HasSubstr("is not initialised; a int is wanted"));
  var->GetMutable<double>();
  EXPECT_THAT(MessageOf([&] { var->Get<int>(); }),
              HasSubstr("holds a double, not a int"));
}

// A variable is a place; what it holds may go elsewhere without a copy.
static_assert(!std::is_copy_constructible_v<VariableValue>);
static_assert(std::is_nothrow_move_constructible_v<VariableValue>);
static_assert(std::is_nothrow_move_assignable_v<VariableValue>);

TEST(VariableTest, SwapsWhatIsHeld) {
  auto scope = Scope::Create();
  Variable *a = scope->Var("a"), *b = scope->Var("b");
  *a->GetMutable<std::string>() = "text";
  const std::string* text = &a->Get<std::string>();
  VariableValue value;
  *value.GetMutable<int>() = 7;
  a->Swap(&value);
  EXPECT_EQ(a->Get<int>(), 7);
  EXPECT_EQ(value.GetMutable<std::string>(), text);  // neither copied nor moved
  a->Swap(b);
  EXPECT_TRUE(a->empty());
  EXPECT_EQ(b->Get<int>(), 7);
  b->Swap(b);
  EXPECT_EQ(b->Get<int>(), 7);
}

TEST(VariableValueTest, IsEmptyAfterAMove) {
  VariableValue a;
  *a.GetMutable<std::string>() = "text";
  const std::string* text = a.GetMutable<std::string>();
  VariableValue b = std::move(a);
  EXPECT_TRUE(a.empty());  // NOLINT
  EXPECT_EQ(b.GetMutable<std::string>(), text);
  *a.GetMutable<int>() = 1;  // of use again
  a = std::move(b);
  EXPECT_TRUE(b.empty());  // NOLINT
  EXPECT_TRUE(a.Is<std::string>());
  EXPECT_EQ(a.GetMutable<std::string>(), text);
}

TEST(VariableValueTest, DestroysWhatItHeld) {
  {
    VariableValue a, b;
    a.GetMutable<Counted>();
    b.GetMutable<Counted>();
    EXPECT_EQ(Counted::alive, 2);
    a = std::move(b);
    EXPECT_EQ(Counted::alive, 1);
    a.GetMutable<int>();
    EXPECT_EQ(Counted::alive, 0);
    a.GetMutable<Counted>();
  }
  EXPECT_EQ(Counted::alive, 0);
}

TEST(VariableTest, CountsWhatMayChangeIt) {
  const auto scope = Scope::Create();
  Variable* a = scope->Var("a");
  Variable* b = scope->Var("b");
  EXPECT_NE(a->uid(), b->uid());
  uint64_t version = a->version();
  const auto changed = [&] {
    const uint64_t before = version;
    version = a->version();
    return version > before;
  };
  *a->GetMutable<int>() = 1;
  EXPECT_TRUE(changed());
  EXPECT_EQ(a->Get<int>(), 1);
  EXPECT_TRUE(a->Is<int>());
  EXPECT_FALSE(changed());
  a->Swap(b);
  EXPECT_TRUE(changed());
  b->Swap(a);
  EXPECT_TRUE(changed());
  a->MarkChanged();
  EXPECT_TRUE(changed());
  VariableValue value;
  a->Swap(&value);
  EXPECT_TRUE(changed());
  a->Clear();
  EXPECT_TRUE(changed());
  const uint64_t uid = a->uid();
  scope->Erase("a");
  EXPECT_NE(scope->Var("a")->uid(), uid);
}

}  // namespace
}  // namespace paddle::framework

#include "paddle/framework/distributed/job/values.h"

#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::DataType;
using framework::LoDTensor;
using framework::Scope;
using framework::SelectedRows;

void SetNumbers(Scope* scope, const std::string& name, float value) {
  auto* tensor = scope->Var(name)->GetMutable<LoDTensor>();
  tensor->Allocate({2, 3}, DataType::kFloat32);
  for (int i = 0; i < 6; ++i) tensor->mutable_data<float>()[i] = value + i;
}

float First(const Scope& scope, const std::string& name) {
  return scope.FindVar(name)->Get<LoDTensor>().data<float>()[0];
}

TEST(Values, GoFromOneScopeToAnother) {
  const auto from = Scope::Create();
  SetNumbers(from.get(), "w", 5);
  SetNumbers(from.get(), "not asked for", 1);
  from->Var("without value");
  from->Var("without memory")->GetMutable<LoDTensor>();
  const auto to = Scope::Create();
  const auto child = Scope::Create(to);
  SetNumbers(to.get(), "w", 0);
  UnpackValues(
      PackValues(*from, {"w", "without value", "without memory", "not there"}),
      child.get());
  EXPECT_EQ(First(*to, "w"), 5);  // where it was, not hidden by another one
  EXPECT_EQ(to->LocalNames(), std::vector<std::string>({"w"}));
  EXPECT_EQ(child->LocalNames(), std::vector<std::string>());
  // The memory is its own.
  from->FindVar("w")->GetMutable<LoDTensor>()->mutable_data<float>()[0] = 9;
  EXPECT_EQ(First(*to, "w"), 5);
}

TEST(Values, AreMadeWhereTheyAreMissing) {
  const auto from = Scope::Create();
  SetNumbers(from.get(), "w", 5);
  const auto to = Scope::Create();
  UnpackValues(PackValues(*from, {"w"}), to.get());
  EXPECT_EQ(First(*to, "w"), 5);
}

TEST(Values, MayBeRows) {
  const auto from = Scope::Create();
  auto* rows = from->Var("rows")->GetMutable<SelectedRows>();
  rows->set_height(10);
  *rows->mutable_rows() = {7, 3};
  rows->mutable_value()->Allocate({2, 1}, DataType::kFloat32);
  rows->mutable_value()->mutable_data<float>()[0] = 1;
  rows->mutable_value()->mutable_data<float>()[1] = 2;
  const auto to = Scope::Create();
  UnpackValues(PackValues(*from, {"rows"}), to.get());
  const auto& got = to->FindVar("rows")->Get<SelectedRows>();
  EXPECT_EQ(got.height(), 10);
  EXPECT_EQ(got.value().data<float>()[1], 2);
}

TEST(Values, RefusesWhatIsDamaged) {
  const auto from = Scope::Create();
  SetNumbers(from.get(), "w", 5);
  std::string bytes = PackValues(*from, {"w"});
  bytes[bytes.size() / 2] ^= 1;
  const auto to = Scope::Create();
  EXPECT_ERROR(UnpackValues(bytes, to.get()), DataLoss,
               "another trainer's values");
  EXPECT_TRUE(to->LocalNames().empty());
}

}  // namespace
}  // namespace paddle::distributed

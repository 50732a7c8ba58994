#include "paddle/framework/executor/kernel_table.h"

#include <string>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using platform::MessageOf;
using platform::PlaceKind;
using ::testing::AllOf;
using ::testing::HasSubstr;

KernelCreator Creator() {
  return [](const OpArguments&) { return std::unique_ptr<OperatorBase>(); };
}

TEST(KernelTableTest, FindsByPlaceAndDataType) {
  KernelTable table;
  DataType made = DataType::kBool;
  for (const DataType dtype : {DataType::kFloat32, DataType::kFloat64}) {
    table.Insert("op", {PlaceKind::kCPU, dtype},
                 [&made, dtype](const OpArguments&) {
                   made = dtype;
                   return std::unique_ptr<OperatorBase>();
                 });
  }
  const OpArguments none({}, OpProto(),
                         [](const std::string&) { return OpArguments::Var(); });
  table.Find("op", PlaceKind::kCPU, DataType::kFloat64)(none);
  EXPECT_EQ(made, DataType::kFloat64);
}

TEST(KernelTableTest, AKeyIsTakenOnce) {
  KernelTable table;
  table.Insert("op", {PlaceKind::kCPU, DataType::kFloat32}, Creator());
  EXPECT_THAT(
      MessageOf([&] {
        table.Insert("op", {PlaceKind::kCPU, DataType::kFloat32}, Creator());
      }),
      HasSubstr("operator op has a kernel CPU float32 already"));
}

TEST(KernelTableTest, ThereIsNoFallback) {
  KernelTable table;
  table.Insert("op", {PlaceKind::kCPU, DataType::kFloat32}, Creator());
  EXPECT_THAT(
      MessageOf([&] { table.Find("op", PlaceKind::kCPU, DataType::kInt8); }),
      AllOf(HasSubstr("no kernel for CPU int8"),
            HasSubstr("there are: CPU float32")));
  EXPECT_THAT(MessageOf([&] {
                table.Find("op", PlaceKind::kCUDA, DataType::kFloat32);
              }),
              HasSubstr("no kernel for CUDA float32"));
  EXPECT_THAT(MessageOf([&] {
                table.Find("other", PlaceKind::kCPU, DataType::kFloat32);
              }),
              HasSubstr("depend on its target other_op"));
}

TEST(KernelTableTest, OperatorsServeEveryPlaceAndType) {
  KernelTable table;
  table.InsertOperator("loop", Creator());
  EXPECT_TRUE(table.Has("loop"));
  table.Find("loop", PlaceKind::kCUDA, DataType::kBool);
  EXPECT_THAT(MessageOf([&] { table.InsertOperator("loop", Creator()); }),
              HasSubstr("operator loop is registered already"));
}

}  // namespace
}  // namespace paddle::framework

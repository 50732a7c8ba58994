#include "paddle/framework/executor/kernel_table.h"

#include <string>

#include "gmock/gmock.h"
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

TEST(KernelTableTest, KeysPrintAllFourParts) {
  EXPECT_EQ((KernelKey{PlaceKind::kCPU, DataType::kFloat32, Layout::kNCHW,
                       Library::kOneDNN}
                 .ToString()),
            "CPU float32 NCHW oneDNN");
}

TEST(KernelTableTest, ALibraryGoesBeforePlain) {
  for (bool library_first : {false, true}) {
    KernelTable table;
    std::string made;
    const auto insert = [&](Library library) {
      table.Insert("op",
                   {PlaceKind::kCPU, DataType::kFloat32, Layout::kAny, library},
                   [&made, library](const OpArguments&) {
                     made = LibraryName(library);
                     return std::unique_ptr<OperatorBase>();
                   });
    };
    insert(library_first ? Library::kOneDNN : Library::kPlain);
    insert(library_first ? Library::kPlain : Library::kOneDNN);
    const OpArguments none(
        {}, OpProto(), [](const std::string&) { return OpArguments::Var(); });
    table.Find("op", PlaceKind::kCPU, DataType::kFloat32)(none);
    EXPECT_EQ(made, "oneDNN");
  }
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

TEST(KernelTableTest, AKeySaysWhatIsSpecial) {
  const KernelKey key = {PlaceKind::kCPU, DataType::kFloat32, Layout::kNCHW,
                         Library::kOneDNN};
  EXPECT_EQ(key.ToString(), "CPU float32 NCHW oneDNN");
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

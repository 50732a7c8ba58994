#include "paddle/framework/executor/instruction_error.h"

#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::HasSubstr;

TEST(InstructionErrorTest, NamesOperatorShapesAndCallSite) {
  const auto program = testing::NewProgram();
  testing::AddPersistable(program.get(), "a", {2});
  testing::AddPersistable(program.get(), "b", {2});
  proto::OpDesc op =
      MakeOp("test_add", {{"X", {"a"}}, {"Y", {"b"}}}, {{"Out", {"c"}}});
  proto::CallSite* site = op.add_call_site();
  site->set_file("model.py");
  site->set_line(12);
  program->AppendOp(0, op);
  const auto block = BlockCompiler(program, 0, {}).Compile();
  std::vector<SlotShape> shapes(block->slots().size());
  shapes[block->FindSlot("a")].dims = Dims({2});
  shapes[block->FindSlot("b")].dims = Dims({3});
  const auto fail = [&] {
    try {
      PADDLE_THROW(OutOfRange, "element 7");
    } catch (platform::Error& error) {
      RethrowFromInstruction(error, *block, 0, shapes);
    }
  };
  EXPECT_ERROR(fail(), OutOfRange, "element 7");
  const std::string message = platform::MessageOf(fail);
  EXPECT_THAT(message, HasSubstr("when running operator test_add "
                                 "(a [2] float32, b [3] float32)"));
  EXPECT_THAT(message, HasSubstr("model.py"));
}

}  // namespace
}  // namespace paddle::framework

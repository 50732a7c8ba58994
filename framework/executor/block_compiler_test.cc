#include "paddle/framework/executor/block_compiler.h"

#include <memory>
#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/executor/testing/test_ops.h"

namespace paddle::framework::testing {
namespace {

using Storage = CompiledBlock::Storage;

// A parameter w, updated by g = 1; data x; and y = x + 1.
class BlockCompilerTest : public ::testing::Test {
 protected:
  BlockCompilerTest() {
    AddPersistable(program_.get(), "w", {1});
    Fill(program_.get(), "g", {1}, 1);
    Update(program_.get(), "w", "g");
    AddData(program_.get(), "x", 1);
    Plus(program_.get(), "x", "y", 1);
    options_.targets = {"y"};
  }

  std::shared_ptr<const CompiledBlock> Compile() {
    return BlockCompiler(program_, 0, options_).Compile();
  }
  Storage StorageOf(const std::string& name) {
    const auto block = Compile();
    return block->slots()[block->FindSlot(name)].storage;
  }

  const std::shared_ptr<Program> program_ = NewProgram();
  CompileOptions options_;
};

TEST_F(BlockCompilerTest, VariablesAreTheScopesOrTheFrames) {
  EXPECT_EQ(StorageOf("w"), Storage::kCaptured);
  EXPECT_EQ(StorageOf("x"), Storage::kCaptured);
  EXPECT_EQ(StorageOf("g"), Storage::kIntermediate);
  EXPECT_EQ(StorageOf("y"), Storage::kOutput);
  const auto block = Compile();
  EXPECT_FALSE(block->slots()[block->FindSlot("y")].in_frame);
  EXPECT_TRUE(block->slots()[block->FindSlot("g")].in_frame);
  EXPECT_TRUE(block->writes_scope());
}

TEST_F(BlockCompilerTest, AllVariablesMayBeKept) {
  options_.keep_all = true;
  EXPECT_EQ(StorageOf("g"), Storage::kOutput);
}

TEST_F(BlockCompilerTest, WithAScopeOfItsOwnFeedsAndTargetsAreInTheFrame) {
  options_.own_scope = true;
  options_.feeds = {"x", "unused"};
  AddData(program_.get(), "unused", 1);
  EXPECT_EQ(StorageOf("x"), Storage::kInput);
  EXPECT_EQ(StorageOf("unused"), Storage::kInput);
  EXPECT_EQ(StorageOf("w"), Storage::kCaptured);
  const auto block = Compile();
  EXPECT_TRUE(block->slots()[block->FindSlot("y")].in_frame);
  EXPECT_TRUE(block->writes_scope());
}

TEST_F(BlockCompilerTest, UpdatesMayBeDiscarded) {
  options_.own_scope = true;
  options_.discard_updates = true;
  EXPECT_EQ(StorageOf("w"), Storage::kSnapshot);
  EXPECT_FALSE(Compile()->writes_scope());
}

TEST_F(BlockCompilerTest, TheBlockKeepsItsProgram) {
  const auto block = BlockCompiler(std::make_shared<Program>(
                                       program_->schemas(), program_->desc()),
                                   0, options_)
                         .Compile();
  EXPECT_EQ(block->table().desc().ops_size(), 3);
}

}  // namespace
}  // namespace paddle::framework::testing

// Base of the tests of layers.
#pragma once

#include <memory>
#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/program_guard.h"

namespace paddle::layer {

// A test with default programs of its own, which must be well formed when it
// ends.
class LayerTest : public ::testing::Test {
 protected:
  void TearDown() override {
    framework::Verify(*main_);
    framework::Verify(*startup_);
  }

  // Returns operator i of the global block as text; negative numbers count from
  // the last one written, -1.
  std::string Written(int i) const {
    const auto& block = main_->global_block().desc();
    return framework::PrintOp(block.ops(i < 0 ? i + block.ops_size() : i),
                              main_->schemas());
  }
  std::string Last() const { return Written(-1); }
  int OpCount() const { return main_->global_block().desc().ops_size(); }
  // Returns all operators of the global block, one per line.
  std::string Ops() const {
    std::string text;
    for (int i = 0; i < OpCount(); ++i) text += Written(i) + "\n";
    return text;
  }
  // Returns the operators of all blocks.
  std::string Blocks() const {
    framework::PrintOptions print;
    print.variables = false;
    return framework::PrintText(*main_, print);
  }

  std::string MainText() const { return framework::PrintText(*main_); }
  std::string StartupText() const { return framework::PrintText(*startup_); }
  std::string Text() const { return MainText() + StartupText(); }
  // True if the main program contains this text.
  bool Writes(const std::string& text) const {
    return MainText().find(text) != std::string::npos;
  }

  const std::shared_ptr<Program> main_ = NewProgram();
  const std::shared_ptr<Program> startup_ = NewProgram();
  const ProgramGuard guard_{main_, startup_};
};

}  // namespace paddle::layer

// Base of the tests of layers.
#pragma once

#include <memory>
#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/layers/program_guard.h"

namespace paddle::layer {

// A test with default programs of its own.
class LayerTest : public ::testing::Test {
 protected:
  // Returns operator i of the global block as text; negative numbers count from
  // the last one written, -1.
  std::string Written(int i) const {
    const auto& block = main_->global_block().desc();
    return framework::PrintOp(block.ops(i < 0 ? i + block.ops_size() : i),
                              main_->schemas());
  }
  std::string Last() const { return Written(-1); }
  int OpCount() const { return main_->global_block().desc().ops_size(); }

  const std::shared_ptr<Program> main_ = NewProgram();
  const ProgramGuard guard_{main_, NewProgram()};
};

}  // namespace paddle::layer

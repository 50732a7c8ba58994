// Base of the tests of programs that train.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "gtest/gtest.h"

#include "paddle/backward/param_and_grad.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/layers.h"

namespace paddle::backward {

// Provides empty default programs and verifies them at the end.
class ProgramFixture : public ::testing::Test {
 protected:
  void TearDown() override {
    framework::Verify(*main_);
    framework::Verify(*startup_);
  }

  int NumOps() const { return main_->global_block().desc().ops_size(); }
  // Returns the operators of the global block from the given one on, one per
  // line.
  std::string Ops(int from = 0) const {
    std::string text;
    for (int i = from; i < NumOps(); ++i) text += Line(i);
    return text;
  }
  // Returns those of role optimize.
  std::string Updates() const {
    std::string text;
    for (int i = 0; i < NumOps(); ++i) {
      const auto& op = main_->global_block().desc().ops(i);
      if (op.role() == framework::proto::OPTIMIZE) text += Line(i);
    }
    return text;
  }

  static layer::Variable Parameter(
      const layer::ParamAttr& attr, const std::vector<int64_t>& shape = {3},
      layer::DataType dtype = layer::DataType::kFloat32) {
    return layer::parameter(shape, dtype, attr);
  }
  // Returns a parameter and a feed that plays its gradient.
  static ParamAndGrad Pair(const layer::ParamAttr& attr) {
    return {Parameter(attr, {2, 3}), layer::data(attr.name + "@GRAD", {2, 3})};
  }

  const std::shared_ptr<framework::Program> main_ = layer::NewProgram();
  const std::shared_ptr<framework::Program> startup_ = layer::NewProgram();
  const layer::ProgramGuard guard_{main_, startup_};

 private:
  std::string Line(int op) const {
    return PrintOp(main_->global_block().desc().ops(op), main_->schemas()) +
           "\n";
  }
};

}  // namespace paddle::backward

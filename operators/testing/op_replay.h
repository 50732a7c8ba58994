// Runs operators of a block that has been run once more, each alone, in
// memory that the executor might have given them.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/run_options.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/operators/testing/array.h"

namespace paddle::operators::testing {

// The block keeps all its variables in the scope, in host memory that nobody
// else looks into, and has just been run with `options`; afterwards the
// variables are as before. Operators that update an input are left out: they
// would do it twice.
class OpReplay {
 public:
  OpReplay(const framework::CompiledBlock& block, framework::Scope* scope,
           const framework::RunOptions& options)
      : block_(block), scope_(scope), options_(options) {}

  // Each output that may take over an input's memory does.
  void CheckReuse();
  // The elements of inputs of which only the shape is read are gone.
  void CheckShapeOnly();
  // Which operators then made other numbers than before.
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  using Instruction = framework::CompiledBlock::Instruction;

  // The instructions that can be run again.
  std::vector<const Instruction*> Repeatable() const;
  // The outputs' values, by argument.
  std::map<int, Array> Outputs(const Instruction& instruction) const;
  void Reuse(const Instruction& instruction, framework::LoDTensor* in,
             framework::LoDTensor* out);
  // Computes and compares.
  void Expect(const Instruction& instruction,
              const std::map<int, Array>& outputs, const std::string& where);
  // Null where there is no tensor.
  framework::LoDTensor* TensorOf(const Instruction& instruction,
                                 int argument) const;
  std::vector<framework::Variable*> Variables(
      const Instruction& instruction) const;

  const framework::CompiledBlock& block_;
  framework::Scope* const scope_;
  const framework::RunOptions options_;
  std::vector<std::string> problems_;
};

}  // namespace paddle::operators::testing

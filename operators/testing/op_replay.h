// Runs the operators of a block again, each alone, in memory that the executor
// might have given them.
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

// Requires a block that keeps all its variables in the scope, in host memory of
// their own, and has just been run with `options`; leaves the variables as they
// were. Operators that update an input are skipped: they would do it twice.
class OpReplay {
 public:
  OpReplay(const framework::CompiledBlock& block, framework::Scope* scope,
           const framework::RunOptions& options)
      : block_(block), scope_(scope), options_(options) {}

  // Makes each output that may take over the memory of an input do so.
  void CheckReuse();
  // Erases the elements of inputs that are read for their shape alone.
  void CheckShapeOnly();
  // The operators whose results then differed.
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  using Instruction = framework::CompiledBlock::Instruction;

  // Returns the instructions that can be run again.
  std::vector<const Instruction*> Repeatable() const;
  // Returns the values of the outputs, by argument.
  std::map<int, Array> Outputs(const Instruction& instruction) const;
  void Reuse(const Instruction& instruction, framework::LoDTensor* in,
             framework::LoDTensor* out);
  // Runs the instruction and compares its outputs.
  void Expect(const Instruction& instruction,
              const std::map<int, Array>& outputs, const std::string& where);
  // Returns null if the argument holds no tensor.
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

// Runs the named blocks of a program on one scope.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"

namespace paddle::distributed {

// An array of float32 that has the value of a persistable for one run.
struct LentArray {
  std::string name;
  float* numbers;  // null only without elements
  framework::Dims dims;
};

// A program with named blocks (ir/named_block.h), and the values of its
// persistables. Blocks are compiled when this is made. Thread safe: calls that
// write the persistables exclude all others.
class BlockServer {
 public:
  // Runs `startup`. Errors are those of Verify, the executor, and of kernels
  // that are not linked.
  BlockServer(const framework::Program& main,
              const std::shared_ptr<const framework::Program>& startup);

  // Returns the names of the blocks, in the order of the program.
  const std::vector<std::string>& blocks() const { return names_; }
  // Returns the variables that a block takes, in order. NotFound for a block
  // that does not exist.
  std::vector<framework::proto::VarDesc> Arguments(
      const std::string& block) const;

  // Runs a block and returns its results. NotFound for a block that does not
  // exist; InvalidArgument for arguments of another number, shape or type;
  // otherwise errors are those of the operators.
  std::vector<framework::LoDTensor> Run(
      const std::string& block,
      absl::Span<const framework::LoDTensor> arguments);

  // Does that on persistables that have the given values, which the block may
  // change, and afterwards none. Internal if it gives one another size. Not
  // while other calls are under way: the run itself takes the scope's lock, so
  // that nothing keeps others from what is lent before and behind it.
  void RunOn(absl::Span<const LentArray> lent, const std::string& block,
             absl::Span<const framework::LoDTensor> arguments);

  // Returns the number of persistables of the program.
  int persistables() const { return static_cast<int>(persistables_.size()); }
  // Returns the persistables of the program that have a value, in its order.
  std::vector<std::string> ValueNames() const;
  // Returns a copy of the value of a persistable. NotFound if the program has
  // none of that name; FailedPrecondition if it has no value.
  framework::Tensor Value(const std::string& name) const;

  // Sets persistables to values of their shapes and types, all or none; the
  // memory becomes theirs. NotFound for one that the program does not have;
  // InvalidArgument, naming it, for one that does not fit.
  void SetValues(absl::Span<const std::string> names,
                 absl::Span<const framework::Tensor> values);

 private:
  using Prepared = std::shared_ptr<const framework::PreparedProgram>;

  const framework::PreparedProgram& Find(const std::string& block) const;
  void Check(const std::string& name, const framework::Tensor& value) const;
  const framework::LoDTensor* Persistable(const std::string& name) const;

  framework::Executor executor_;
  std::shared_ptr<framework::Scope> scope_;
  std::vector<std::string> names_;
  std::vector<framework::proto::VarDesc> persistables_;
  std::map<std::string, Prepared, std::less<>> prepared_;  // by name
};

}  // namespace paddle::distributed

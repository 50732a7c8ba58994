// Adds up the contributions to the gradients of variables.
#pragma once

#include <string>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"

namespace paddle::backward {

// Appends an operator of role backward to a block, with the call site of the
// forward operator that it belongs to (null: the current call site).
void AppendBackwardOp(framework::Program* program, int block,
                      framework::proto::OpDesc op,
                      const framework::proto::OpDesc* forward);

// Returns "x@GRAD" or, if that name is already visible in the block (from an
// earlier backward pass, say), "x@GRAD_<k>".
std::string NewGradName(framework::Program* program, int block,
                        const std::string& var);

// The gradients of a block's variables while operators of `block` (the same
// one, or its gradient block) compute them. The gradient of x ends up in
// NewGradName(x); if several operators contribute, each writes to "x@GRAD@<k>",
// and one `sum` adds them. Not thread safe.
class GradAccumulator {
 public:
  GradAccumulator(framework::Program* program, int block)
      : program_(program), block_(block) {}

  // Returns a name for a contribution to the gradient of `var`, which counts
  // only after Add. `only` is true if there can be no other contribution.
  std::string NewName(const std::string& var, bool only);
  // Adds a variable that holds a contribution.
  void Add(const std::string& var, const std::string& contribution);
  // Sums the contributions, which are complete. `forward` as for
  // AppendBackwardOp.
  void Finish(const std::string& var, const framework::proto::OpDesc* forward);
  // Returns the gradient of `var` after Finish; "" if nothing contributed.
  std::string Get(const std::string& var) const;

 private:
  struct Gradient {
    std::string name;  // "x@GRAD"
    framework::NameList contributions;
    framework::NameList handed_out;  // "x@GRAD@0", ...
    int next_number = 0;
  };

  bool Taken(const std::string& name) const;
  Gradient& Find(const std::string& var);
  // Returns the name of the gradient, changing it if a variable has taken it.
  const std::string& FreeName(Gradient* gradient);
  void Rename(const std::string& from, const std::string& to);

  framework::Program* program_;
  const int block_;
  absl::flat_hash_map<std::string, Gradient> gradients_;
};

}  // namespace paddle::backward

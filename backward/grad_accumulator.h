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

// "x@GRAD", or, when that name can be seen from the block already (from an
// earlier backward pass, say), "x@GRAD_<k>".
std::string NewGradName(framework::Program* program, int block,
                        const std::string& var);

// The gradients of a block's variables while they are being computed by
// operators of `block` (the same one, or its gradient block). The gradient of x
// ends up in NewGradName(x); if several operators contribute, each writes to
// "x@GRAD@<k>", and one `sum` adds them up.
class GradAccumulator {
 public:
  GradAccumulator(framework::Program* program, int block)
      : program_(program), block_(block) {}

  // A name for a contribution to the gradient of `var`; it counts only once
  // Add was called. `only` if there can be no other one.
  std::string NewName(const std::string& var, bool only);
  // A variable that holds a contribution.
  void Add(const std::string& var, const std::string& contribution);
  // All contributions are there: adds them up. `forward` as above.
  void Finish(const std::string& var, const framework::proto::OpDesc* forward);
  // The gradient of `var` after Finish; "" if nothing contributed.
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
  // The name of the gradient, made another one if a variable has it.
  const std::string& FreeName(Gradient* gradient);
  void Rename(const std::string& from, const std::string& to);

  framework::Program* program_;
  const int block_;
  absl::flat_hash_map<std::string, Gradient> gradients_;
};

}  // namespace paddle::backward

// Writes the operators that compute the gradients of a block.
#pragma once

#include <string>
#include <vector>

#include "paddle/backward/grad_accumulator.h"
#include "paddle/backward/grad_path.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::backward {

// Writes the gradient of the operators of `forward_block` that are on `path` to
// `grad_block`: the same block, or a gradient block of it.
//
//   BlockGradient gradient(program, 0, 0, path, no_grad, {"loss"});
//   gradient.Seed("loss", "ones");
//   gradient.Run();
//   gradient.Get("w");
//
// The contributions to a gradient are summed as soon as the last one exists.
// Throws the errors of the appended operators. Throws Unimplemented if a
// gradient operator would read a variable that was updated in place after its
// forward operator ran, or if a gradient operator on the path has no gradient
// itself (second order). After an error the program is half-written, and the
// caller must restore it. Not thread safe.
class BlockGradient {
 public:
  // `program` and `path` must outlive this object. `targets` lists the
  // variables that Seed will be called for, with one entry for each call.
  BlockGradient(framework::Program* program, int forward_block, int grad_block,
                const GradPath& path, const NameSet& no_grad,
                framework::NameList targets);

  // Returns a name for a new variable that will contribute to the gradient of
  // `var`.
  std::string NewName(const std::string& var);
  // Adds the variable `gradient`, visible in the gradient block, to the
  // gradient of `var`. Must precede Run.
  void Seed(const std::string& var, const std::string& gradient);
  // Appends the gradient operators, from the last operator on the path to the
  // first. Called once.
  void Run();
  // Returns the variable of the gradient block that holds the gradient of
  // `var`, or "" if no gradient flows to it.
  std::string Get(const std::string& var) const { return sums_.Get(var); }
  // Like Get, but creates zeros where no gradient flows. `forward` is the
  // operator that asks for them, or null.
  std::string GetOrZeros(const std::string& var,
                         const framework::proto::OpDesc* forward = nullptr);

 private:
  class Context;

  void Differentiate(int index);
  void CheckReads(const framework::proto::OpDesc& grad,
                  const framework::proto::OpDesc& forward, int index) const;
  // Appends operators that replace `forward`, operator `index`; returns the
  // position of the first.
  int AppendInstead(std::vector<framework::proto::OpDesc> ops,
                    const framework::proto::OpDesc& forward, int index);
  // Appends the gradients of `targets` through the operators of the gradient
  // block from `first` on; returns those of `sources`, or "". No gradient flows
  // through `constants`.
  framework::NameList GradientsSince(int first,
                                     const framework::NameList& targets,
                                     const framework::NameList& target_grads,
                                     const framework::NameList& sources,
                                     const NameSet& constants);
  framework::GradBlock DifferentiateSubBlock(int block);

  framework::Program* program_;
  const int forward_block_;
  const int grad_block_;
  const GradPath& path_;
  const NameSet no_grad_;
  GradAccumulator sums_;
  const framework::NameList targets_;
};

// Adds the gradient block of `block`, inside `parent`, and returns its index.
// Its arguments are the gradients of the block's results, in their order. Its
// results are the gradients of the block's arguments, then of the wanted
// captures; zeros where none flows. Anything that is not floating-point is left
// out on both sides.
int DifferentiateBlock(framework::Program* program, int block, int parent,
                       const framework::NameList& wanted_captures,
                       const NameSet& no_grad);

}  // namespace paddle::backward

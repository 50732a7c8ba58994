// Gradients of gradients by way of ordinary operators: instead of writing down
// a second derivative, a gradient maker says which operators compute the same
// as the gradient operator, and those are differentiated.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::framework {

// A block that computes what another one does and, with given tangents of its
// arguments and captures, the tangents of its results (the Jacobian times
// those). Its arguments and results are not set yet: SetBlockEnds does.
struct TangentBlock {
  int index = -1;
  NameList arguments;          // those of the block
  NameList argument_tangents;  // "" where none was asked for
  NameList results;
  NameList result_tangents;  // "" of what holds no floating point numbers
};

// A block of ordinary operators, written for a gradient.
struct WrittenBlock {
  int index = -1;
  NameList captures;  // what it reads from outside
};

// The GradContext of whoever differentiates whole programs.
class CompositeContext : public GradContext {
 public:
  // A new name that starts with `prefix`, for a result of an appended operator.
  virtual std::string NewName(const std::string& prefix) = 0;

  // The sizes of a variable; negative ones are symbols.
  virtual std::vector<int64_t> ShapeOf(const std::string& name) = 0;
  // All that is said of a variable.
  virtual proto::VarDesc Describe(const std::string& name) = 0;
  // A symbol for a size that nothing else has.
  virtual int64_t NewSize() = 0;

  // The variable, which an operator still to be appended makes, counts as a
  // constant.
  virtual void SetConstant(const std::string& name) = 0;

  // Appends the first of the operators that DifferentiateThrough or
  // DifferentiateTwice appends: what they make is known from here on.
  virtual void AppendFirst(std::vector<proto::OpDesc> ops) = 0;
  // Adds a block under the current one, with these arguments, operators and
  // results, for an operator that is still to be appended.
  virtual WrittenBlock AddBlock(const std::vector<proto::VarDesc>& arguments,
                                std::vector<proto::OpDesc> ops,
                                const NameList& results) = 0;
  // Appends `ops`, and what computes the gradients of `targets`, into which
  // `target_grads` flow (none where that is ""), with respect to all inputs of
  // the operator. They count as contributions to the gradients of these, so
  // that the maker gives them no names of its own. The operators compute what
  // the operator does, from the same variables.
  virtual void DifferentiateThrough(std::vector<proto::OpDesc> ops,
                                    const NameList& targets,
                                    const NameList& target_grads) = 0;
  // As DifferentiateThrough, for operators `ops` that compute what the
  // *forward* operator does, `outputs` from `inputs`: their gradients,
  // output_grads flowing ("" where none does), are what the operator computes,
  // and into the gradient of inputs[i] flows input_grads[i] (or "").
  virtual void DifferentiateTwice(std::vector<proto::OpDesc> ops,
                                  const NameList& outputs,
                                  const NameList& output_grads,
                                  const NameList& inputs,
                                  const NameList& input_grads) = 0;
  // The variable `grad` contributes to the gradient of input `i` of a slot, if
  // that is wanted.
  virtual void AddInputGrad(const std::string& slot, int i,
                            const std::string& grad) = 0;

  // The block `block`, with tangents of the arguments that `arguments` marks,
  // as far as they hold floating point numbers, and of the captures in
  // `captures`, pairs of a name and the name of its tangent. Unimplemented,
  // naming the operator, for blocks that cannot run twice: that update an outer
  // variable.
  virtual TangentBlock AddTangents(
      int block, const std::vector<bool>& arguments,
      const std::vector<std::pair<std::string, std::string>>& captures) = 0;
  // Gives a block of AddTangents its arguments and results, and drops what
  // these do not need. Returns what it reads from outside.
  virtual NameList SetBlockEnds(int block, const NameList& arguments,
                                const NameList& results) = 0;
  // The forward block of a gradient block.
  virtual int ForwardBlock(int block) = 0;
};

// The context as one of these; Internal if it is another one.
CompositeContext* AsComposite(GradContext* context);

}  // namespace paddle::framework

// Gradients of gradients made of ordinary operators: instead of writing down a
// second derivative, a gradient maker names operators that compute the same as
// the gradient operator, and those are differentiated.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::framework {

// A block that computes what another block does and also, from given tangents
// of its arguments and captures, the tangents of its results (the product of
// the Jacobian with them). SetBlockEnds sets its arguments and results later.
struct TangentBlock {
  int index = -1;
  NameList arguments;          // those of the block
  NameList argument_tangents;  // "" where none was asked for
  NameList results;
  NameList result_tangents;  // "" of what holds no floating point numbers
};

// A block of ordinary operators that belongs to a gradient.
struct WrittenBlock {
  int index = -1;
  NameList captures;  // outer variables it reads
};

// The GradContext of code that differentiates whole programs.
class CompositeContext : public GradContext {
 public:
  // Returns a new name that starts with `prefix`, for a result of an appended
  // operator.
  virtual std::string NewName(const std::string& prefix) = 0;

  // Returns the sizes of a variable; negative ones are symbols.
  virtual std::vector<int64_t> ShapeOf(const std::string& name) = 0;
  // Returns the description of a variable.
  virtual proto::VarDesc Describe(const std::string& name) = 0;
  // Returns a new symbol, for a size that differs from all others.
  virtual int64_t NewSize() = 0;

  // Treats a variable, which an operator still to be appended writes, as
  // constant.
  virtual void SetConstant(const std::string& name) = 0;

  // Appends the first of the operators that DifferentiateThrough or
  // DifferentiateTwice append; their results are known from then on.
  virtual void AppendFirst(std::vector<proto::OpDesc> ops) = 0;
  // Adds a block inside the current one, with these arguments, operators and
  // results, for an operator that is still to be appended.
  virtual WrittenBlock AddBlock(const std::vector<proto::VarDesc>& arguments,
                                std::vector<proto::OpDesc> ops,
                                const NameList& results) = 0;
  // Appends `ops`, which compute what the gradient operator does from the same
  // variables, and the operators for the gradients of `targets` with respect to
  // all inputs of the gradient operator. `target_grads` flow into the targets
  // ("": none). The results count as contributions to the gradients of the
  // inputs, so the maker gives them no names.
  virtual void DifferentiateThrough(std::vector<proto::OpDesc> ops,
                                    const NameList& targets,
                                    const NameList& target_grads) = 0;
  // Like DifferentiateThrough, for operators `ops` that compute what the
  // *forward* operator does, `outputs` from `inputs`. Their gradients, with
  // output_grads flowing in ("": none), are what the gradient operator
  // computes, and input_grads[i] (or "") flows into the gradient of inputs[i].
  virtual void DifferentiateTwice(std::vector<proto::OpDesc> ops,
                                  const NameList& outputs,
                                  const NameList& output_grads,
                                  const NameList& inputs,
                                  const NameList& input_grads) = 0;
  // Makes the variable `grad` a contribution to the gradient of input `i` of a
  // slot, if that gradient is wanted.
  virtual void AddInputGrad(const std::string& slot, int i,
                            const std::string& grad) = 0;

  // Moves from a block of DifferentiateBlock what the steps of a loop would add
  // up to a block that runs once after all of them, as far as one operator can
  // compute the sum from the rows of all steps (row_sums.h) and that is faster.
  // The rows become the last results of *grad: joined along axis 0, they are
  // the arguments of the new block, whose results are the gradients of the last
  // captures of *grad. Its `reads` are those of both blocks. Returns the index
  // of the new block; -1 if nothing has moved.
  virtual int DeferSums(GradBlock* grad) = 0;

  // Returns the block `block` with tangents of the arguments that `arguments`
  // marks, as far as they are floating-point, and of the captures in
  // `captures`, pairs of a name and the name of its tangent. Throws
  // Unimplemented, naming the operator, for blocks that cannot run twice
  // because they update an outer variable.
  virtual TangentBlock AddTangents(
      int block, const std::vector<bool>& arguments,
      const std::vector<std::pair<std::string, std::string>>& captures) = 0;
  // Sets the arguments and results of a block of AddTangents and drops what
  // they do not need. Returns the outer variables it reads.
  virtual NameList SetBlockEnds(int block, const NameList& arguments,
                                const NameList& results) = 0;
  // Returns the forward block of a gradient block.
  virtual int ForwardBlock(int block) = 0;
};

// Downcasts the context; an internal error if it is of another class.
CompositeContext* AsComposite(GradContext* context);

}  // namespace paddle::framework

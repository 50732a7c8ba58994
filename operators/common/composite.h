// Writes second-order gradients: replaces a gradient operator by ordinary
// operators that compute the same, and differentiates those.
//
//   REGISTER_GRADIENT_MAKER(softmax_grad, CompositeGradient([](Composite* c) {
//     const std::string y = c->In("Out"), g = c->In("Out@GRAD");
//     const std::string along = c->Sum(c->Mul(g, y), axes, /*keep_dim=*/true);
//     c->Result("X@GRAD", c->Mul(y, c->Sub(g, along)));
//   }));
//
// The ordinary operators have gradients themselves, so derivatives of any order
// exist.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/composite_gradient.h"

namespace paddle::operators {

// The variables at the beginning or the end of a step of a recurrent network
// (see Recurrent).
struct StepEnds {
  framework::NameList rows;  // inputs, or outputs
  // The states before the step, or after it, a row for each sequence that is
  // still running.
  framework::NameList memories;
};

// Writes the operators that replace one gradient operator. Methods that append
// an operator return the name of its output, a new variable. Not thread safe.
class Composite {
 public:
  // Both must outlive this object.
  Composite(const framework::proto::OpDesc& grad,
            framework::GradContext* context);

  // Returns the type of the gradient operator.
  const std::string& type() const { return grad_.type(); }
  // Returns the variable in an input slot of the gradient operator, or "".
  std::string In(const std::string& slot) const;
  bool Has(const std::string& slot) const { return !In(slot).empty(); }
  // Return an attribute of the gradient operator. Both throw Unimplemented if
  // it comes from an input: the value in the description is only an example
  // then, and With hands the input on.
  template <typename T>
  T Attr(const std::string& name) const {
    CheckKnown(name);
    return framework::GetAttr<T>(grad_, name);
  }
  framework::Attribute GetAttribute(const std::string& name) const {
    CheckKnown(name);
    return framework::GetAttribute(grad_, name);
  }
  // Returns the gradient with respect to an output of the gradient operator, or
  // "" if none flows into it.
  std::string Flowing(const std::string& slot) const;
  // Returns the number of axes of a variable that the composite did not write.
  int64_t Rank(const std::string& name) const;
  // Returns the indices of the axes of a variable from `first` on, which counts
  // from the end if negative.
  std::vector<int64_t> AxesFrom(const std::string& name, int64_t first) const;
  // Returns the shape of a variable that the composite did not write; sizes may
  // be symbols (negative).
  std::vector<int64_t> Shape(const std::string& name) const;

  // Appends an operator and returns the new variable in its output `slot`.
  std::string Op(const std::string& type, const framework::SlotMap& inputs,
                 const framework::AttributeMap& attributes = {},
                 const std::string& slot = "Out");
  // Appends an operator and returns new variables, one for each of `slots`.
  framework::NameList Ops(const std::string& type,
                          const framework::SlotMap& inputs,
                          const framework::AttributeMap& attributes,
                          const framework::NameList& slots);

  // Compute a + b, a - b, a * b and a / b elementwise. b may have fewer axes
  // than a: its first axis is aligned with `axis` of a, or its last with the
  // last if `axis` is -1.
  std::string Add(const std::string& a, const std::string& b,
                  int64_t axis = -1);
  std::string Sub(const std::string& a, const std::string& b,
                  int64_t axis = -1);
  std::string Mul(const std::string& a, const std::string& b,
                  int64_t axis = -1);
  std::string Div(const std::string& a, const std::string& b,
                  int64_t axis = -1);
  // Appends an operator of this type with the input X and the output Out.
  std::string Of(const std::string& type, const std::string& x);
  // Appends such an operator with these attributes of the gradient operator,
  // and the inputs that they come from, in slots of the same names.
  std::string With(const framework::NameList& attributes,
                   const std::string& type, const std::string& x);
  // Returns x * scale + bias.
  std::string Scale(const std::string& x, double scale, double bias = 0);
  // Returns x^exponent.
  std::string Pow(const std::string& x, double exponent);
  // Sum and average over some axes, over all if the list is empty.
  std::string Sum(const std::string& x, const std::vector<int64_t>& axes,
                  bool keep_dim);
  std::string Mean(const std::string& x, const std::vector<int64_t>& axes,
                   bool keep_dim);
  // Returns the elements [begin, end) along an axis.
  std::string Slice(const std::string& x, int64_t axis, int64_t begin,
                    int64_t end);
  // Return zeros, or ones, in the shape and data type of x.
  std::string ZerosLike(const std::string& x);
  std::string OnesLike(const std::string& x);
  // Returns the elements of x in this shape, by the rules of the reshape
  // operator: 0 copies a size, -1 is inferred.
  std::string Reshape(const std::string& x, const std::vector<int64_t>& shape);
  // Appends the gradient operator itself once more, with other variables in
  // some input slots, and returns its output `slot`. That counts as a constant,
  // so it must not depend on the inputs that are differentiated, as the mask of
  // dropout does not.
  std::string Again(const framework::SlotMap& replaced,
                    const std::string& slot);
  // Returns zeros of a shape for which there need be no variable, in the data
  // type of x.
  std::string Zeros(const std::vector<int64_t>& shape, const std::string& x);
  // Returns the rows of x with the LoD of `like`.
  std::string WithSequencesOf(const std::string& like, const std::string& x);
  // Returns x, a matrix that the composite did not write, with only the last
  // level of its LoD.
  std::string LastLevel(const std::string& x);
  // Appends a `recurrent` operator and returns its outputs. `step` writes one
  // time step with the methods of this object, but must not call Recurrent: it
  // gets one row per sequence of each input and memory, and returns rows of the
  // outputs and the next memories. The inputs are rows of the same sequences,
  // with one LoD level. `memories` are the initial ones, with a row for each
  // sequence or one row for all.
  framework::NameList Recurrent(
      const framework::NameList& inputs, const framework::NameList& memories,
      bool reverse, const std::function<StepEnds(const StepEnds&)>& step);
  // Returns x, which counts as a constant from now on: no gradient flows
  // through it.
  std::string Constant(const std::string& x);
  // Returns a constant: 1 where x > bound, else 0, in the data type of x.
  std::string Above(const std::string& x, double bound);
  // Returns a constant: the sign of x, which is -1, 0 or 1.
  std::string Sign(const std::string& x);

  // Declares that output `slot` of the gradient operator equals `name`.
  void Result(const std::string& slot, const std::string& name);
  // Used instead of Result: declares that `name` is the tangent (directional
  // derivative) of output `slot` of the *forward* operator. The tangents of its
  // inputs are the gradients that flow into the gradients of those inputs.
  void Tangent(const std::string& slot, const std::string& name);
  // Used instead of both: declares that output `slot` of the *forward* operator
  // equals `name`, which is then differentiated twice.
  void ForwardResult(const std::string& slot, const std::string& name);
  // Differentiates the declared results. Called once, as the last method.
  void Finish();

 private:
  void CheckKnown(const std::string& attribute) const;
  void FinishForward();
  // Appends an operator with the given outputs.
  void Append(const std::string& type, const framework::SlotMap& inputs,
              const framework::SlotMap& outputs,
              const framework::AttributeMap& attributes);
  std::string NewName(const std::string& what);
  framework::NameList NewNames(size_t count, const std::string& what);
  framework::proto::VarDesc Argument(const std::string& like,
                                     const std::vector<int64_t>& dims);
  std::vector<framework::proto::VarDesc> StepArguments(
      const framework::NameList& inputs, const framework::NameList& memories);

  const framework::proto::OpDesc& grad_;
  framework::CompositeContext* const context_;
  std::vector<framework::proto::OpDesc> ops_;
  framework::NameList results_, result_grads_;
  framework::NameList outputs_, output_grads_;
  framework::SlotMap tangents_;
};

// Returns a maker for REGISTER_GRADIENT_MAKER that calls `write`.
framework::GradMaker CompositeGradient(
    std::function<void(Composite* composite)> write);

}  // namespace paddle::operators

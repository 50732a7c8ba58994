// Gradients of gradient operators by way of ordinary operators that compute the
// same.
//
//   REGISTER_GRADIENT_MAKER(softmax_grad, CompositeGradient([](Composite* c) {
//     const std::string y = c->In("Out"), g = c->In("Out@GRAD");
//     const std::string along = c->Sum(c->Mul(g, y), axes, /*keep_dim=*/true);
//     c->Result("X@GRAD", c->Mul(y, c->Sub(g, along)));
//   }));
//
// What they compute is differentiated, and may be again.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/composite_gradient.h"

namespace paddle::operators {

// Names the variables that come into a step of a recurrent network, or out.
struct StepEnds {
  framework::NameList rows;  // inputs, or outputs
  framework::NameList memories;
};

// Writes the operators, for one gradient operator.
class Composite {
 public:
  Composite(const framework::proto::OpDesc& grad,
            framework::GradContext* context);

  // The type of the gradient operator.
  const std::string& type() const { return grad_.type(); }
  // The variable in an input slot of the gradient operator, or "".
  std::string In(const std::string& slot) const;
  bool Has(const std::string& slot) const { return !In(slot).empty(); }
  template <typename T>
  T Attr(const std::string& name) const {
    return framework::GetAttr<T>(grad_, name);
  }
  framework::Attribute GetAttribute(const std::string& name) const {
    return framework::GetAttribute(grad_, name);
  }
  // What flows into an output of the gradient operator, or "".
  std::string Flowing(const std::string& slot) const;
  // The number of axes of a variable that was there before.
  int64_t Rank(const std::string& name) const;
  // The axes from `first` (negative: from the end) to the last of a variable.
  std::vector<int64_t> AxesFrom(const std::string& name, int64_t first) const;
  std::vector<int64_t> Shape(const std::string& name) const;

  // Appends an operator; gives the new variable in its output slot.
  std::string Op(const std::string& type, const framework::SlotMap& inputs,
                 const framework::AttributeMap& attributes = {},
                 const std::string& slot = "Out");
  // Appends an operator, of which several outputs are needed: a new variable in
  // each of the slots.
  framework::NameList Ops(const std::string& type,
                          const framework::SlotMap& inputs,
                          const framework::AttributeMap& attributes,
                          const framework::NameList& slots);

  // Element by element; b may have fewer axes, which begin at `axis` of a.
  std::string Add(const std::string& a, const std::string& b,
                  int64_t axis = -1);
  std::string Sub(const std::string& a, const std::string& b,
                  int64_t axis = -1);
  std::string Mul(const std::string& a, const std::string& b,
                  int64_t axis = -1);
  std::string Div(const std::string& a, const std::string& b,
                  int64_t axis = -1);
  // f(x), element by element.
  std::string Of(const std::string& type, const std::string& x);
  // x * scale + bias
  std::string Scale(const std::string& x, double scale, double bias = 0);
  // x^exponent
  std::string Pow(const std::string& x, double exponent);
  // Over some axes, all if there are none.
  std::string Sum(const std::string& x, const std::vector<int64_t>& axes,
                  bool keep_dim);
  std::string Mean(const std::string& x, const std::vector<int64_t>& axes,
                   bool keep_dim);
  // The elements from `begin` to before `end` of an axis.
  std::string Slice(const std::string& x, int64_t axis, int64_t begin,
                    int64_t end);
  std::string ZerosLike(const std::string& x);
  std::string OnesLike(const std::string& x);
  std::string Reshape(const std::string& x, const std::vector<int64_t>& shape);
  // An output of the gradient operator itself, with other variables in some
  // input slots; a constant.
  std::string Again(const framework::SlotMap& replaced,
                    const std::string& slot);
  // Zeros of a shape, in the data type of x.
  std::string Zeros(const std::vector<int64_t>& shape, const std::string& x);
  // The rows x as the sequences of `like`.
  std::string WithSequencesOf(const std::string& like, const std::string& x);
  // The rows of sequences of the last level alone; x, a matrix, was there
  // before.
  std::string LastLevel(const std::string& x);
  // Appends an operator `recurrent`, whose steps `step` writes with the methods
  // of this object, but for this one: from a row for each sequence of every
  // input and memory to outputs, rows too, and the next memories. The inputs
  // are rows of the same sequences, of one level. An initial memory is a row
  // for each sequence, or the row of all. Gives the outputs.
  framework::NameList Recurrent(
      const framework::NameList& inputs, const framework::NameList& memories,
      bool reverse, const std::function<StepEnds(const StepEnds&)>& step);
  // The variable x, which counts as a constant.
  std::string Constant(const std::string& x);
  // 1 where x > bound, else 0, in the data type of x; a constant.
  std::string Above(const std::string& x, double bound);
  // -1, 0 or 1, a constant.
  std::string Sign(const std::string& x);

  // The output `slot` of the gradient operator is the variable `name`.
  void Result(const std::string& slot, const std::string& name);
  // Instead of results: the tangent of output `slot` of the *forward* operator,
  // the gradients that flow into its inputs' gradients being their tangents, is
  // the variable `name`.
  void Tangent(const std::string& slot, const std::string& name);
  // Instead of both: the *forward* operator computes output `slot`, the
  // variable `name`; differentiated twice.
  void ForwardResult(const std::string& slot, const std::string& name);
  // The end.
  void Finish();

 private:
  void FinishForward();
  // Appends an operator with these outputs.
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

// For REGISTER_GRADIENT_MAKER.
framework::GradMaker CompositeGradient(
    std::function<void(Composite* composite)> write);

}  // namespace paddle::operators

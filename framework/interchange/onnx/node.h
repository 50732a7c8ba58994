// One node of an ONNX graph, as what imports it sees it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/interchange/onnx/values.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/variable.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::onnx {

using Ints = std::vector<int64_t>;
using framework::DataType;
using framework::Dims;
using layer::Variable;

// A graph while it is imported, as its nodes and those of the graphs inside see
// it.
class NodeGraph {
 public:
  virtual ~NodeGraph() = default;

  // The folder that holds the model's external data.
  virtual const std::string& folder() const = 0;
  // True in the body of a function that has been called before: its constants
  // are made once more.
  virtual bool is_repeated() const = 0;
  // Returns an attribute of the call of a function, or its default; null if it
  // is left out, and outside of functions.
  virtual const proto::AttributeProto* CallAttr(
      const std::string& name) const = 0;
  // Writes the operators of a pending value, in the block of its graph.
  virtual void WritePending(const Value& value) = 0;
  // Writes a graph that is in attribute `name` of a node to the current block,
  // and returns its outputs; `inputs` are the values of its inputs, in order.
  // The values may be pending; null stands for what is left out. Throws
  // InvalidArgument for another number of inputs, and Unimplemented for more
  // than 32 graphs in one another.
  virtual std::vector<ValuePtr> Import(const proto::GraphProto& graph,
                                       const std::string& name,
                                       const std::vector<Value>& inputs) = 0;

  // Undo what Import did after a mark, once its block has been removed.
  virtual size_t Mark() const = 0;
  virtual void Undo(size_t mark) = 0;
};

// Reads the inputs and attributes of a node and writes operators. All that it
// throws says which input or attribute is meant; the node itself is named by
// whoever calls the handler. Not thread safe.
class Node {
 public:
  // `opset` is the version of its domain. Keeps references to all but the
  // number.
  Node(const proto::NodeProto& node, int opset, Values* values,
       NodeGraph* graph)
      : node_(node), opset_(opset), values_(*values), graph_(*graph) {}

  int opset() const { return opset_; }
  // True if constants become parameters, which must not be copied.
  bool trains_weights() const { return values_.trainable(); }
  const proto::NodeProto& proto() const { return node_; }
  const std::shared_ptr<framework::Program>& program() const {
    return values_.program();
  }
  framework::SizeAlgebra& sizes() const;

  // Inputs. Trailing and inner ones may be left out.
  int num_inputs() const { return node_.input_size(); }
  bool HasInput(int i) const;
  // Returns the variable of an input. Throws InvalidArgument if it is left out,
  // or not defined.
  Variable In(int i);
  // Returns the dims of an input, of which a constant needs no variable.
  Dims DimsIn(int i);
  // Returns an invalid variable for an input that is left out.
  Variable OptionalIn(int i);
  std::vector<Variable> Ins();
  // Returns all that is known of an input. Throws InvalidArgument if it is left
  // out, or not defined.
  const Value& ValueIn(int i) const;
  // Returns null for an input that is left out, or known only when it runs.
  const framework::Tensor* ConstantIn(int i);
  // Returns its integers as far as they are known.
  absl::optional<SizeArray> SizesIn(int i);
  // Return the numbers of an input that says shapes, axes and the like. Throw
  // Unimplemented, naming it, if they are known only when it runs.
  Ints IntsIn(int i);
  int64_t IntIn(int i);
  double NumberIn(int i);
  std::vector<double> NumbersIn(int i);

  // Attributes. Each throws TypeMismatch for one of another type.
  bool HasAttr(const std::string& name) const;
  int64_t IntAttr(const std::string& name, int64_t absent) const;
  double FloatAttr(const std::string& name, double absent) const;
  std::string TextAttr(const std::string& name,
                       const std::string& absent) const;
  Ints IntsAttr(const std::string& name, const Ints& absent) const;
  std::vector<float> FloatsAttr(const std::string& name) const;
  // Throws InvalidArgument if the attribute is left out.
  int64_t RequiredInt(const std::string& name) const;
  Ints RequiredInts(const std::string& name) const;
  framework::Tensor TensorAttr(const std::string& name) const;
  const proto::GraphProto& GraphAttr(const std::string& name) const;
  const proto::AttributeProto* FindAttr(const std::string& name) const;
  // Returns the list of an attribute that became input `input` in version
  // `since`; nothing if it is left out.
  absl::optional<Ints> IntsOf(const std::string& name, int input, int since);

  // Outputs.
  int num_outputs() const { return node_.output_size(); }
  // True if something may read output i.
  bool HasOutput(int i) const;
  // Sets an output; one that nothing may read is left alone.
  void Out(int i, const Variable& variable);
  void OutConstant(int i, const framework::Tensor& value);
  // Makes an output another name of an input.
  void OutSame(int i, int input);
  // Makes an output another name of a value of a graph inside, or null.
  void OutShared(int i, const ValuePtr& value);
  // Says of an output that is a tensor array whether a run decides if its value
  // is there.
  void SetOptional(int i, OptionalKind kind);
  // Makes an output stand for what is left out.
  void OutAbsent(int i);

  // The graphs in the attributes of a node of control flow. Variables are
  // written in the current block.
  NodeGraph& graph() const { return graph_; }
  // Throws Unimplemented for null.
  Variable VariableOf(const ValuePtr& value) const;
  std::vector<Variable> VariablesOf(const std::vector<ValuePtr>& all) const;

  // Writes operators.
  Variable Op(const std::string& type, const layer::SlotList& inputs,
              const layer::AttributeMap& attrs = {}) const;
  // Writes one of an input X.
  Variable Op(const std::string& type, const Variable& x,
              const layer::AttributeMap& attrs = {}) const {
    return Op(type, {{"X", x}}, attrs);
  }
  // Writes one of inputs X and Y.
  Variable Op2(const std::string& type, const Variable& x, const Variable& y,
               const layer::AttributeMap& attrs = {}) const {
    return Op(type, {{"X", x}, {"Y", y}}, attrs);
  }
  layer::Outputs Append(const std::string& type, const layer::SlotList& inputs,
                        const layer::AttributeMap& attrs = {},
                        const layer::OpOptions& options = {}) const;
  // Returns a number as a tensor of rank 0, in the program.
  Variable Number(double value, DataType type) const;
  // Returns a persistable variable with these values.
  Variable Constant(const framework::Tensor& value) const;
  Variable Constant(const Ints& values) const;
  // Returns a persistable variable of an input's constant, named after it, that
  // nothing else reads and no optimizer changes. An invalid one for an input
  // that is known only when the program runs.
  Variable OwnConstant(int i);
  // Counts elements of a constant that the model does not hold, before it is
  // made. Throws ResourceExhausted for too many in all.
  void CountMade(int64_t elements) const { values_.CountMade(elements); }
  // Returns `x` in another shape, without copying a constant's elements.
  Variable Reshape(const Variable& x, const Ints& shape) const;
  Variable Cast(const Variable& x, DataType type) const;
  // Takes an input out of the parameters: statistics are no weights.
  void KeepFixed(const Variable& variable) const;

 private:
  const framework::Tensor& KnownIn(int i);
  // True for an output that a pending node sets when it is asked for.
  bool SetsPending(int i) const;

  const proto::NodeProto& node_;
  const int opset_;
  Values& values_;
  NodeGraph& graph_;
};

// The most elements of a constant that a model does not hold, but its declared
// sizes ask for.
constexpr int64_t kMostMade = 1 << 20;

// Throws Unimplemented, with the message, if a node needs what there is no
// operator for.
#define PADDLE_ONNX_REFUSE(condition, ...) \
  PADDLE_ENFORCE(!(condition), Unimplemented, __VA_ARGS__)

}  // namespace paddle::onnx

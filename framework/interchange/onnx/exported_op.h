// One operator of a program, as what exports it sees it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/exported_graph.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

// Reads an operator and writes nodes. All that it throws says which slot or
// attribute is meant; the operator itself is named by whoever calls the
// exporter. Not thread safe.
class ExportedOp {
 public:
  using Names = std::vector<std::string>;
  using Ints = std::vector<int64_t>;

  // Keeps references.
  ExportedOp(const framework::proto::OpDesc& op, ExportedGraph* graph)
      : op_(op), graph_(*graph) {}

  const std::string& type() const { return op_.type(); }
  int opset() const { return graph_.opset(); }

  ExportedGraph* graph() const { return &graph_; }

  bool HasIn(const std::string& slot) const;
  // Returns the name in a slot; "", which leaves an input out, if it is empty.
  std::string In(const std::string& slot) const;
  std::string Out(const std::string& slot) const;
  Names Ins(const std::string& slot) const;
  Names Outs(const std::string& slot) const;
  framework::Dims DimsOf(const std::string& name) const {
    return graph_.DimsOf(name);
  }
  framework::DataType TypeOf(const std::string& name) const {
    return graph_.TypeOf(name);
  }
  // Return and set the sequences of a value; null for one without.
  const ExportedSequences* FindSequences(const std::string& name) const {
    return graph_.FindSequences(name);
  }
  void SetSequences(const std::string& name,
                    const ExportedSequences& sequences) {
    graph_.SetSequences(name, sequences);
  }

  // Throws TypeMismatch for an attribute of another type.
  template <typename T>
  T Attr(const std::string& name) const {
    return framework::GetAttr<T>(op_, name);
  }
  int64_t Int(const std::string& name) const { return Attr<int64_t>(name); }
  double Real(const std::string& name) const { return Attr<double>(name); }
  bool Flag(const std::string& name) const { return Attr<bool>(name); }
  Ints List(const std::string& name) const { return Attr<Ints>(name); }
  std::string Text(const std::string& name) const {
    return Attr<std::string>(name);
  }

  // Adds a node.
  proto::NodeProto* Node(const std::string& type, const Names& inputs,
                         const Names& outputs);
  // Adds a node of one output, a new value, and returns its name; `node` may be
  // null.
  std::string Value(const std::string& type, const Names& inputs,
                    proto::NodeProto** node = nullptr);
  // Returns a name that nothing has.
  std::string NewName(const std::string& prefix) {
    return graph_.NewName(prefix);
  }
  // Add nodes that convert `x`, join parts along an axis, and change the order
  // of axes; return the names of what they give.
  std::string Cast(const std::string& x, framework::DataType type);
  std::string Joined(const Names& parts, int64_t axis);
  std::string Turned(const std::string& x, const Ints& order);
  // Adds a node such as ReduceSum over these axes of x, over all if there are
  // none. Returns the name of what it gives: `out`, or a new value if that is
  // "".
  std::string Reduced(const std::string& type, const std::string& x,
                      const Ints& axes, bool keeps_axes, std::string out = "");
  // Return the names of new constants.
  std::string Constant(const framework::Tensor& tensor) {
    return graph_.AddTensor(tensor, "constant");
  }
  std::string Integers(const Ints& values);
  std::string Number(double value, framework::DataType type);
  // Returns a name for `x` in another shape: a weight is reshaped here.
  std::string Reshaped(const std::string& x, const Ints& shape);

 private:
  const framework::proto::OpDesc& op_;
  ExportedGraph& graph_;
};

// Set an attribute of a node.
void SetInt(proto::NodeProto* node, const std::string& name, int64_t value);
void SetFloat(proto::NodeProto* node, const std::string& name, double value);
void SetText(proto::NodeProto* node, const std::string& name,
             const std::string& value);
void SetInts(proto::NodeProto* node, const std::string& name,
             const std::vector<int64_t>& values);
void SetTexts(proto::NodeProto* node, const std::string& name,
              const std::vector<std::string>& values);
// Adds an empty graph as an attribute, and returns it.
proto::GraphProto* SetGraph(proto::NodeProto* node, const std::string& name);

// Throws Unimplemented, with the message, if an operator does what ONNX has no
// node for.
#define PADDLE_ONNX_CANNOT(condition, ...) \
  PADDLE_ENFORCE(!(condition), Unimplemented, __VA_ARGS__)

}  // namespace paddle::onnx

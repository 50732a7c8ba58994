#include "paddle/framework/interchange/onnx/graph_inputs.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/tensor_data.h"
#include "paddle/framework/interchange/onnx/value_type.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/types/symbolic_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::proto::VarDesc;
using proto::GraphProto;
using proto::TensorShapeProto;
using proto::ValueInfoProto;

namespace {

// Calls a function, whose errors say at which place of the model they are.
template <typename Function>
void WithContext(const std::string& place, const Function& function) {
  try {
    function();
  } catch (platform::Error& error) {
    error.AddContext(place);
    throw;
  }
}

void CheckNotSparse(const GraphSource& source, const GraphProto& graph) {
  PADDLE_ONNX_REFUSE(graph.sparse_initializer_size() > 0, source.model,
                     " has sparse initializers");
}

class InputReader {
 public:
  InputReader(const GraphSource& source, Values* values)
      : source_(source), values_(*values) {}

  void ReadWeight(const proto::TensorProto& tensor);
  // Takes the data out of the graph.
  void ReadWeights(GraphProto* graph);
  void AddFeed(const ValueInfoProto& input);

 private:
  int64_t SizeOf(const TensorShapeProto::Dimension& dim, int axis);
  Dims DimsOf(const TensorShapeProto& shape, bool array);

  const GraphSource& source_;
  Values& values_;
  std::vector<std::pair<std::string, int64_t>> sizes_;  // by name
  bool has_batch_ = false;
};

void InputReader::ReadWeight(const proto::TensorProto& tensor) {
  Value value;
  WithContext(
      absl::StrCat(source_.model, ": initializer '", tensor.name(), "'"),
      [&] { value.constant = ReadTensor(tensor, source_.folder); });
  value.is_weight = true;
  values_.Add(tensor.name(), std::move(value));
}

void InputReader::ReadWeights(GraphProto* graph) {
  CheckNotSparse(source_, *graph);
  for (proto::TensorProto& tensor : *graph->mutable_initializer()) {
    ReadWeight(tensor);
    // So that a large model is not there twice; clearing would keep the memory.
    proto::TensorProto().Swap(&tensor);
  }
}

int64_t InputReader::SizeOf(const TensorShapeProto::Dimension& dim, int axis) {
  if (dim.has_dim_value()) {
    PADDLE_ENFORCE_GE(dim.dim_value(), 0, "the size of axis ", axis);
    return dim.dim_value();
  }
  for (const auto& [name, size] : sizes_) {
    if (name == dim.dim_param() && !name.empty()) return size;
  }
  const bool batch = axis == 0 && !has_batch_;
  has_batch_ |= batch;
  const int64_t size = batch
                           ? framework::kBatchSize
                           : values_.program()->global_block().sizes().Fresh();
  sizes_.emplace_back(dim.dim_param(), size);
  return size;
}

// Elements of one array may differ in a size that has a name.
Dims InputReader::DimsOf(const TensorShapeProto& shape, bool array) {
  Dims dims;
  for (int i = 0; i < shape.dim_size(); ++i) {
    const bool open = array && !shape.dim(i).has_dim_value();
    dims.Append(open ? values_.program()->global_block().sizes().Fresh()
                     : SizeOf(shape.dim(i), i));
  }
  return dims;
}

void InputReader::AddFeed(const ValueInfoProto& input) {
  const std::string& name = input.name();
  PADDLE_ENFORCE(!name.empty(), DataLoss, source_.model,
                 " has an input without name");
  const ValueType type = ValueTypeOf(input.type());
  PADDLE_ONNX_REFUSE(type.tensor == nullptr, source_.model, ": input '", name,
                     "' is no tensor, and no sequence or optional of tensors");
  const bool any_rank = !type.tensor->has_shape();
  PADDLE_ONNX_REFUSE(any_rank && !type.is_sequence, source_.model,
                     ": the rank of input '", name, "' is not known");
  Dims dims;
  framework::DataType dtype{};
  WithContext(absl::StrCat(source_.model, ": input '", name, "'"), [&] {
    dtype = TypeOf(type.tensor->elem_type());
    dims = DimsOf(type.tensor->shape(), type.is_array());
  });
  VarDesc* var = values_.program()->global_block().Var(name);
  if (type.is_array()) var->set_kind(framework::proto::TENSOR_ARRAY);
  var->set_dtype(static_cast<framework::proto::DataType>(dtype));
  var->mutable_dims()->Add(dims.begin(), dims.end());
  var->set_is_feed(true);
  var->set_stop_gradient(true);
  values_.program()->mutable_desc()->add_feeds(name);
  Value value;
  value.variable = layer::Variable(values_.program(), 0, name);
  value.optional = type.optional();
  value.any_rank = any_rank;
  values_.Add(name, std::move(value));
}

}  // namespace

void ReadGraphInputs(const GraphSource& source, GraphProto* graph,
                     Values* values) {
  InputReader reader(source, values);
  reader.ReadWeights(graph);
  for (const ValueInfoProto& input : graph->input()) {
    // The first versions list initializers among the inputs.
    if (values->Find(input.name()) == nullptr) reader.AddFeed(input);
  }
}

void ReadInnerWeights(const GraphSource& source, const GraphProto& graph,
                      bool repeated, Values* values) {
  CheckNotSparse(source, graph);
  InputReader reader(source, values);
  for (const proto::TensorProto& tensor : graph.initializer()) {
    if (repeated) values->CountMade(onnx::DimsOf(tensor).Numel());
    reader.ReadWeight(tensor);
  }
}

}  // namespace paddle::onnx

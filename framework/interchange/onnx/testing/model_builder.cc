#include "paddle/framework/interchange/onnx/testing/model_builder.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/types/variant.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/tensor/packed_array.h"
#include "paddle/framework/tensor/tensor_array.h"

namespace paddle::onnx::testing {

using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
using proto::AttributeProto;
using proto::TensorProto;

namespace {

AttributeProto* AddAttr(proto::NodeProto* node, const std::string& name,
                        AttributeProto::AttributeType type) {
  AttributeProto* attribute = node->add_attribute();
  attribute->set_name(name);
  attribute->set_type(type);
  return attribute;
}

template <typename T>
LoDTensor TensorOf(const Sizes& dims, const std::vector<T>& values) {
  LoDTensor tensor(Dims(dims), framework::DataTypeOf<T>());
  std::copy(values.begin(), values.end(), tensor.mutable_data<T>());
  return tensor;
}

}  // namespace

ModelBuilder::ModelBuilder(int opset) {
  model_.set_ir_version(8);
  model_.add_opset_import()->set_version(opset);
  model_.mutable_graph()->set_name("graph");
}

void ModelBuilder::Input(const std::string& name, const Sizes& dims, int type) {
  proto::ValueInfoProto* input = model_.mutable_graph()->add_input();
  input->set_name(name);
  auto* tensor = input->mutable_type()->mutable_tensor_type();
  tensor->set_elem_type(type);
  tensor->mutable_shape();
  for (int64_t size : dims) {
    auto* dim = tensor->mutable_shape()->add_dim();
    if (size >= 0) {
      dim->set_dim_value(size);
    } else {
      dim->set_dim_param(size == -1 ? "N" : absl::StrCat("s", -size));
    }
  }
}

void ModelBuilder::Floats(const std::string& name, const Sizes& dims,
                          const Numbers& values) {
  TensorProto* tensor = model_.mutable_graph()->add_initializer();
  tensor->set_name(name);
  tensor->set_data_type(TensorProto::FLOAT);
  *tensor->mutable_dims() = {dims.begin(), dims.end()};
  *tensor->mutable_float_data() = {values.begin(), values.end()};
}

void ModelBuilder::Ints(const std::string& name, const Sizes& dims,
                        const Sizes& values) {
  TensorProto* tensor = model_.mutable_graph()->add_initializer();
  tensor->set_name(name);
  tensor->set_data_type(TensorProto::INT64);
  *tensor->mutable_dims() = {dims.begin(), dims.end()};
  *tensor->mutable_int64_data() = {values.begin(), values.end()};
}

proto::NodeProto* ModelBuilder::Node(const std::string& op, const Names& inputs,
                                     const Names& outputs) {
  proto::NodeProto* node = model_.mutable_graph()->add_node();
  node->set_op_type(op);
  *node->mutable_input() = {inputs.begin(), inputs.end()};
  *node->mutable_output() = {outputs.begin(), outputs.end()};
  return node;
}

void ModelBuilder::Output(const std::string& name) {
  model_.mutable_graph()->add_output()->set_name(name);
}

proto::FunctionProto* ModelBuilder::Function(const std::string& name,
                                             const ModelBuilder& body) {
  proto::FunctionProto* function = model_.add_functions();
  function->set_name(name);
  function->set_domain("local");
  for (const auto& input : body.graph().input()) {
    function->add_input(input.name());
  }
  for (const auto& output : body.graph().output()) {
    function->add_output(output.name());
  }
  *function->mutable_node() = body.graph().node();
  return function;
}

proto::TypeProto* ModelBuilder::LastType() {
  auto* inputs = model_.mutable_graph()->mutable_input();
  return inputs->Mutable(inputs->size() - 1)->mutable_type();
}

void MakeSequence(proto::TypeProto* type) {
  proto::TypeProto element = *type;
  type->mutable_sequence_type()->mutable_elem_type()->Swap(&element);
}

void MakeOptional(proto::TypeProto* type) {
  proto::TypeProto element = *type;
  type->mutable_optional_type()->mutable_elem_type()->Swap(&element);
}

void SetInt(proto::NodeProto* node, const std::string& name, int64_t value) {
  AddAttr(node, name, AttributeProto::INT)->set_i(value);
}

void SetFloat(proto::NodeProto* node, const std::string& name, float value) {
  AddAttr(node, name, AttributeProto::FLOAT)->set_f(value);
}

void SetText(proto::NodeProto* node, const std::string& name,
             const std::string& value) {
  AddAttr(node, name, AttributeProto::STRING)->set_s(value);
}

void SetInts(proto::NodeProto* node, const std::string& name,
             const Sizes& values) {
  AttributeProto* attribute = AddAttr(node, name, AttributeProto::INTS);
  *attribute->mutable_ints() = {values.begin(), values.end()};
}

void SetGraph(proto::NodeProto* node, const std::string& name,
              const ModelBuilder& graph) {
  *AddAttr(node, name, AttributeProto::GRAPH)->mutable_g() = graph.graph();
}

LoDTensor FloatTensor(const Sizes& dims, const Numbers& values) {
  return TensorOf<float>(dims, values);
}

LoDTensor IntTensor(const Sizes& dims, const Sizes& values) {
  return TensorOf<int64_t>(dims, values);
}

Names Imported::Types() const {
  Names types;
  for (const auto& op : program->global_block().desc().ops()) {
    types.push_back(op.type());
  }
  return types;
}

Imported Import(const proto::ModelProto& model, const LoadOptions& options) {
  auto scope = framework::Scope::Create();
  auto program =
      ImportModel(model, "model.onnx", "", framework::OpInfoMap::Instance(),
                  scope.get(), options);
  return {std::move(scope), std::move(program)};
}

namespace {

LoDTensor FirstFetch(const Imported& imported, const FeedTensors& feeds) {
  framework::Executor executor;
  const auto fetched = executor.Eval(imported.program, feeds,
                                     {imported.program->desc().fetches(0)},
                                     imported.scope.get());
  return absl::get<LoDTensor>(fetched[0]);
}

std::vector<double> NumbersIn(const LoDTensor& tensor) {
  std::vector<double> numbers;
  framework::VisitDataType(tensor.dtype(), [&](auto tag) {
    const auto* data = tensor.data<typename decltype(tag)::type>();
    for (int64_t i = 0; i < tensor.numel(); ++i) {
      numbers.push_back(static_cast<double>(data[i]));
    }
  });
  return numbers;
}

}  // namespace

std::vector<double> RunImported(const Imported& imported,
                                const FeedTensors& feeds) {
  return NumbersIn(FirstFetch(imported, feeds));
}

LoDTensor ListOf(const std::vector<LoDTensor>& elements) {
  framework::TensorArray array;
  if (!elements.empty()) array.set_dtype(elements[0].dtype());
  for (const LoDTensor& element : elements) array.Set(array.size(), element);
  return framework::PackArray(array);
}

std::vector<std::vector<double>> RunList(const Imported& imported,
                                         const FeedTensors& feeds) {
  const framework::TensorArray array =
      framework::UnpackArray(FirstFetch(imported, feeds));
  std::vector<std::vector<double>> lists;
  for (int64_t i = 0; i < array.size(); ++i) {
    lists.push_back(NumbersIn(array.Get(i)));
  }
  return lists;
}

}  // namespace paddle::onnx::testing

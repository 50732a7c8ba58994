#include "paddle/tools/fuzz/mutate_onnx.h"

#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"

namespace paddle::fuzz {

namespace {

namespace proto = onnx::proto;

// Paths that lead out of a folder, or to no file.
const std::string kPaths[] = {"../secret",
                              "/etc/passwd",
                              "./weights",
                              "weights/../../secret",
                              "link",
                              "folder/../link",
                              "folder",
                              "weights/",
                              "none",
                              "",
                              ".",
                              "..",
                              {"weights\0x", 9},
                              "/proc/self/mem",
                              "//weights",
                              "folder/weights",
                              std::string(5000, 'a')};
const char* const kTexts[] = {"-1",
                              "0",
                              "1",
                              "63",
                              "64",
                              "65535",
                              "65536",
                              "4294967296",
                              "9223372036854775807",
                              "18446744073709551615",
                              "1e3",
                              "",
                              " 8",
                              "0x10"};
const char* const kOps[] = {"If",
                            "Loop",
                            "Scan",
                            "Reshape",
                            "Resize",
                            "Concat",
                            "Gather",
                            "LSTM",
                            "Slice",
                            "Expand",
                            "Range",
                            "Einsum",
                            "Pad",
                            "Split",
                            "Conv",
                            "Squeeze",
                            "Unknown",
                            "Shape",
                            "MaxPool",
                            "Where",
                            "Unique",
                            "Optional",
                            "SequenceInsert",
                            "SequenceErase",
                            "SplitToSequence",
                            "RoiAlign",
                            "BitShift",
                            "TopK",
                            "Tile",
                            "DeformConv"};

class Mutator {
 public:
  Mutator(proto::ModelProto* model, Random* random)
      : model_(model), random_(*random) {
    Collect(model->mutable_graph());
    for (proto::FunctionProto& function : *model->mutable_functions()) {
      CollectOf(function.mutable_node());
    }
  }

  void MutateOnce() {
    graph_ = graphs_[Below(graphs_.size())];
    switch (Below(8)) {
      case 0:
        return MutateOrder();
      case 1:
        return MutateEnds();
      case 2:
        return MutateModel();
      case 3:
      case 4:
        return MutateTensor();
      default:
        return MutateNode();
    }
  }

 private:
  size_t Below(size_t bound) { return bound == 0 ? 0 : random_() % bound; }

  // Numbers at which sizes, indices and types change their meaning.
  int64_t Number() {
    static const int64_t kNumbers[] = {0,
                                       1,
                                       2,
                                       3,
                                       4,
                                       7,
                                       -1,
                                       -2,
                                       -4,
                                       17,
                                       100,
                                       255,
                                       65536,
                                       1000000007,
                                       int64_t{1} << 31,
                                       int64_t{1} << 32,
                                       int64_t{1} << 62,
                                       std::numeric_limits<int64_t>::max(),
                                       std::numeric_limits<int64_t>::min()};
    return kNumbers[Below(std::size(kNumbers))];
  }
  float Real() {
    static const float kReals[] = {0,
                                   1,
                                   -1,
                                   0.3f,
                                   1e30f,
                                   -1e-30f,
                                   std::numeric_limits<float>::infinity(),
                                   std::numeric_limits<float>::quiet_NaN()};
    return kReals[Below(std::size(kReals))];
  }

  using Nodes = google::protobuf::RepeatedPtrField<proto::NodeProto>;

  void Collect(proto::GraphProto* graph) {
    if (graphs_.size() > 64) return;
    graphs_.push_back(graph);
    CollectOf(graph->mutable_node());
  }

  void CollectOf(Nodes* nodes) {
    for (proto::NodeProto& node : *nodes) {
      for (proto::AttributeProto& attribute : *node.mutable_attribute()) {
        if (attribute.has_g()) Collect(attribute.mutable_g());
      }
    }
  }

  // Returns the nodes of the graph or, now and then, of a function.
  Nodes* SomeNodes(proto::GraphProto* graph) {
    const bool function = model_->functions_size() > 0 && Below(3) == 0;
    return function ? model_->mutable_functions(Below(model_->functions_size()))
                          ->mutable_node()
                    : graph->mutable_node();
  }

  // Any name of any graph, also one that is not known there yet.
  std::string AnyName() {
    proto::GraphProto& graph = *graphs_[Below(graphs_.size())];
    const Nodes& nodes = *SomeNodes(&graph);
    const int node = static_cast<int>(Below(nodes.size() + 1));
    if (node < nodes.size()) {
      const auto& of = nodes.Get(node);
      const auto& names = Below(2) == 0 ? of.output() : of.input();
      return names.empty() ? "" : names.Get(Below(names.size()));
    }
    if (Below(2) == 0 && graph.input_size() > 0) {
      return graph.input(Below(graph.input_size())).name();
    }
    if (graph.initializer_size() == 0) return "";
    return graph.initializer(Below(graph.initializer_size())).name();
  }

  void MutateOrder() {
    Nodes* nodes = SomeNodes(graph_);
    if (nodes->empty()) return;
    const int at = static_cast<int>(Below(nodes->size()));
    switch (Below(3)) {
      case 0:
        return nodes->DeleteSubrange(at, 1);
      case 1: {
        const proto::NodeProto copy = nodes->Get(at);
        *nodes->Add() = copy;
        return Collect(graph_);
      }
      default:
        nodes->SwapElements(at, static_cast<int>(Below(nodes->size())));
    }
  }

  void MutateType(proto::TypeProto* type) {
    auto* tensor = type->mutable_tensor_type();
    auto* dims = tensor->mutable_shape()->mutable_dim();
    switch (Below(4)) {
      case 0:
        return tensor->set_elem_type(static_cast<int>(Below(28)));
      case 1:
        return dims->Add()->set_dim_value(Number());
      case 2:
        return type->clear_value();
      default:
        if (dims->empty()) return;
        if (Below(2) == 0) {
          dims->Mutable(Below(dims->size()))->set_dim_param("N");
        } else {
          dims->Mutable(Below(dims->size()))->set_dim_value(Number());
        }
    }
  }

  void MutateEnds() {
    auto* ends =
        Below(3) == 0 ? graph_->mutable_output() : graph_->mutable_input();
    if (ends->empty() || Below(6) == 0) {
      ends->Add()->set_name(AnyName());
      return;
    }
    proto::ValueInfoProto* end = ends->Mutable(Below(ends->size()));
    switch (Below(4)) {
      case 0:
        return end->set_name(AnyName());
      case 1:
        return ends->RemoveLast();
      default:
        MutateType(end->mutable_type());
    }
  }

  // Puts the graph into an If of itself, some times.
  void Nest() {
    const size_t depth = Below(2) == 0 ? 1 + Below(4) : 30 + Below(80);
    const proto::GraphProto inner = *graph_;
    graph_->clear_node();
    proto::GraphProto* at = graph_;
    for (size_t i = 0; i < depth; ++i) {
      proto::NodeProto* node = at->add_node();
      node->set_op_type("If");
      node->add_input(AnyName());
      node->add_output("nested");
      for (const char* name : {"then_branch", "else_branch"}) {
        proto::AttributeProto* branch = node->add_attribute();
        branch->set_name(name);
        branch->set_type(proto::AttributeProto::GRAPH);
        branch->mutable_g()->add_output()->set_name("nested");
      }
      at = node->mutable_attribute(0)->mutable_g();
    }
    *at->mutable_node() = inner.node();
    graphs_.clear();
    Collect(model_->mutable_graph());
  }

  void MutateModel() {
    switch (Below(4)) {
      case 0:
        if (model_->opset_import_size() == 0) return;
        return model_->mutable_opset_import(0)->set_version(
            Below(2) == 0 ? Number() : static_cast<int64_t>(Below(30)));
      case 1:
        return model_->set_ir_version(Number());
      case 2:
        model_->clear_opset_import();
        return;
      default:
        Nest();
    }
  }

  void MutateExternal(proto::TensorProto* tensor) {
    tensor->set_data_location(proto::TensorProto::EXTERNAL);
    static const char* const kKeys[] = {"location", "offset", "length"};
    const char* key = kKeys[Below(3)];
    const std::string value =
        key == kKeys[0] ? kPaths[Below(std::size(kPaths))]
                        : std::string(kTexts[Below(std::size(kTexts))]);
    for (auto& entry : *tensor->mutable_external_data()) {
      if (entry.key() == key) return entry.set_value(value);
    }
    auto* entry = tensor->add_external_data();
    entry->set_key(key);
    entry->set_value(value);
  }

  void MutateDataOf(proto::TensorProto* tensor) {
    switch (Below(7)) {
      case 0:
        return tensor->set_data_type(static_cast<int>(Below(28)));
      case 1:
        return tensor->add_dims(Number());
      case 2:
        return tensor->add_int64_data(Number());
      case 3:
        return MutateExternal(tensor);
      case 4:
        return tensor->set_raw_data(std::string(Below(70), 'r'));
      case 5:
        if (tensor->int64_data().empty()) return;
        return tensor->set_int64_data(Below(tensor->int64_data_size()),
                                      Number());
      default:
        if (tensor->dims().empty()) return;
        tensor->set_dims(Below(tensor->dims_size()), Number());
    }
  }

  void MutateTensor() {
    auto* tensors = graph_->mutable_initializer();
    if (tensors->empty()) return;
    proto::TensorProto* tensor = tensors->Mutable(Below(tensors->size()));
    if (Below(8) == 0) return tensor->set_name(AnyName());
    MutateDataOf(tensor);
  }

  void MutateAttribute(proto::AttributeProto* attribute) {
    switch (Below(9)) {
      case 0:
        return attribute->set_i(Number());
      case 1:
        return attribute->set_f(Real());
      case 2:
        return attribute->set_s(kTexts[Below(std::size(kTexts))]);
      case 3:
        return attribute->add_ints(Number());
      case 4:
        if (attribute->ints().empty()) return;
        return attribute->set_ints(Below(attribute->ints_size()), Number());
      case 5:
        return attribute->set_type(
            static_cast<proto::AttributeProto::AttributeType>(Below(15)));
      case 6:
        return MutateDataOf(attribute->mutable_t());
      case 7:
        return attribute->set_ref_attr_name("axis");
      default:
        attribute->add_floats(Real());
    }
  }

  void MutateNode() {
    Nodes* nodes = SomeNodes(graph_);
    if (nodes->empty()) return;
    proto::NodeProto* node = nodes->Mutable(Below(nodes->size()));
    auto* attributes = node->mutable_attribute();
    switch (Below(8)) {
      case 0:
        return node->set_op_type(kOps[Below(std::size(kOps))]);
      case 1:
        return node->add_input(AnyName());
      case 2:
        return node->add_output(AnyName());
      case 3:
        if (node->output().empty()) return;
        return node->set_output(Below(node->output_size()), AnyName());
      case 4:
        if (attributes->empty()) return;
        return attributes->DeleteSubrange(Below(attributes->size()), 1);
      case 5:
        if (node->input().empty()) return;
        return node->set_input(Below(node->input_size()), AnyName());
      default:
        if (attributes->empty()) {
          attributes->Add()->set_name(Below(2) == 0 ? "axis" : "to");
        }
        MutateAttribute(attributes->Mutable(Below(attributes->size())));
    }
  }

  proto::ModelProto* model_;
  Random& random_;
  std::vector<proto::GraphProto*> graphs_;
  proto::GraphProto* graph_ = nullptr;
};

}  // namespace

std::string MutateOnnx(const std::string& bytes, Random* random) {
  proto::ModelProto model;
  if ((*random)() % 8 == 0 || !model.ParseFromString(bytes)) {
    return MutateBytes(bytes, random);
  }
  const uint64_t changes = 1 + (*random)() % 4;
  for (uint64_t i = 0; i < changes; ++i) Mutator(&model, random).MutateOnce();
  return model.SerializeAsString();
}

}  // namespace paddle::fuzz

#include "paddle/tools/fuzz/onnx_seeds.h"

#include <cstdint>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"

namespace paddle::fuzz {

namespace {

namespace proto = onnx::proto;

using Sizes = std::vector<int64_t>;

// One operator: the names of its inputs (Shared), the number of its outputs and
// attributes: "name=3", "name=1.5", "name=1,2" or "name:text"; and the version
// of the operators.
struct Seed {
  const char* op;
  const char* inputs;
  int outputs = 1;
  const char* attributes = "";
  int opset = 17;
};

constexpr Seed kSeeds[] = {
    {"Add", "m,m"},
    {"Relu", "m"},
    {"MatMul", "m,square"},
    {"Gemm", "m,square", 1, "transB=1 alpha=0.5"},
    {"Conv", "image,filter", 1, "pads=1,1,1,1 strides=2,2"},
    {"Conv", "image,filter", 1, "auto_pad:SAME_UPPER dilations=1,1"},
    {"ConvTranspose", "image,filter3", 1, "output_padding=1,1 strides=2,2"},
    {"MaxPool", "image", 1, "kernel_shape=2,2 ceil_mode=1"},
    {"AveragePool", "image", 1, "kernel_shape=3,3 pads=1,1,1,1"},
    {"GlobalAveragePool", "image"},
    {"BatchNormalization", "image,three,three,mean,variance"},
    {"LayerNormalization", "m,four"},
    {"Shape", "m"},
    {"Reshape", "m,sizes"},
    {"Expand", "m,sizes"},
    {"Slice", "m,zeros,ones,zero_one"},
    {"Gather", "m,ones", 1, "axis=1"},
    {"GatherND", "m,indices"},
    {"ScatterND", "m,indices,one_value"},
    {"Concat", "m,m", 1, "axis=-1"},
    {"Split", "m,twos", 2, "axis=1"},
    {"Squeeze", "image1,zero"},
    {"Unsqueeze", "m,zero"},
    {"Transpose", "m", 1, "perm=1,0"},
    {"Flatten", "image", 1, "axis=2"},
    {"Pad", "m,pads"},
    {"Tile", "m,ones"},
    {"Range", "start,limit,step"},
    {"ConstantOfShape", "ones"},
    {"Resize", "image,,scales", 1,
     "mode:linear coordinate_transformation_mode:half_pixel"},
    {"Resize", "image1,,,image_sizes", 1, "mode:cubic"},
    {"Softmax", "m", 1, "axis=1"},
    {"LogSoftmax", "m"},
    {"ReduceSum", "m,zero", 1, "keepdims=0"},
    {"ArgMax", "m", 1, "axis=1 keepdims=0"},
    {"TopK", "m,one", 2},
    {"Einsum", "m,square", 1, "equation:ij,jk->ik"},
    {"Cast", "m", 1, "to=7"},
    {"Where", "flags,m,m"},
    {"Clip", "m,low,high"},
    {"OneHot", "ones,depth,two_values"},
    {"CumSum", "m,scalar_zero"},
    {"DequantizeLinear", "bytes,low"},
    {"QuantizeLinear", "m,high"},
    {"LSTM", "steps,lstm_w,lstm_r", 3, "hidden_size=2"},
    {"GRU", "steps,gru_w,gru_r", 2, "hidden_size=2 direction:forward"},
    {"GRU", "steps,gru_w,gru_r", 2, "hidden_size=2 linear_before_reset=1"},
    {"RNN", "steps,rnn_w,rnn_r", 2, "hidden_size=2"},
    {"SequenceConstruct", "m,m"},
    {"Trilu", "square", 1, "upper=0"},
    {"GridSample", "image,grid"},
    {"RandomUniform", "", 1, "shape=2,3 high=2.0"},
    {"NonMaxSuppression", "boxes,scores,one"},
    {"RoiAlign", "image,rois,starts", 1, "output_height=2 output_width=2"},
    {"Unique", "m", 4, "axis=0"},
    {"BitShift", "bytes,bytes", 1, "direction:LEFT"},
    {"Optional", "m"},
    {"SplitToSequence", "m,twos", 1, "axis=1"},
    {"ReduceMean", "m,zero", 1, "keepdims=0", 18},
    {"Split", "m", 2, "axis=1 num_outputs=2", 18},
    {"BitwiseAnd", "zeros,ones", 1, "", 18},
    {"Pad", "m,pair,,one", 1, "mode:wrap", 19},
    {"DeformConv", "image1,filter,offsets", 1, "pads=1,1,1,1", 19},
    {"Reshape", "m,fed_sizes", 1, "", 19},
};

void AddInput(const std::string& name, const Sizes& dims, int type,
              proto::GraphProto* graph) {
  proto::ValueInfoProto* input = graph->add_input();
  input->set_name(name);
  auto* tensor = input->mutable_type()->mutable_tensor_type();
  tensor->set_elem_type(type);
  for (const int64_t size : dims) {
    auto* dim = tensor->mutable_shape()->add_dim();
    if (size < 0) {
      dim->set_dim_param("N");
    } else {
      dim->set_dim_value(size);
    }
  }
}

void AddOutput(const std::string& name, proto::GraphProto* graph) {
  graph->add_output()->set_name(name);
}

void AddFloats(const std::string& name, const Sizes& dims,
               proto::GraphProto* graph, float value = 0.5f) {
  proto::TensorProto* tensor = graph->add_initializer();
  tensor->set_name(name);
  tensor->set_data_type(proto::TensorProto::FLOAT);
  int64_t count = 1;
  for (const int64_t size : dims) {
    tensor->add_dims(size);
    count *= size;
  }
  for (int64_t i = 0; i < count; ++i) tensor->add_float_data(value);
}

void AddInts(const std::string& name, const Sizes& dims, const Sizes& values,
             proto::GraphProto* graph) {
  proto::TensorProto* tensor = graph->add_initializer();
  tensor->set_name(name);
  tensor->set_data_type(proto::TensorProto::INT64);
  for (const int64_t size : dims) tensor->add_dims(size);
  for (const int64_t value : values) tensor->add_int64_data(value);
}

// The variables that all seeds may read.
void AddShared(proto::GraphProto* graph) {
  AddInput("m", {-1, 4}, proto::TensorProto::FLOAT, graph);
  AddInput("image", {-1, 3, 8, 8}, proto::TensorProto::FLOAT, graph);
  AddInput("image1", {1, 3, 8, 8}, proto::TensorProto::FLOAT, graph);
  AddInput("flags", {-1, 4}, proto::TensorProto::BOOL, graph);
  AddInput("bytes", {4, 4}, proto::TensorProto::UINT8, graph);
  AddInput("steps", {5, 2, 3}, proto::TensorProto::FLOAT, graph);
  AddInput("grid", {1, 4, 4, 2}, proto::TensorProto::FLOAT, graph);
  AddInput("boxes", {1, 6, 4}, proto::TensorProto::FLOAT, graph);
  AddInput("scores", {1, 2, 6}, proto::TensorProto::FLOAT, graph);
  AddInput("offsets", {1, 18, 8, 8}, proto::TensorProto::FLOAT, graph);
  AddInput("fed_sizes", {2}, proto::TensorProto::INT64, graph);
  AddFloats("square", {4, 4}, graph);
  AddFloats("rois", {2, 4}, graph);
  AddFloats("filter", {4, 3, 3, 3}, graph);
  AddFloats("filter3", {3, 2, 3, 3}, graph);
  AddFloats("three", {3}, graph);
  AddFloats("mean", {3}, graph);
  AddFloats("variance", {3}, graph);
  AddFloats("four", {4}, graph);
  AddFloats("one_value", {1, 4}, graph);
  AddFloats("two_values", {2}, graph);
  AddFloats("scales", {4}, graph, 1.0f);
  AddFloats("low", {}, graph, 0.25f);
  AddFloats("high", {}, graph, 1.0f);
  AddFloats("lstm_w", {1, 8, 3}, graph);
  AddFloats("lstm_r", {1, 8, 2}, graph);
  AddFloats("gru_w", {1, 6, 3}, graph);
  AddFloats("gru_r", {1, 6, 2}, graph);
  AddFloats("rnn_w", {1, 2, 3}, graph);
  AddFloats("rnn_r", {1, 2, 2}, graph);
  AddInts("sizes", {2}, {-1, 4}, graph);
  AddInts("image_sizes", {4}, {1, 3, 4, 12}, graph);
  AddInts("zeros", {2}, {0, 0}, graph);
  AddInts("ones", {2}, {1, 1}, graph);
  AddInts("twos", {2}, {2, 2}, graph);
  AddInts("zero_one", {2}, {0, 1}, graph);
  AddInts("zero", {1}, {0}, graph);
  AddInts("one", {1}, {1}, graph);
  AddInts("indices", {1, 1}, {0}, graph);
  AddInts("pads", {4}, {0, 1, 0, 1}, graph);
  AddInts("pair", {2}, {1, 1}, graph);
  AddInts("starts", {2}, {0, 0}, graph);
  AddInts("start", {}, {0}, graph);
  AddInts("limit", {}, {6}, graph);
  AddInts("step", {}, {2}, graph);
  AddInts("depth", {}, {3}, graph);
  AddInts("scalar_zero", {}, {0}, graph);
}

void SetNumbers(absl::string_view text, proto::AttributeProto* attribute) {
  int64_t whole = 0;
  float real = 0;
  if (absl::SimpleAtoi(text, &whole)) {
    attribute->set_type(proto::AttributeProto::INT);
    attribute->set_i(whole);
  } else if (absl::SimpleAtof(text, &real)) {
    attribute->set_type(proto::AttributeProto::FLOAT);
    attribute->set_f(real);
  } else {
    attribute->set_type(proto::AttributeProto::INTS);
    for (const absl::string_view part : absl::StrSplit(text, ',')) {
      if (absl::SimpleAtoi(part, &whole)) attribute->add_ints(whole);
    }
  }
}

void AddAttribute(absl::string_view text, proto::NodeProto* node) {
  proto::AttributeProto* attribute = node->add_attribute();
  const size_t end = text.find_first_of("=:");
  attribute->set_name(std::string(text.substr(0, end)));
  const absl::string_view value = text.substr(end + 1);
  if (text[end] == '=') return SetNumbers(value, attribute);
  attribute->set_type(proto::AttributeProto::STRING);
  attribute->set_s(std::string(value));
}

proto::NodeProto* AddNode(const Seed& seed, proto::GraphProto* graph) {
  proto::NodeProto* node = graph->add_node();
  node->set_op_type(seed.op);
  for (const auto input :
       absl::StrSplit(seed.inputs, ',', absl::AllowEmpty())) {
    if (seed.inputs[0] != '\0') node->add_input(std::string(input));
  }
  for (int i = 0; i < seed.outputs; ++i) {
    node->add_output("y" + std::to_string(i));
  }
  for (const auto text :
       absl::StrSplit(seed.attributes, ' ', absl::SkipEmpty())) {
    AddAttribute(text, node);
  }
  return node;
}

// Drops the inputs and initializers that no node of the graph reads.
template <typename Values>
void KeepRead(const std::string& read, Values* values) {
  for (int i = values->size() - 1; i >= 0; --i) {
    const std::string name = "," + values->Get(i).name() + ",";
    if (read.find(name) == std::string::npos) values->DeleteSubrange(i, 1);
  }
}

proto::ModelProto Empty(int version = 17) {
  proto::ModelProto model;
  model.set_ir_version(8);
  auto* opset = model.add_opset_import();
  opset->set_domain("");
  opset->set_version(version);
  model.mutable_graph()->set_name("graph");
  return model;
}

std::string Finished(proto::ModelProto model, const std::string& read) {
  KeepRead("," + read + ",", model.mutable_graph()->mutable_input());
  KeepRead("," + read + ",", model.mutable_graph()->mutable_initializer());
  return model.SerializeAsString();
}

std::string OneNode(const Seed& seed) {
  proto::ModelProto model = Empty(seed.opset);
  AddShared(model.mutable_graph());
  AddNode(seed, model.mutable_graph());
  const bool sequence = absl::StrContains(seed.op, "Sequence");
  for (int i = 0; i < seed.outputs && !sequence; ++i) {
    AddOutput("y" + std::to_string(i), model.mutable_graph());
  }
  if (model.graph().output().empty()) {
    AddNode({"SequenceAt", "y0,scalar_zero"}, model.mutable_graph())
        ->set_output(0, "at");
    AddOutput("at", model.mutable_graph());
  }
  return Finished(model, std::string(seed.inputs) + ",scalar_zero");
}

// Shapes that are computed from shapes, as exporters write them.
std::string Chain() {
  proto::ModelProto model = Empty();
  proto::GraphProto* graph = model.mutable_graph();
  AddShared(graph);
  const Seed chain[] = {{"Shape", "image"},
                        {"Gather", "shape,zero"},
                        {"Concat", "batch,minus", 1, "axis=0"},
                        {"Reshape", "image,wanted"},
                        {"Relu", "flat"}};
  const char* outputs[] = {"shape", "batch", "wanted", "flat", "y"};
  for (int i = 0; i < 5; ++i)
    AddNode(chain[i], graph)->set_output(0, outputs[i]);
  AddInts("minus", {1}, {-1}, graph);
  AddOutput("y", graph);
  return Finished(model, "image,zero,minus");
}

void AddGraph(const char* name, const proto::GraphProto& graph,
              proto::NodeProto* node) {
  proto::AttributeProto* attribute = node->add_attribute();
  attribute->set_name(name);
  attribute->set_type(proto::AttributeProto::GRAPH);
  *attribute->mutable_g() = graph;
}

proto::GraphProto Branch(const char* op) {
  proto::GraphProto graph;
  graph.set_name(op);
  AddNode({op, "m"}, &graph)->set_output(0, "inner");
  AddOutput("inner", &graph);
  return graph;
}

std::string Branches() {
  proto::ModelProto model = Empty();
  proto::GraphProto* graph = model.mutable_graph();
  AddShared(graph);
  AddNode({"ReduceMax", "m", 1, "keepdims=0"}, graph)->set_output(0, "most");
  AddNode({"Greater", "most,low"}, graph)->set_output(0, "condition");
  proto::NodeProto* node = AddNode({"If", "condition"}, graph);
  AddGraph("then_branch", Branch("Relu"), node);
  AddGraph("else_branch", Branch("Neg"), node);
  AddOutput("y0", graph);
  return Finished(model, "m,low");
}

std::string Loop() {
  proto::ModelProto model = Empty();
  proto::GraphProto* graph = model.mutable_graph();
  AddShared(graph);
  proto::GraphProto body;
  body.set_name("body");
  AddInput("i", {}, proto::TensorProto::INT64, &body);
  AddInput("go", {}, proto::TensorProto::BOOL, &body);
  AddInput("state", {-1, 4}, proto::TensorProto::FLOAT, &body);
  AddNode({"Identity", "go"}, &body)->set_output(0, "on");
  AddNode({"Add", "state,four"}, &body)->set_output(0, "next");
  AddOutput("on", &body);
  AddOutput("next", &body);
  AddGraph("body", body, AddNode({"Loop", "limit,,m"}, graph));
  AddOutput("y0", graph);
  return Finished(model, "limit,m,four");
}

std::string Scan() {
  proto::ModelProto model = Empty();
  proto::GraphProto* graph = model.mutable_graph();
  AddShared(graph);
  proto::GraphProto body;
  body.set_name("body");
  AddInput("state", {4}, proto::TensorProto::FLOAT, &body);
  AddInput("row", {4}, proto::TensorProto::FLOAT, &body);
  AddNode({"Add", "state,row"}, &body)->set_output(0, "sum");
  AddNode({"Identity", "sum"}, &body)->set_output(0, "seen");
  AddOutput("sum", &body);
  AddOutput("seen", &body);
  proto::NodeProto* node =
      AddNode({"Scan", "four,square", 2, "num_scan_inputs=1"}, graph);
  AddGraph("body", body, node);
  AddOutput("y1", graph);
  return Finished(model, "four,square");
}

// Elements that come to a sequence and go from it.
std::string Sequence() {
  proto::ModelProto model = Empty();
  proto::GraphProto* graph = model.mutable_graph();
  AddShared(graph);
  const Seed chain[] = {{"SequenceConstruct", "m,m"},
                        {"SequenceInsert", "list,m,step"},
                        {"SequenceErase", "longer,scalar_zero"},
                        {"SequenceAt", "shorter,scalar_zero"}};
  const char* outputs[] = {"list", "longer", "shorter", "y"};
  for (int i = 0; i < 4; ++i)
    AddNode(chain[i], graph)->set_output(0, outputs[i]);
  AddOutput("y", graph);
  return Finished(model, "m,step,scalar_zero");
}

// Two calls of a function with an attribute.
std::string Function() {
  proto::ModelProto model = Empty();
  auto* opset = model.add_opset_import();
  opset->set_domain("local");
  opset->set_version(1);
  proto::FunctionProto* function = model.add_functions();
  function->set_name("Leaky");
  function->set_domain("local");
  function->add_input("x");
  function->add_output("y");
  function->add_attribute("slope");
  *function->mutable_opset_import() = model.opset_import();
  proto::GraphProto body;
  proto::NodeProto* node = AddNode({"LeakyRelu", "x"}, &body);
  node->set_output(0, "h");
  auto* alpha = node->add_attribute();
  alpha->set_name("alpha");
  alpha->set_type(proto::AttributeProto::FLOAT);
  alpha->set_ref_attr_name("slope");
  AddNode({"Add", "h,x"}, &body)->set_output(0, "y");
  *function->mutable_node() = body.node();
  proto::GraphProto* graph = model.mutable_graph();
  AddShared(graph);
  AddNode({"Leaky", "m", 1, "slope=0.5"}, graph)->set_domain("local");
  proto::NodeProto* call = AddNode({"Leaky", "y0", 1, "slope=0.25"}, graph);
  call->set_domain("local");
  call->set_output(0, "y");
  AddOutput("y", graph);
  return Finished(model, "m");
}

std::string External() {
  proto::ModelProto model = Empty();
  proto::GraphProto* graph = model.mutable_graph();
  AddShared(graph);
  proto::TensorProto* weight = graph->add_initializer();
  weight->set_name("weight");
  weight->set_data_type(proto::TensorProto::FLOAT);
  weight->add_dims(4);
  weight->add_dims(kWeightBytes / (4 * sizeof(float)));
  weight->set_data_location(proto::TensorProto::EXTERNAL);
  const std::string length = std::to_string(kWeightBytes);
  const std::pair<const char*, std::string> entries[] = {
      {"location", "weights"}, {"offset", "0"}, {"length", length}};
  for (const auto& [key, value] : entries) {
    auto* entry = weight->add_external_data();
    entry->set_key(key);
    entry->set_value(value);
  }
  AddNode({"MatMul", "m,weight"}, graph);
  AddOutput("y0", graph);
  return Finished(model, "m,weight");
}

}  // namespace

std::vector<std::string> OnnxSeeds() {
  std::vector<std::string> seeds = {Chain(),    Branches(), Loop(),    Scan(),
                                    Sequence(), Function(), External()};
  for (const Seed& seed : kSeeds) seeds.push_back(OneNode(seed));
  return seeds;
}

}  // namespace paddle::fuzz

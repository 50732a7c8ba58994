#include "paddle/framework/interchange/onnx/testing/given_node.h"

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::onnx::testing {

using framework::DataType;
using framework::LoDTensor;

namespace {

void AddConstant(ModelBuilder* builder, const std::string& name,
                 const LoDTensor& value) {
  const Sizes dims = value.dims().ToVector();
  if (value.dtype() == DataType::kInt64) {
    const auto* data = value.data<int64_t>();
    builder->Ints(name, dims, {data, data + value.numel()});
  } else {
    const auto* data = value.data<float>();
    builder->Floats(name, dims, {data, data + value.numel()});
  }
}

void AddFed(ModelBuilder* builder, const std::string& name,
            const LoDTensor& value, bool open) {
  Sizes dims = value.dims().ToVector();
  // Each is another size.
  static int symbol = 1;
  for (int64_t& size : dims) size = open ? -++symbol : size;
  builder->Input(name, dims,
                 value.dtype() == DataType::kInt64 ? proto::TensorProto::INT64
                                                   : proto::TensorProto::FLOAT);
}

}  // namespace

std::vector<double> RunGiven(const GivenNode& node, Given given,
                             bool of_shape) {
  ModelBuilder builder(node.opset);
  Names names;
  FeedTensors feeds;
  for (const LoDTensor& input : node.inputs) {
    const bool first = names.empty();
    const bool fed =
        first || given == Given::kFed || given == Given::kOpenLists;
    names.push_back(input.initialized() ? "i" + std::to_string(names.size())
                                        : "");
    if (!input.initialized()) continue;
    if (fed) {
      AddFed(&builder, names.back(), input,
             given == Given::kOpenLists || given == Given::kOpenSizes);
      feeds.emplace_back(names.back(), input);
    } else {
      AddConstant(&builder, names.back(), input);
    }
  }
  node.set(builder.Node(node.op, names, {"y"}));
  builder.Node("Shape", {"y"}, {"shape"});
  builder.Output(of_shape ? "shape" : "y");
  return RunImported(Import(builder.model()), feeds);
}

void ExpectSameAsConstants(const GivenNode& node,
                           const std::vector<Given>& ways, double error,
                           const std::string& what) {
  const auto numbers = RunGiven(node, Given::kConstants);
  const auto shape = RunGiven(node, Given::kConstants, /*of_shape=*/true);
  for (const Given given : ways) {
    SCOPED_TRACE(what + " " + std::to_string(static_cast<int>(given)));
    EXPECT_THAT(RunGiven(node, given),
                ::testing::Pointwise(::testing::DoubleNear(error), numbers));
    EXPECT_EQ(RunGiven(node, given, /*of_shape=*/true), shape);
  }
}

}  // namespace paddle::onnx::testing

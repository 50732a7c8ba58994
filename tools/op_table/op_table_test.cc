#include "paddle/tools/op_table/op_table.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/registry/precision.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::op_table {
namespace {

using framework::DataType;
using Strings = std::vector<std::string>;
using Types = std::vector<DataType>;

bool Has(const Types& types, DataType type) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

TEST(OpTable, KnowsTypesAndGradients) {
  const OpRow relu = MakeOpRow("relu");
  EXPECT_TRUE(Has(CpuDataTypes(relu), DataType::kFloat32));
  EXPECT_TRUE(Has(CpuDataTypes(relu), DataType::kFloat64));
  EXPECT_EQ(relu.gradient_ops, Strings{"relu_grad"});
  EXPECT_FALSE(relu.is_gradient);
  EXPECT_GE(relu.version, 1);
  EXPECT_TRUE(MakeOpRow("relu_grad").is_gradient);
}

// The other families are tested in half_types_test.
TEST(Operators, OfNetworksHaveKernelsFor16Bits) {
  for (const char* type :
       {"mean", "softmax", "softmax_grad", "batch_norm", "batch_norm_grad",
        "softmax_with_cross_entropy", "softmax_with_cross_entropy_grad"}) {
    EXPECT_EQ(CpuDataTypes(MakeOpRow(type)),
              Types({DataType::kFloat16, DataType::kBFloat16,
                     DataType::kFloat32, DataType::kFloat64}))
        << type;
  }
}

TEST(OpTable, KnowsWhatHasNoGradient) {
  const OpRow argmax = MakeOpRow("argmax");
  EXPECT_FALSE(argmax.has_gradient);
  EXPECT_FALSE(argmax.second_order);
  EXPECT_TRUE(Has(CpuDataTypes(argmax), DataType::kInt64));
  EXPECT_FALSE(Has(CpuDataTypes(argmax), DataType::kBool));
}

// A gradient made of ordinary operators can be differentiated again.
TEST(OpTable, KnowsGradientsOfGradients) {
  const OpRow scale = MakeOpRow("scale");
  EXPECT_EQ(scale.gradient_ops, Strings{"scale"});
  EXPECT_TRUE(scale.second_order);
  EXPECT_TRUE(MakeOpRow("matmul").second_order);
  EXPECT_TRUE(MakeOpRow("nce").second_order);
}

TEST(OpTable, KnowsControlFlow) {
  const OpRow loop = MakeOpRow("while");
  EXPECT_TRUE(loop.any_type);
  EXPECT_TRUE(loop.has_gradient);
  EXPECT_TRUE(loop.gradient_ops.empty());
  EXPECT_TRUE(loop.second_order);
  EXPECT_TRUE(MakeOpRow("while_grad").is_gradient);
}

TEST(OpTable, UnknownOperator) {
  EXPECT_ERROR(MakeOpRow("rely"), NotFound, "relu");
}

TEST(OpTable, TellsKernelsByPlace) {
  OpRow row;
  row.kernels = {{platform::PlaceKind::kCPU, DataType::kFloat64},
                 {platform::PlaceKind::kCPU, DataType::kFloat32},
                 {platform::PlaceKind::kCUDA, DataType::kFloat16}};
  EXPECT_EQ(DataTypesOf(row, platform::PlaceKind::kCPU),
            Types({DataType::kFloat32, DataType::kFloat64}));
  EXPECT_EQ(DataTypesOf(row, platform::PlaceKind::kCUDA),
            Types({DataType::kFloat16}));
  row.type = "conv";
  EXPECT_NE(ToMarkdown({row}).find(
                "| conv | 1 | float32 float64 | float16 |  |  |\n"),
            std::string::npos);
}

TEST(OpTable, TellsWhatGpusLack) {
  OpRow row;
  row.type = "conv";
  row.kernels = {{platform::PlaceKind::kCPU, DataType::kFloat64},
                 {platform::PlaceKind::kCPU, DataType::kFloat32},
                 {platform::PlaceKind::kCUDA, DataType::kFloat32}};
  EXPECT_EQ(MissingOnGpus({row}), std::vector<std::string>{"conv: float64"});
  row.kernels.push_back({platform::PlaceKind::kCUDA, DataType::kFloat64});
  EXPECT_TRUE(MissingOnGpus({row}).empty());
}

TEST(OpTable, AsText) {
  const std::vector<OpRow> rows = {MakeOpRow("matmul_grad"),
                                   MakeOpRow("scale")};
  const std::string markdown = ToMarkdown(rows);
  EXPECT_EQ(markdown.find("matmul"), std::string::npos);
  EXPECT_NE(markdown.find("| scale | 2 | "), std::string::npos);
  EXPECT_NE(markdown.find("| scale | yes |"), std::string::npos);
  const std::string json = ToJson(rows);
  EXPECT_NE(json.find("{\"type\": \"matmul_grad\", \"version\": 1, "
                      "\"is_gradient\": true, "),
            std::string::npos);
  EXPECT_NE(json.find("\"gradient_ops\": [\"scale\"], \"kernels\": [{\"place\""
                      ": \"CPU\", \"dtype\": \""),
            std::string::npos);
}

// Every data type that a forward operator computes has a gradient.
TEST(Operators, GradientsHaveTheKernelsOfTheirOperators) {
  for (const OpRow& row : MakeOpTable()) {
    for (const DataType type : {DataType::kFloat32, DataType::kFloat64}) {
      if (!row.any_type && !Has(CpuDataTypes(row), type)) continue;
      for (const std::string& made : row.gradient_ops) {
        const OpRow gradient = MakeOpRow(made);
        EXPECT_TRUE(gradient.any_type || Has(CpuDataTypes(gradient), type))
            << "the gradient of " << row.type << ", " << made
            << ", has no kernel for " << framework::DataTypeName(type);
      }
    }
  }
}

// Programs of mixed precision run them, and differentiate them.
TEST(Operators, HaveKernelsForThePrecisionTheySay) {
  const std::vector<std::string> types = framework::PrecisionTypes();
  EXPECT_GT(types.size(), 40u);
  for (const std::string& type : types) {
    Strings all = MakeOpRow(type).gradient_ops;
    all.push_back(type);
    for (const std::string& each : all) {
      const OpRow row = MakeOpRow(each);
      for (const DataType half : {DataType::kFloat16, DataType::kBFloat16}) {
        EXPECT_TRUE(row.any_type || Has(CpuDataTypes(row), half))
            << type << " says that it computes in 16 bits, but " << each
            << " has no kernel for " << framework::DataTypeName(half);
      }
    }
  }
}

TEST(Operators, HaveAKernel) {
  for (const OpRow& row : MakeOpTable()) {
    EXPECT_TRUE(row.any_type || !row.kernels.empty()) << row.type;
  }
}

}  // namespace
}  // namespace paddle::op_table

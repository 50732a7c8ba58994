#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_info_map.h"

namespace paddle::framework::testing {

std::shared_ptr<Program> NewProgram() {
  return std::make_shared<Program>(OpInfoMap::Instance());
}

void AddData(Program* program, const std::string& name, int64_t width) {
  proto::VarDesc* var = program->global_block().Var(name);
  var->set_dtype(proto::FLOAT32);
  var->add_dims(kBatchSize);
  var->add_dims(width);
  var->set_is_feed(true);
}

void AddPersistable(Program* program, const std::string& name,
                    const std::vector<int64_t>& dims) {
  proto::VarDesc* var = program->global_block().Var(name);
  var->set_dtype(proto::FLOAT32);
  for (int64_t size : dims) var->add_dims(size);
  var->set_persistable(true);
}

void Plus(Program* program, const std::string& x, const std::string& out,
          double amount) {
  program->AppendOp(0, MakeOp("test_plus", {{"X", {x}}}, {{"Out", {out}}},
                              {{"amount", amount}}));
}

void Add(Program* program, const std::string& x, const std::string& y,
         const std::string& out) {
  program->AppendOp(
      0, MakeOp("test_add", {{"X", {x}}, {"Y", {y}}}, {{"Out", {out}}}));
}

void Fill(Program* program, const std::string& out,
          const std::vector<int64_t>& shape, double value) {
  program->AppendOp(0, MakeOp("test_fill", {}, {{"Out", {out}}},
                              {{"shape", shape}, {"value", value}}));
}

void Update(Program* program, const std::string& param,
            const std::string& grad) {
  program->AppendOp(
      0, MakeOp("test_update", {{"Param", {param}}, {"Grad", {grad}}},
                {{"ParamOut", {param}}}));
}

LoDTensor TensorOf(const std::vector<int64_t>& dims,
                   const std::vector<float>& values) {
  LoDTensor tensor(Dims(absl::MakeConstSpan(dims)), DataType::kFloat32);
  std::copy(values.begin(), values.end(), tensor.mutable_data<float>());
  return tensor;
}

std::vector<float> ValuesOf(const Tensor& tensor) {
  const float* begin = tensor.data<float>();
  return {begin, begin + tensor.numel()};
}

}  // namespace paddle::framework::testing

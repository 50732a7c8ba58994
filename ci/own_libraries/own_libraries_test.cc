// Paddle on the Abseil, protobuf and Eigen of this workspace: each defines a
// macro that the libraries which Paddle would declare do not.
#if !defined(OWN_ABSEIL) || !defined(OWN_EIGEN) || !defined(OWN_PROTOBUF)
#error "a library is not the one that this workspace declares"
#endif

#include <cstdint>
#include <iostream>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/operators/math/blas/gemm.h"
#include "paddle/platform/device_context.h"

namespace {

using paddle::framework::DataType;
using paddle::framework::Dims;
using paddle::framework::LoDTensor;
using paddle::framework::OpInfoMap;
using paddle::framework::Program;

// Multiplies [1 2 3] by its transpose with Eigen and keeps the result in a
// scope.
bool Multiplies() {
  const auto scope = paddle::framework::Scope::Create();
  auto* c = scope->Var("c")->GetMutable<LoDTensor>();
  c->Allocate(Dims({1, 1}), DataType::kFloat64);
  const double a[] = {1, 2, 3};
  paddle::operators::kernels::Gemm<paddle::platform::CPUDeviceContext, double>(
      paddle::platform::CPUContext(), /*trans_a=*/false, /*trans_b=*/true, 1, 1,
      3, 1.0, a, 3, a, 3, 0.0, c->mutable_data<double>(), 1);
  return c->data<double>()[0] == 14;
}

// A program written to protobuf's bytes and read again.
bool Parses() {
  const auto& schemas = OpInfoMap::Instance();
  const Program program(schemas);
  const auto again = Program::Parse(schemas, program.Serialize());
  return again->num_blocks() == 1 && schemas.Find("mul") != nullptr;
}

}  // namespace

int main() {
  const bool right = Multiplies() && Parses();
  std::cout << (right ? "right\n" : "wrong\n");
  return right ? 0 : 1;
}

// Computes a saved model for a row of ones, and prints the results: a program
// with the operators of one model alone.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "absl/types/variant.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/place.h"

namespace paddle::framework {
namespace {

void RunOnes(const char* folder, int64_t width) {
  const auto scope = Scope::Create();
  const auto program =
      LoadInferenceModel(folder, OpInfoMap::Instance(), scope.get());
  LoDTensor ones(Dims({1, width}), DataType::kFloat32);
  std::fill_n(ones.mutable_data<float>(), width, 1.0f);
  Executor executor(platform::CPUPlace());
  const auto fetched =
      executor.Eval(program, {{program->desc().feeds(0), ones}},
                    {program->desc().fetches(0)}, scope.get());
  const auto& result = absl::get<LoDTensor>(fetched[0]);
  for (int64_t i = 0; i < result.numel(); ++i) {
    std::printf("%.9g\n", result.data<float>()[i]);
  }
}

}  // namespace
}  // namespace paddle::framework

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    paddle::framework::RunOnes(argv[1], std::atoi(argv[2]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}

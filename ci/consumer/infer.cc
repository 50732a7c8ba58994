// Runs a saved program with parameters of its own; prints its outputs.
//
//   infer FILE
//   infer --list     the operators of this binary
#include <algorithm>
#include <cstdint>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "absl/types/variant.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/executor/kernel_table.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/file.h"

namespace {

using paddle::framework::DataType;
using paddle::framework::Dims;
using paddle::framework::LoDTensor;
using paddle::framework::OpInfoMap;
using paddle::framework::Program;
using paddle::framework::Scope;

LoDTensor TensorOf(const std::vector<int64_t>& dims,
                   const std::vector<float>& values) {
  LoDTensor tensor(Dims(dims), DataType::kFloat32);
  std::copy(values.begin(), values.end(), tensor.mutable_data<float>());
  return tensor;
}

void List() {
  const auto& schemas = OpInfoMap::Instance();
  const auto& kernels = paddle::framework::KernelTable::Instance();
  for (const std::string& type : schemas.Types()) {
    std::cout << type << ": "
              << (schemas.Get(type).proto.gradient_of.empty() ? "forward"
                                                              : "gradient")
              << ", " << (kernels.Has(type) ? "kernel" : "no kernel") << "\n";
  }
}

void Run(const std::string& path) {
  const auto program =
      Program::Parse(OpInfoMap::Instance(), paddle::platform::ReadFile(path));
  const auto scope = Scope::Create();
  *scope->Var("w")->GetMutable<LoDTensor>() =
      TensorOf({3, 2}, {1, -1, 2, -2, 3, -3});
  *scope->Var("b")->GetMutable<LoDTensor>() = TensorOf({2}, {0.5f, 0.25f});
  paddle::framework::Executor executor;
  const auto fetched =
      executor.Eval(program, {{"x", TensorOf({2, 3}, {1, 0, 0, -1, 0, 0.25f})}},
                    {program->desc().fetches(0)}, scope.get());
  const auto& out = absl::get<LoDTensor>(fetched[0]);
  for (int64_t i = 0; i < out.numel(); ++i) {
    std::cout << out.data<float>()[i] << (i + 1 < out.numel() ? " " : "\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: infer FILE | --list\n";
    return 2;
  }
  try {
    const std::string argument = argv[1];
    argument == "--list" ? List() : Run(argument);
  } catch (const std::exception& error) {
    std::cerr << "infer: " << error.what() << "\n";
    return 1;
  }
}

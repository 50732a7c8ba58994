// Writes checkpoints of 1 to 4 steps to a folder, until it is killed or
// refused.
#include <cstdint>
#include <iostream>
#include <memory>

#include "paddle/framework/distributed/master/checkpoint.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/enforce.h"

int main(int, char** arguments) {
  const paddle::distributed::JobCheckpoints checkpoints(arguments[1]);
  const auto scope = paddle::framework::Scope::Create();
  auto* value = scope->Var("w")->GetMutable<paddle::framework::LoDTensor>();
  value->Allocate({100}, paddle::framework::DataType::kInt64);
  for (int64_t steps = 1; steps <= 4; ++steps) {
    for (int i = 0; i < 100; ++i) value->mutable_data<int64_t>()[i] = steps;
    paddle::distributed::proto::Progress progress;
    progress.set_steps(steps);
    try {
      checkpoints.Save(progress, {"w"}, *scope);
    } catch (const paddle::platform::Error& error) {
      std::cerr << error.what() << "\n";
      return 1;
    }
    std::cout << steps << std::endl;
  }
}

// Writes a network, its gradient, and the part of it that predicts, where no
// operator could run: only their schemas are linked.
//
//   write_program FILE
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "paddle/backward/append_backward.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/prune.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/file.h"

namespace {

namespace layer = paddle::layer;
using paddle::framework::Program;

// A parameter that comes from elsewhere: nothing here could initialise it.
layer::Variable Parameter(const std::shared_ptr<Program>& program,
                          const std::string& name,
                          const std::vector<int64_t>& shape) {
  auto* var = program->global_block().Var(name);
  var->set_dtype(paddle::framework::proto::FLOAT32);
  for (const int64_t size : shape) var->add_dims(size);
  var->set_persistable(true);
  var->set_is_parameter(true);
  var->set_trainable(true);
  return layer::Variable(program, 0, name);
}

void Print(const std::string& title, const Program& program) {
  std::cout << title << ":";
  for (const auto& op : program.global_block().desc().ops()) {
    std::cout << " " << op.type();
  }
  std::cout << "\n";
}

void Run(const std::string& path) {
  const auto program = layer::NewProgram();
  const layer::ProgramGuard guard(program, layer::NewProgram());
  const auto x = layer::data("x", {-1, 3});
  const auto w = Parameter(program, "w", {3, 2});
  const auto b = Parameter(program, "b", {2});
  const auto y =
      layer::relu(layer::add(layer::Op("mul", {{"X", x}, {"Y", w}}), b));
  Print("forward", *program);

  const auto dy = layer::data("dy", {-1, 2});
  const auto gradients = paddle::backward::Gradients({y}, {w, b}, {dy});
  paddle::framework::Verify(*program);
  Print("with gradients", *program);
  for (const auto& gradient : gradients) {
    std::cout << gradient.ToString() << "\n";
  }

  const auto predictor =
      paddle::framework::Prune(*program, 0, {"x"}, {y.name()});
  Print("pruned", *predictor);
  paddle::platform::AtomicWriteFile(path, predictor->Serialize());
  layer::Op("softmax", {{"X", y}});
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_program FILE\n";
    return 2;
  }
  try {
    Run(argv[1]);
  } catch (const std::exception& error) {
    std::cout << "refused: " << error.what() << "\n";
  }
}

#include "paddle/framework/layers/program_guard.h"

#include <utility>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

using framework::Program;
using framework::proto::OpRole;

namespace {

struct Programs {
  std::shared_ptr<Program> main;
  std::shared_ptr<Program> startup;
};

struct ThreadState {
  // The last one holds; the first are the thread's own.
  std::vector<Programs> programs{{NewProgram(), NewProgram()}};
  std::vector<std::pair<const Program*, int>> blocks;
  OpRole role = framework::proto::FORWARD;
};

ThreadState& State() {
  static thread_local ThreadState state;
  return state;
}

CallSiteProvider& Provider() {
  static auto* provider = new CallSiteProvider;
  return *provider;
}

}  // namespace

std::shared_ptr<Program> NewProgram() {
  return std::make_shared<Program>(framework::OpInfoMap::Instance());
}

std::shared_ptr<Program> DefaultMainProgram() {
  return State().programs.back().main;
}

std::shared_ptr<Program> DefaultStartupProgram() {
  return State().programs.back().startup;
}

ProgramGuard::ProgramGuard(std::shared_ptr<Program> main,
                           std::shared_ptr<Program> startup) {
  PADDLE_ENFORCE(main != nullptr, InvalidArgument,
                 "a program guard needs a main program");
  if (startup == nullptr) startup = DefaultStartupProgram();
  State().programs.push_back({std::move(main), std::move(startup)});
}

ProgramGuard::~ProgramGuard() { State().programs.pop_back(); }

int CurrentBlock(const Program& program) {
  const auto& blocks = State().blocks;
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
    if (block->first == &program) return block->second;
  }
  return 0;
}

BlockGuard::BlockGuard(std::shared_ptr<Program> program, int block)
    : program_(std::move(program)) {
  program_->block(block);
  State().blocks.emplace_back(program_.get(), block);
}

BlockGuard::~BlockGuard() { State().blocks.pop_back(); }

OpRole CurrentRole() { return State().role; }

RoleGuard::RoleGuard(OpRole role) : before_(State().role) {
  State().role = role;
}

RoleGuard::~RoleGuard() { State().role = before_; }

void SetCallSiteProvider(CallSiteProvider provider) {
  Provider() = std::move(provider);
}

const framework::proto::OpDesc& Append(Program* program, int block,
                                       framework::proto::OpDesc op) {
  if (op.call_site().empty() && Provider()) {
    for (framework::proto::CallSite& site : Provider()()) {
      *op.add_call_site() = std::move(site);
    }
  }
  if (op.role() == framework::proto::FORWARD) op.set_role(CurrentRole());
  return program->AppendOp(block, std::move(op));
}

void SetRandomSeed(int64_t seed) {
  DefaultMainProgram()->set_random_seed(seed);
  DefaultStartupProgram()->set_random_seed(seed);
}

}  // namespace paddle::layer

#include "paddle/framework/layers/program_guard.h"

#include <utility>

#include "paddle/framework/layers/device_guard.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

using framework::Program;
using framework::proto::OpRole;

namespace {

OpRole& Role() {
  // Per thread, like the current program.
  static thread_local OpRole role = framework::proto::FORWARD;
  return role;
}

CallSiteProvider& Provider() {
  // Never destroyed: programs may be written while static variables are
  // destroyed.
  static auto* provider = new CallSiteProvider;
  return *provider;
}

}  // namespace

std::shared_ptr<Program> NewProgram() {
  return std::make_shared<Program>(framework::OpInfoMap::Instance());
}

ProgramGuard::Programs ProgramGuard::Current() {
  // Without a guard each thread has programs of its own.
  static thread_local const Programs own{NewProgram(), NewProgram()};
  const auto last =
      GuardStack<Programs>::FindLast([](const Programs&) { return true; });
  return last.value_or(own);
}

std::shared_ptr<Program> DefaultMainProgram() {
  return ProgramGuard::Current().main;
}

std::shared_ptr<Program> DefaultStartupProgram() {
  return ProgramGuard::Current().startup;
}

ProgramGuard::ProgramGuard(std::shared_ptr<Program> main,
                           std::shared_ptr<Program> startup)
    : entry_([&]() -> Programs {
        PADDLE_ENFORCE(main != nullptr, InvalidArgument,
                       "a program guard needs a main program");
        if (startup == nullptr) startup = DefaultStartupProgram();
        return {std::move(main), std::move(startup)};
      }()) {}

void ProgramGuard::CheckEndsNext() const {
  entry_.CheckEndsNext("a program_guard");
}

int CurrentBlock(const Program& program) {
  const auto last = GuardStack<BlockGuard::Place>::FindLast(
      [&program](const BlockGuard::Place& place) {
        // A block that was removed, even if its index is in use again, is not
        // current.
        return place.program.get() == &program &&
               program.block_uid(place.block) == place.uid;
      });
  return last ? last->block : 0;
}

BlockGuard::BlockGuard(std::shared_ptr<Program> program, int block)
    : entry_([&]() -> Place {
        // Throws OutOfRange for a bad index.
        program->block(block);
        const uint64_t uid = program->block_uid(block);
        PADDLE_ENFORCE(uid != 0, FailedPrecondition, "block ", block,
                       " was taken back");
        return {std::move(program), block, uid};
      }()) {}

OpRole CurrentRole() { return Role(); }

RoleGuard::RoleGuard(OpRole role) : before_(Role()) { Role() = role; }

RoleGuard::~RoleGuard() { Role() = before_; }

void SetCallSiteProvider(CallSiteProvider provider) {
  Provider() = std::move(provider);
}

const framework::proto::OpDesc& Append(Program* program, int block,
                                       framework::proto::OpDesc op) {
  if (op.call_site().empty() && Provider()) {
    // The provider runs code of another language, which may even remove the
    // block.
    const uint64_t uid = program->block_uid(block);
    for (framework::proto::CallSite& site : Provider()()) {
      *op.add_call_site() = std::move(site);
    }
    PADDLE_ENFORCE(program->block_uid(block) == uid, FailedPrecondition,
                   "the block of operator ", op.type(),
                   " was taken back while the operator was written");
  }
  if (op.device().empty()) op.set_device(CurrentDevice());
  // An operator that sets a role of its own keeps it.
  if (op.role() == framework::proto::FORWARD) op.set_role(CurrentRole());
  return program->AppendOp(block, std::move(op));
}

void SetRandomSeed(int64_t seed) {
  DefaultMainProgram()->set_random_seed(seed);
  DefaultStartupProgram()->set_random_seed(seed);
}

}  // namespace paddle::layer

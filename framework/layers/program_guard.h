// Where layers write to: the current programs, block and role.
//
// All of this is per thread, so that threads can write programs independently.
// Guards nest. One that ends before those that began after it, or in another
// thread, no longer holds from then on; the others do.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/layers/guard_stack.h"

namespace paddle::layer {

// An empty program over all operators that are linked into this binary.
std::shared_ptr<framework::Program> NewProgram();

// What computes, and what gives parameters their first values. Without a guard
// they are two programs of the thread that live until it ends.
std::shared_ptr<framework::Program> DefaultMainProgram();
std::shared_ptr<framework::Program> DefaultStartupProgram();

// Makes other programs the default ones while it lives.
class ProgramGuard {
 public:
  // Without `startup` the startup program stays what it is.
  explicit ProgramGuard(std::shared_ptr<framework::Program> main,
                        std::shared_ptr<framework::Program> startup = nullptr);
  ProgramGuard(const ProgramGuard&) = delete;
  ProgramGuard& operator=(const ProgramGuard&) = delete;

  // FailedPrecondition, saying why, unless it is the last guard of the calling
  // thread, and so the one to end next.
  void CheckEndsNext() const;

 private:
  struct Programs {
    std::shared_ptr<framework::Program> main;
    std::shared_ptr<framework::Program> startup;
  };
  friend std::shared_ptr<framework::Program> DefaultMainProgram();
  friend std::shared_ptr<framework::Program> DefaultStartupProgram();
  static Programs Current();

  GuardStack<Programs>::Entry entry_;
};

// The block that operators join: the global one, or that of the last BlockGuard
// whose block has not been removed.
int CurrentBlock(const framework::Program& program);

// Makes `block` the current one of a program while it lives. OutOfRange for a
// block that the program does not have, FailedPrecondition for a removed one.
class BlockGuard {
 public:
  BlockGuard(std::shared_ptr<framework::Program> program, int block);
  explicit BlockGuard(int block) : BlockGuard(DefaultMainProgram(), block) {}
  BlockGuard(const BlockGuard&) = delete;
  BlockGuard& operator=(const BlockGuard&) = delete;

  // True if the guard was made in the calling thread.
  bool is_mine() const { return entry_.is_mine(); }

 private:
  struct Place {
    std::shared_ptr<framework::Program> program;
    int block;
    uint64_t uid;
  };
  friend int CurrentBlock(const framework::Program& program);

  GuardStack<Place>::Entry entry_;
};

// The role of operators that do not say theirs; forward without a guard.
framework::proto::OpRole CurrentRole();
class RoleGuard {
 public:
  explicit RoleGuard(framework::proto::OpRole role);
  ~RoleGuard();
  RoleGuard(const RoleGuard&) = delete;
  RoleGuard& operator=(const RoleGuard&) = delete;

 private:
  framework::proto::OpRole before_;
};

// The lines of user code that are being run, innermost first. A language
// binding sets it once; without one operators carry no call site. Null takes
// it away again. Setting it is not thread safe.
using CallSiteProvider =
    std::function<std::vector<framework::proto::CallSite>()>;
void SetCallSiteProvider(CallSiteProvider provider);

// Gives `op` the current call site and role where it has none, and appends it.
// Every operator that this folder or backward/ writes goes through here.
// FailedPrecondition if the block is removed while the call site is asked for.
const framework::proto::OpDesc& Append(framework::Program* program, int block,
                                       framework::proto::OpDesc op);

// Of both default programs; 0 takes it away (random numbers then differ from
// run to run).
void SetRandomSeed(int64_t seed);

}  // namespace paddle::layer

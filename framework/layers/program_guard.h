// Keeps the current programs, block and role, which determine where layers
// append operators.
//
// All of this is per thread, so that threads can write programs independently.
// Guards nest. A guard that ends out of order, or in another thread, no longer
// applies from then on; the others are not affected.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/layers/guard_stack.h"

namespace paddle::layer {

// Returns an empty program that can use all operators linked into this binary.
std::shared_ptr<framework::Program> NewProgram();

// Return the main program, which computes, and the startup program, which
// initializes parameters. Without a guard they are two programs of the thread
// that live until it ends.
std::shared_ptr<framework::Program> DefaultMainProgram();
std::shared_ptr<framework::Program> DefaultStartupProgram();

// Makes other programs the default ones during its lifetime.
class ProgramGuard {
 public:
  // If `startup` is null, the startup program stays the current one.
  explicit ProgramGuard(std::shared_ptr<framework::Program> main,
                        std::shared_ptr<framework::Program> startup = nullptr);
  ProgramGuard(const ProgramGuard&) = delete;
  ProgramGuard& operator=(const ProgramGuard&) = delete;

  // Throws FailedPrecondition, saying why, unless it is the last guard of the
  // calling thread, and so the one that must end next.
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

// Returns the block to which operators are appended: that of the last
// BlockGuard whose block has not been removed, or else the global block.
int CurrentBlock(const framework::Program& program);

// Makes `block` the current one of a program during its lifetime. Throws
// OutOfRange for a block that the program does not have, FailedPrecondition for
// a removed one.
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

// Returns the role of operators that do not set their own: that of the last
// RoleGuard, or forward.
framework::proto::OpRole CurrentRole();
// Gives operators that do not set their own role this one during its lifetime.
// Must end in the thread that made it, in reverse order.
class RoleGuard {
 public:
  explicit RoleGuard(framework::proto::OpRole role);
  ~RoleGuard();
  RoleGuard(const RoleGuard&) = delete;
  RoleGuard& operator=(const RoleGuard&) = delete;

 private:
  framework::proto::OpRole before_;
};

// Returns the lines of user code that are executing, innermost first. A
// language binding sets it once; without one, operators carry no call site.
// Null removes it. Setting it is not thread safe.
using CallSiteProvider =
    std::function<std::vector<framework::proto::CallSite>()>;
void SetCallSiteProvider(CallSiteProvider provider);

// Gives `op` the current call site, role and device (device_guard.h) unless it
// has its own, and appends
// it to a block. Every operator that this folder or backward/ writes passes
// through here. Throws the errors of the schema, and FailedPrecondition if the
// block is removed while the call site is determined.
const framework::proto::OpDesc& Append(framework::Program* program, int block,
                                       framework::proto::OpDesc op);

// Sets the seed of both default programs; 0 removes it (random numbers then
// differ between runs).
void SetRandomSeed(int64_t seed);

}  // namespace paddle::layer

// Runs passes over programs.
#pragma once

#include <functional>
#include <memory>

#include "absl/types/optional.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

struct OptimizeOptions {
  // Passes of this level and below run.
  PassLevel level = kExact;
  // Instead of a level: these passes, in this order.
  absl::optional<NameList> only;
  // Passes that do not run.
  NameList without;
  // Check the program after each pass that changed it.
  bool verify = true;
};

// Returns the program after the passes, or `program` itself if none changed it;
// the given program stays as it is. NotFound for an unknown pass. Errors of a
// pass, and those of Verify after it, name the pass.
std::shared_ptr<const Program> Optimize(std::shared_ptr<const Program> program,
                                        const PassContext& context,
                                        const OptimizeOptions& options = {});

// Returns a copy that declares what is given to it and what is wanted of it, to
// be optimized without PassContext::keep_all. NotFound, with the nearest
// names, for what is no variable of the global block.
std::shared_ptr<const Program> WithInterface(const Program& program,
                                             const NameList& feeds,
                                             const NameList& fetches);

// Returns what an Executor is given to run over each program that it has pruned
// to its feeds and fetches, and runs on such a place: the passes of a level,
// unverified.
std::function<
    std::shared_ptr<const Program>(const std::shared_ptr<const Program>&)>
Optimizer(PassLevel level, Evaluator evaluate,
          platform::PlaceKind place = platform::PlaceKind::kCPU);

}  // namespace paddle::framework

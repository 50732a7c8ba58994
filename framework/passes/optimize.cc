#include "paddle/framework/passes/optimize.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/verify.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Passes = std::vector<const PassInfo*>;

Passes Named(const NameList& names) {
  Passes passes;
  for (const auto& name : names) {
    passes.push_back(&PassRegistry::Instance().Get(name));
  }
  return passes;
}

Passes UpTo(PassLevel level) {
  Passes passes;
  for (const PassInfo& pass : PassRegistry::Instance().passes()) {
    if (pass.level <= level) passes.push_back(&pass);
  }
  return passes;
}

Passes Chosen(const OptimizeOptions& options) {
  Passes passes = options.only ? Named(*options.only) : UpTo(options.level);
  for (const PassInfo* left_out : Named(options.without)) {
    passes.erase(std::remove(passes.begin(), passes.end(), left_out),
                 passes.end());
  }
  return passes;
}

std::shared_ptr<const Program> RunPass(
    const PassInfo& pass, const std::shared_ptr<const Program>& program,
    const PassContext& context, bool verify) {
  try {
    auto changed = pass.run(program, context);
    PADDLE_ENFORCE(changed != nullptr, Internal, "it returned no program");
    if (verify && changed != program) Verify(*changed);
    return changed;
  } catch (platform::Error& error) {
    error.AddContext(absl::StrCat("in pass ", pass.name));
    throw;
  }
}

}  // namespace

std::shared_ptr<const Program> Optimize(std::shared_ptr<const Program> program,
                                        const PassContext& context,
                                        const OptimizeOptions& options) {
  PassContext now = context;
  for (const PassInfo* pass : Chosen(options)) {
    auto changed = RunPass(*pass, program, now, options.verify);
    now.pruned = now.pruned && changed == program;
    program = std::move(changed);
  }
  return program;
}

std::shared_ptr<const Program> WithInterface(const Program& program,
                                             const NameList& feeds,
                                             const NameList& fetches) {
  for (const NameList* names : {&feeds, &fetches}) {
    for (const auto& name : *names) program.global_block().GetVar(name, false);
  }
  auto copy = program.Clone();
  *copy->mutable_desc()->mutable_feeds() = {feeds.begin(), feeds.end()};
  *copy->mutable_desc()->mutable_fetches() = {fetches.begin(), fetches.end()};
  copy->Changed();
  return copy;
}

std::function<
    std::shared_ptr<const Program>(const std::shared_ptr<const Program>&)>
Optimizer(PassLevel level, Evaluator evaluate, platform::PlaceKind place) {
  PassContext context;
  context.keep_all = false;
  context.pruned = true;
  context.place = place;
  context.evaluate = std::move(evaluate);
  OptimizeOptions options;
  options.level = level;
  options.verify = false;
  return [context, options](const std::shared_ptr<const Program>& program) {
    return Optimize(program, context, options);
  };
}

}  // namespace paddle::framework

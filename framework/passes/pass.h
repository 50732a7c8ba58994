// A pass: a function from program to program.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

#include "paddle/framework/ir/evaluator.h"
#include "paddle/framework/ir/program.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

// Everything that a pass is told besides the program.
struct PassContext {
  // Any variable may be fetched of the result: nothing is dropped, and all is
  // computed under its own name. Otherwise the program's fetches (those of its
  // description), persistables and effects such as prints are all that anybody
  // sees of it. What is given from outside are, in either case, its feeds, its
  // data variables and its persistables.
  bool keep_all = true;
  // Nothing in the program is dead: it was pruned to its feeds and fetches and
  // is as pruning left it. Optimize clears it once a pass has changed anything.
  bool pruned = false;
  // The kind of place on which the program will run, if that is known.
  // Operators that only one kind has, and those that are for a run alone, as
  // nothing differentiates them, are written for it alone.
  absl::optional<platform::PlaceKind> place;
  // Arrays with fewer elements are left alone by passes that save memory
  // traffic: of small ones there is nothing to save. 0: whatever can be joined
  // is, for tests.
  int64_t few_elements = 4096;
  // True if products of 8-bit integers are faster there than those of real
  // numbers; if it is not given, this processor is asked.
  absl::optional<bool> int8_products;
  // True if convolutions on the CPU take images with their channels last as
  // they are; if it is not given, the library of this build is asked.
  absl::optional<bool> convolves_channels_last;
  // Computes values of constants; empty: no pass needs to know any.
  Evaluator evaluate;
};

// Returns the changed program, or `program` itself where there is nothing to
// change. Deterministic, and a second time changes nothing more. Never reads or
// writes the value of a variable, never renames one that may be fetched, keeps
// the ids of operators that stay (random numbers are keyed by them), and writes
// only operators that are linked.
using Pass = std::function<std::shared_ptr<const Program>(
    const std::shared_ptr<const Program>& program, const PassContext& context)>;

// Limits of what a pass may change; level 2 includes level 1.
enum PassLevel {
  kExact = 1,         // every bit of every result stays; a NaN stays one
  kReassociates = 2,  // sums and products may be computed in another order
};

// The order of a pass among the others of its level and those below: passes of
// one stage are ordered by name.
enum class PassStage {
  kSimplify,   // computes now what needs no input
  kShare,      // computes once what is computed twice
  kRewrite,    // writes operators in place of others, such as convolutions
  kLayout,     // moves data as seldom as those need it
  kFuse,       // runs operators that are left together
  kEliminate,  // drops what nothing needs any more
};

struct PassInfo {
  std::string name;
  int version = 1;  // grows when the programs it returns change
  PassLevel level = kExact;
  PassStage stage = PassStage::kRewrite;
  std::string description;  // one sentence, for pd.passes.list()
  Pass run = nullptr;
  std::string file;  // that registers it
};

// The passes that are linked into the program, and those of loaded libraries.
// Thread safe; references to what it returns stay valid.
class PassRegistry {
 public:
  static PassRegistry& Instance();

  PassRegistry() = default;
  PassRegistry(const PassRegistry&) = delete;
  PassRegistry& operator=(const PassRegistry&) = delete;

  // AlreadyExists, naming both files, for a name that is taken;
  // InvalidArgument for a pass without name, description or function.
  void Insert(PassInfo info);
  // NotFound, with the names there are, for an unknown one.
  const PassInfo& Get(absl::string_view name) const;
  // Returns null for an unknown one.
  const PassInfo* Find(absl::string_view name) const;
  // All of them, in the order in which they run. Those that are inserted later
  // are in another list.
  const std::vector<PassInfo>& passes() const { return *passes_.load(); }

 private:
  std::mutex mutex_;  // guards lists_, which only grows
  std::deque<std::vector<PassInfo>> lists_;
  std::atomic<const std::vector<PassInfo>*> passes_{&lists_.emplace_back()};
};

namespace internal {
// Returns 0, so that a static variable can hold the call.
int RegisterPass(PassInfo info);
}  // namespace internal

}  // namespace paddle::framework

// Registers a pass under the name of its function's file, say fold_constants:
//
//   REGISTER_PASS(fold_constants, /*version=*/1, kExact, PassStage::kSimplify,
//                 "Computes what depends on constants alone.", FoldConstants);
//
// The macro stands at namespace paddle::framework. The `extern "C"` anchor
// keeps the file in a static archive; it is weak, so that not the linker but
// the registry refuses a name that is taken, and says by whom.
#define REGISTER_PASS(name, version, level, stage, description, function)     \
  extern "C" __attribute__((weak)) int PaddleTouchPass_##name() { return 0; } \
  static const int paddle_register_pass_##name [[maybe_unused]] =             \
      ::paddle::framework::internal::RegisterPass(                            \
          {#name, version, level, stage, description, function, __FILE__})

// Moves transposes of images behind the operators that compute the same with
// the channels last, where pairs of them cancel: a chain of convolutions keeps
// one at its beginning and at most one at its end.
#include <memory>

#include "paddle/framework/ir/training.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/image_turner.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/passes/turned_op.h"

namespace paddle::framework {

namespace {

// True if something makes images with the channels last; the analysis is saved
// otherwise.
bool MayTurn(const Program& program) {
  return !HasBackward(program.desc()) && AnyOp(program, IsToFirst);
}

std::shared_ptr<const Program> MoveChannelsLast(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  if (context.keep_all || !MayTurn(*program)) return program;
  auto changed = TurnImages(*program, {TurnedOp, nullptr});
  return changed == nullptr ? program : changed;
}

}  // namespace

REGISTER_PASS(channels_last, /*version=*/1, kReassociates, PassStage::kLayout,
              "Moves transposes of images to where the channels must be "
              "elsewhere, and cancels pairs of them.",
              MoveChannelsLast);

}  // namespace paddle::framework

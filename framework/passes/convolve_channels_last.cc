// Gives convolutions their images with the channels last, the order in which
// libraries compute them, along with what lies between them: where each
// convolution turned its images and its result for itself, transposes are left
// at both ends of a network. Of training, forward and backward, too: no bit
// changes.
#include <cstdint>
#include <memory>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/image_turner.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/passes/turned_op.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/image_order.h"

namespace paddle::framework {

namespace {

bool IsConv(const proto::OpDesc& op) {
  return op.type() == "conv2d" || op.type() == "conv2d_grad";
}

bool HasConv(const Program& program) { return AnyOp(program, IsConv); }

// Elements of an image; sizes that only a run knows count as some pixels.
double SizeOf(const SymbolTable& table, const std::string& name) {
  constexpr int64_t kUnknown = 32;
  const proto::VarDesc* var = name.empty() ? nullptr : table.FindVar(name);
  if (var == nullptr) return 0;
  double size = 1;
  for (int axis = 1; axis < var->dims_size(); ++axis) {
    size *=
        static_cast<double>(var->dims(axis) < 0 ? kUnknown : var->dims(axis));
  }
  return size;
}

// The elements that the transposes of a program move, and those that its
// convolutions with the channels first turn for themselves.
struct Turned {
  double by_transposes = 0;
  double by_convolutions = 0;
};

Turned CountTurned(const Program& program) {
  Turned turned;
  for (int i = 0; i < program.num_blocks(); ++i) {
    const SymbolTable& table = program.block(i);
    for (const proto::OpDesc& op : table.desc().ops()) {
      if (IsToLast(op) || IsToFirst(op)) {
        turned.by_transposes += SizeOf(table, Input(op, "X"));
      } else if (IsConv(op)) {
        for (const char* slot : {"Input", "Output@GRAD"}) {
          turned.by_convolutions += SizeOf(table, Input(op, slot));
        }
        for (const char* slot : {"Output", "Input@GRAD"}) {
          turned.by_convolutions += SizeOf(table, Output(op, slot));
        }
      }
    }
  }
  return turned;
}

// Transposes go through memory, which takes about twice as long as what a
// convolution turns while it is in the cache.
bool Pays(const Turned& before, const Turned& after) {
  return 2 * (after.by_transposes - before.by_transposes) <
         before.by_convolutions - after.by_convolutions;
}

std::shared_ptr<const Program> ConvolveChannelsLast(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  const bool fits = context.place == platform::PlaceKind::kCPU &&
                    context.convolves_channels_last.value_or(
                        platform::ConvolvesChannelsLast());
  if (!fits || context.keep_all || !HasConv(*program) ||
      OpInfoMap::Instance().Find("conv2d_nhwc_grad") == nullptr) {
    return program;
  }
  auto changed = TurnImages(*program, {ExactlyTurnedOp, IsConv});
  const bool pays =
      changed != nullptr && Pays(CountTurned(*program), CountTurned(*changed));
  return pays ? changed : program;
}

}  // namespace

REGISTER_PASS(convolve_channels_last, /*version=*/1, kExact, PassStage::kLayout,
              "Gives convolutions, and what lies between them, images with "
              "their channels last.",
              ConvolveChannelsLast);

}  // namespace paddle::framework

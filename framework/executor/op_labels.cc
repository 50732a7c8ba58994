#include "paddle/framework/executor/op_labels.h"

#include <string>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::framework {
namespace {

uint64_t Mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

uint64_t HashOf(const CompiledBlock::Instruction& instruction,
                const std::vector<SlotShape>& shapes) {
  uint64_t hash = 0;
  for (int slot : instruction.slots) {
    if (slot < 0) continue;
    const Dims& dims = shapes[slot].dims;
    hash = Mix(hash, dims.rank());
    for (int axis = 0; axis < dims.rank(); ++axis) hash = Mix(hash, dims[axis]);
  }
  return hash;
}

using Slots = google::protobuf::RepeatedPtrField<proto::Slot>;

// Returns the slot of each argument, in order.
std::vector<const std::string*> SlotNames(const Slots& slots) {
  std::vector<const std::string*> names;
  for (const proto::Slot& slot : slots) {
    names.insert(names.end(), slot.arguments_size(), &slot.name());
  }
  return names;
}

}  // namespace

platform::EventLabel OpLabels::Of(int instruction,
                                  const std::vector<SlotShape>& shapes) {
  const CompiledBlock::Instruction& one = block_.instructions()[instruction];
  // Allocated by the first profile: without one it costs nothing.
  if (known_.empty()) known_.resize(block_.instructions().size());
  Known& known = known_[instruction];
  const uint64_t session = platform::EventSession();
  const uint64_t hash = HashOf(one, shapes);
  if (known.session != session || known.shapes != hash) {
    const ProfiledOpKey key{block_.program().uid(), block_.block_index(),
                            one.arguments->desc().id(), hash};
    const auto describe = [&] { return Describe(one, shapes); };
    known = {session, hash, LabelOf(session, key, describe)};
  }
  return known.label;
}

ProfiledOp OpLabels::Describe(const CompiledBlock::Instruction& instruction,
                              const std::vector<SlotShape>& shapes) const {
  const OpArguments& arguments = *instruction.arguments;
  ProfiledOp op;
  op.block = block_.block_index();
  op.desc = arguments.desc();
  auto names = SlotNames(op.desc.inputs());
  const auto outputs = SlotNames(op.desc.outputs());
  names.insert(names.end(), outputs.begin(), outputs.end());
  for (int a = 0; a < arguments.num_vars(); ++a) {
    if (instruction.slots[a] < 0) continue;
    const SlotShape& shape = shapes[instruction.slots[a]];
    const bool input = a < arguments.num_inputs();
    (input ? op.inputs : op.outputs)
        .push_back({*names[a], arguments.var(a).name, shape.dims, shape.dtype});
    const bool unread =
        input && arguments.proto().FindInput(*names[a])->shape_only;
    if (arguments.var(a).kind == proto::DENSE_TENSOR && !unread) {
      op.bytes += shape.dims.Numel() * SizeOf(shape.dtype);
    }
  }
  return op;
}

}  // namespace paddle::framework

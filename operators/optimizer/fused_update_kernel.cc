#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/executor/kernel_table.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/optimizer/part_update.h"
#include "paddle/operators/optimizer/update_list.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators {
namespace {

using framework::KernelContext;
using framework::OpArguments;

// The kernel of one parameter, and which variables of fused_update are its.
class ParameterKernel {
 public:
  ParameterKernel(const OpArguments& whole, const UpdateList& list,
                  int parameter, platform::PlaceKind place) {
    framework::proto::OpDesc desc = list.desc;
    for (const auto& slot : list.info->proto.inputs) {
      Bind(whole, InputOf(whole, list, parameter, slot.name), slot.name, true,
           &desc);
    }
    for (const auto& slot : list.info->proto.outputs) {
      Bind(whole,
           whole.OutputRange("Out").begin + list.PlaceOf(parameter, slot.name),
           slot.name, false, &desc);
    }
    const auto lookup = [&](const std::string& name) {
      for (int i : variables_) {
        if (whole.var(i).name == name) return whole.var(i);
      }
      PADDLE_THROW(Internal, "fused_update has no variable ", name);
    };
    arguments_ = std::make_unique<OpArguments>(desc, list.info->proto, lookup);
    const framework::DataType dtype =
        whole.var(InputOf(whole, list, parameter, "Param")).dtype;
    kernel_ = framework::KernelTable::Instance().Find(desc.type(), place,
                                                      dtype)(*arguments_);
    update_ = dynamic_cast<const PartUpdate*>(kernel_.get());
    PADDLE_ENFORCE(update_ != nullptr, Unimplemented, "the kernel of operator ",
                   desc.type(), " updates no parts");
  }

  const PartUpdate& update() const { return *update_; }
  // Arguments of fused_update, by argument of this kernel.
  const std::vector<int>& variables() const { return variables_; }

 private:
  static int InputOf(const OpArguments& whole, const UpdateList& list,
                     int parameter, absl::string_view slot) {
    if (slot == "LearningRate") return whole.InputRange(slot).begin;
    if (slot == "Grad") return whole.InputRange(slot).begin + parameter;
    return whole.InputRange("X").begin + list.PlaceOf(parameter, slot);
  }
  // Absent variables stay out.
  void Bind(const OpArguments& whole, int argument, const std::string& slot,
            bool is_input, framework::proto::OpDesc* desc) {
    const std::string& name = whole.var(argument).name;
    if (name.empty()) return;
    is_input ? framework::SetInput(desc, slot, {name})
             : framework::SetOutput(desc, slot, {name});
    variables_.push_back(argument);
  }

  std::vector<int> variables_;
  std::unique_ptr<const OpArguments> arguments_;
  std::unique_ptr<const framework::OperatorBase> kernel_;
  const PartUpdate* update_;
};

class FusedUpdateKernel : public framework::OpKernel {
 public:
  FusedUpdateKernel(const OpArguments& arguments, platform::PlaceKind place)
      : OpKernel(arguments), place_(place) {
    const UpdateList list = ReadUpdateList(
        [&](absl::string_view name) -> const framework::Attribute& {
          return arguments.attribute(name);
        },
        arguments.InputRange("Grad").count, arguments.InputRange("X").count,
        arguments.OutputRange("Out").count);
    CheckUnique(arguments);
    for (int i = 0; i < list.parameters; ++i) {
      kernels_.emplace_back(arguments, list, i, place);
      num_variables_ += kernels_.back().variables().size();
    }
  }
  void Compute(const KernelContext& context) const override;

 private:
  // The elements of a parameter in the loop over all, and its variables.
  struct Place {
    int64_t begin;
    int64_t size;
    framework::Variable* const* variables;
  };

  static void CheckUnique(const OpArguments& arguments);
  KernelContext ContextOf(const KernelContext& context,
                          const Place& place) const {
    return KernelContext(place.variables, context.state(), {});
  }
  int64_t SetPlaces(const KernelContext& context, Place* places) const;
  void UpdateRange(const KernelContext& context, const Place* places,
                   int64_t begin, int64_t end) const;

  void ComputeMembers(const KernelContext& context) const;

  const platform::PlaceKind place_;
  std::vector<ParameterKernel> kernels_;
  size_t num_variables_ = 0;
};

// Threads update different parameters at the same time.
void FusedUpdateKernel::CheckUnique(const OpArguments& arguments) {
  absl::flat_hash_set<std::string> names;
  const framework::SlotRange out = arguments.OutputRange("Out");
  for (int i = out.begin; i < out.begin + out.count; ++i) {
    const std::string& name = arguments.var(i).name;
    PADDLE_ENFORCE(name.empty() || names.insert(name).second, InvalidArgument,
                   "fused_update updates ", name, " twice");
  }
}

// Returns the number of elements, in which each parameter begins at a multiple
// of kPieceAlignment: pieces then begin at such multiples of a parameter, too.
int64_t FusedUpdateKernel::SetPlaces(const KernelContext& context,
                                     Place* places) const {
  constexpr int64_t kStep = platform::kPieceAlignment;
  auto** variable =
      reinterpret_cast<framework::Variable**>(places + kernels_.size());
  int64_t begin = 0;
  for (size_t k = 0; k < kernels_.size(); ++k) {
    Place& place = places[k];
    place.begin = begin;
    place.variables = variable;
    for (int i : kernels_[k].variables()) *variable++ = context.var(i);
    place.size = kernels_[k].update().CountElements(ContextOf(context, place));
    begin += (place.size + kStep - 1) / kStep * kStep;
  }
  return begin;
}

void FusedUpdateKernel::UpdateRange(const KernelContext& context,
                                    const Place* places, int64_t begin,
                                    int64_t end) const {
  const Place* const all_end = places + kernels_.size();
  // The last parameter that begins there or before.
  const Place* place =
      std::upper_bound(places, all_end, begin,
                       [](int64_t i, const Place& at) { return i < at.begin; });
  for (--place; place < all_end && place->begin < end; ++place) {
    const int64_t from = std::max<int64_t>(begin - place->begin, 0);
    const int64_t to = std::min(end - place->begin, place->size);
    if (from >= to) continue;
    kernels_[place - places].update().UpdatePart(ContextOf(context, *place),
                                                 from, to);
  }
}

// A GPU is given all parameters at once.
void FusedUpdateKernel::ComputeMembers(const KernelContext& context) const {
  std::vector<framework::Variable*> variables;
  variables.reserve(num_variables_);  // members point to them
  std::vector<PartUpdate::Member> members;
  for (const ParameterKernel& each : kernels_) {
    const size_t first = variables.size();
    for (int i : each.variables()) variables.push_back(context.var(i));
    members.push_back({&each.update(), KernelContext(variables.data() + first,
                                                     context.state(), {})});
  }
  if (!members.empty()) members.front().update->UpdateMembers(members);
}

void FusedUpdateKernel::Compute(const KernelContext& context) const {
  if (place_ != platform::PlaceKind::kCPU) return ComputeMembers(context);
  // As the loop of one parameter.
  constexpr int64_t kGrain = 16384;
  auto* places = static_cast<Place*>(
      context.Workspace(kernels_.size() * sizeof(Place) +
                        num_variables_ * sizeof(framework::Variable*)));
  const int64_t size = SetPlaces(context, places);
  platform::ParallelFor(size, kGrain, [&](int64_t begin, int64_t end) {
    UpdateRange(context, places, begin, end);
  });
  for (size_t k = 0; k < kernels_.size(); ++k) {
    kernels_[k].update().Advance(ContextOf(context, places[k]));
  }
}

// The data type is that of the kernels which it runs.
template <class Device, class T>
class KernelOf_fused_update final : public FusedUpdateKernel {
 public:
  explicit KernelOf_fused_update(const OpArguments& arguments)
      : FusedUpdateKernel(arguments, platform::kIsCUDA<Device>
                                         ? platform::PlaceKind::kCUDA
                                         : platform::PlaceKind::kCPU) {}
};

}  // namespace

REGISTER_OP_KERNEL(fused_update, KernelOf_fused_update, float, double);

}  // namespace paddle::operators

// Registers what runs programs of fused_elementwise in one launch.
#include "paddle/operators/elementwise/device_steps.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/elementwise/align.h"
#include "paddle/operators/elementwise/fused_program.h"
#include "paddle/operators/fused_steps/run_steps.h"
#include "paddle/operators/fused_steps/step_program.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/float16.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;

template <typename T>
class OneLaunch final : public DeviceSteps {
 public:
  using Table = kernels::StepTable<T>;

  explicit OneLaunch(const StepProgram& program) : views_(program.views) {
    table_.steps = static_cast<int32_t>(program.rows.size());
    table_.delayed = program.delayed;
    std::copy(program.rows.begin(), program.rows.end(), table_.rows);
    std::copy(program.words.begin(), program.words.end(), table_.words);
  }

  void Compute(const platform::DeviceContext& device, const Dims& space,
               Inputs inputs, Outputs outputs) const override {
    Table table = table_;
    SetViews(space, inputs, &table);
    for (size_t k = 0; k < outputs.size(); ++k) {
      table.outputs[k] = outputs[k]->template mutable_data<T>();
    }
    table.aligned = IsAligned(table);
    kernels::RunStepsOnCUDA<T>(device, table, space.Numel());
  }

 private:
  static bool IsAligned(const Table& table);
  void SetViews(const Dims& space, Inputs inputs, Table* table) const;

  const std::vector<TilePlan::View> views_;
  Table table_;
};

template <typename T>
void OneLaunch<T>::SetViews(const Dims& space, Inputs inputs,
                            Table* table) const {
  for (size_t v = 0; v < views_.size(); ++v) {
    const Tensor& input = *inputs[views_[v].input];
    const Dims dims = AlignedDims(space, input.dims(), views_[v].axis);
    table->views[v] = input.template data<T>();
    table->repeats[v] = dims.Numel() != space.Numel();
    if (!table->repeats[v]) continue;
    table->nests[v] = kernels::DeviceNest<1>(
        kernels::LoopNest<1>(space, {kernels::BroadcastStrides(dims, space)}));
  }
}

template <typename T>
bool OneLaunch<T>::IsAligned(const Table& table) {
  constexpr uintptr_t kBytes = kernels::kElementsPerThread * sizeof(T);
  uintptr_t addresses = 0;
  for (int v = 0; v < Table::kMostViews; ++v) {
    if (table.repeats[v]) continue;
    addresses |= reinterpret_cast<uintptr_t>(table.views[v]);
  }
  for (const T* output : table.outputs) {
    addresses |= reinterpret_cast<uintptr_t>(output);
  }
  return addresses % kBytes == 0;
}

template <typename T>
std::unique_ptr<const DeviceSteps> Make(const StepProgram& program) {
  return std::make_unique<OneLaunch<T>>(program);
}

std::unique_ptr<const DeviceSteps> MakeOneLaunch(const FusedProgram& program,
                                                 DataType dtype) {
  const absl::optional<StepProgram> made = TranslateSteps(program);
  if (!made.has_value()) return nullptr;
  switch (dtype) {
    case DataType::kFloat16:
      return Make<platform::float16>(*made);
    case DataType::kBFloat16:
      return Make<platform::bfloat16>(*made);
    case DataType::kFloat32:
      return Make<float>(*made);
    case DataType::kFloat64:
      return Make<double>(*made);
    default:
      return nullptr;
  }
}

const int set_maker [[maybe_unused]] = SetDeviceStepsMaker(MakeOneLaunch);

}  // namespace
}  // namespace paddle::operators

// Keeps the file in a static archive, as the anchors of registrations do.
extern "C" int PaddleTouchDeviceSteps() { return 0; }

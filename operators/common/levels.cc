#include "paddle/operators/common/levels.h"

#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataType;
using framework::Dims;
using framework::InferShapeContext;

int LevelsOf(const InferShapeContext& context, const std::string& slot, int i) {
  const int levels = context.LoDLevels(slot, i);
  PADDLE_ENFORCE(levels >= 1, InvalidArgument, "the rows of input ", slot, "[",
                 i, "] of ", context.op_type(), ", ",
                 context.InputDims(slot, i).ToString(),
                 ", form no sequences (inside an rnn, static_input gives "
                 "whole ones)");
  return levels;
}

void CheckColumn(const InferShapeContext& context, const std::string& slot,
                 absl::string_view n) {
  const DataType type = context.InputType(slot);
  PADDLE_ENFORCE(type == DataType::kInt64, InvalidArgument, slot, " of ",
                 context.op_type(), " is int64, not ",
                 framework::DataTypeName(type));
  const Dims dims = context.InputDims(slot);
  const bool column = dims.rank() == 2 && framework::MayBeEqual(dims[1], 1);
  PADDLE_ENFORCE(dims.rank() == 1 || column, InvalidArgument, slot, " of ",
                 context.op_type(), " is [", n, ", 1] or [", n, "], not ",
                 dims.ToString());
}

int64_t SequencesOf(InferShapeContext* context, const std::string& slot) {
  const int levels = LevelsOf(*context, slot);
  if (!context->is_running()) return context->sizes().Fresh();
  return static_cast<int64_t>(context->Offsets(slot, levels - 1).size()) - 1;
}

OffsetLevels FirstLevels(const InferShapeContext& context,
                         const std::string& slot, int count, int i) {
  OffsetLevels levels;
  for (int level = 0; level < count; ++level) {
    const auto offsets = context.Offsets(slot, level, i);
    levels.emplace_back(offsets.begin(), offsets.end());
  }
  return levels;
}

void ShareFirstLevels(InferShapeContext* context, const std::string& input,
                      int count, const std::string& output) {
  if (count == 0) return;
  // Before a run only the number of levels is known, not the offsets.
  if (!context->is_running()) return context->SetLoDLevels(output, count);
  context->SetLoD(output, FirstLevels(*context, input, count));
}

}  // namespace paddle::operators

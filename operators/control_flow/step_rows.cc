#include "paddle/operators/control_flow/step_rows.h"

#include <utility>

#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/rows/any_device.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;
using framework::LoD;
using framework::LoDPtr;
using framework::LoDTensor;
using framework::Tensor;

namespace {

std::string LengthsText(const LoDPtr& lod) {
  return lod == nullptr ? "none" : lod->ToString();
}

LoDPtr OutermostOf(const LoDPtr& lod) {
  if (lod == nullptr || lod->levels() == 1) return lod;
  const auto offsets = lod->offsets(0);
  return LoD::FromOffsets({{offsets.begin(), offsets.end()}});
}

Tensor TimeSlice(const Tensor& x, int64_t time) {
  Dims dims;
  for (int axis = 1; axis < x.rank(); ++axis) dims.Append(x.dims()[axis]);
  return x.Slice(time, time + 1).Reshaped(dims);
}

Dims WithRows(Dims dims, int64_t rows) {
  dims[0] = rows;
  return dims;
}

void CheckPart(const Tensor& value, const Dims& dims,
               framework::DataType dtype) {
  PADDLE_ENFORCE(value.dims() == dims && value.dtype() == dtype,
                 InvalidArgument, "a step has ", value.dims().ToString(), " ",
                 framework::DataTypeName(value.dtype()), ", where ",
                 dims.ToString(), " ", framework::DataTypeName(dtype),
                 " is wanted");
}

// Appends the lengths of sequence `index` of level `level`, and of all that it
// contains, to the levels of `lengths`.
void AppendSequence(const LoD& lod, int level, int64_t index,
                    LoD::Levels* lengths) {
  const auto offsets = lod.offsets(level);
  (*lengths)[level].push_back(offsets[index + 1] - offsets[index]);
  if (level + 1 == lod.levels()) return;
  for (int64_t i = offsets[index]; i < offsets[index + 1]; ++i) {
    AppendSequence(lod, level + 1, i, lengths);
  }
}

}  // namespace

StepOrder::StepOrder(const LoDTensor& input, bool reverse)
    : reverse_(reverse), outer_(OutermostOf(input.lod())) {
  if (outer_ == nullptr) {
    PADDLE_ENFORCE(input.rank() >= 1, InvalidArgument,
                   "a step input is one number, without steps");
    length_ = input.dims()[0];
  } else {
    // Only the outermost level has steps; what is inside an entry goes along
    // with it.
    batch_.emplace(outer_->offsets(0), reverse);
  }
}

void StepOrder::CheckSame(const LoDTensor& x, const char* what,
                          int number) const {
  if (dense() && x.lod() == nullptr) {
    const int64_t given = x.rank() == 0 ? 0 : x.dims()[0];
    PADDLE_ENFORCE(x.rank() >= 1 && given == length_, InvalidArgument,
                   "the step inputs and outputs of one recurrent operator have "
                   "different numbers of steps: ",
                   length_, " of the first input, ", given, " of ", what, " ",
                   number);
    return;
  }
  const LoDPtr given = OutermostOf(x.lod());
  PADDLE_ENFORCE(framework::SameLoD(given, outer_), InvalidArgument,
                 "the step inputs and outputs of one recurrent operator have "
                 "sequences of different lengths: ",
                 LengthsText(outer_), " of the first input, ",
                 LengthsText(given), " of ", what, " ", number);
}

StepRows::StepRows(const StepOrder& order, const LoDPtr& lod) : order_(order) {
  if (order.dense()) return;
  rows_.reserve(lod->rows());
  begins_.reserve(order.steps() + 1);
  begins_.push_back(0);
  for (int64_t step = 0; step < order.steps(); ++step) {
    lods_.push_back(AddStep(*lod, step));
    begins_.push_back(static_cast<int64_t>(rows_.size()));
  }
}

// Appends the rows of a step: the entries of its sequences, followed down the
// levels to rows. Returns their LoD.
LoDPtr StepRows::AddStep(const LoD& lod, int64_t step) {
  std::vector<int64_t> entries;
  for (int64_t rank = 0; rank < order_.alive(step); ++rank) {
    // Running sequences only: ranks are sorted by length.
    entries.push_back(order_.batch().row(step, rank));
  }
  LoD::Levels offsets;
  for (int level = 1; level < lod.levels(); ++level) {
    std::vector<int64_t> inner;
    offsets.push_back({0});
    for (int64_t entry : entries) {
      const int64_t begin = lod.offsets(level)[entry];
      const int64_t end = lod.offsets(level)[entry + 1];
      for (int64_t i = begin; i < end; ++i) inner.push_back(i);
      offsets.back().push_back(static_cast<int64_t>(inner.size()));
    }
    // The entries of one level are the sequences of the next.
    entries = std::move(inner);
  }
  rows_.insert(rows_.end(), entries.begin(), entries.end());
  return offsets.empty() ? nullptr : LoD::FromOffsets(std::move(offsets));
}

Tensor StepRows::Pack(const platform::DeviceContext& device, const Tensor& x,
                      memory::Allocator* allocator) const {
  // Steps of a dense tensor are contiguous already.
  if (order_.dense()) return x;
  Tensor packed;
  packed.Allocate(x.dims(), x.dtype(), allocator);
  kernels::GatherRows(device, x, rows_, &packed);
  return packed;
}

LoDTensor StepRows::StepOf(const Tensor& packed, int64_t step) const {
  if (order_.dense()) {
    return LoDTensor(TimeSlice(packed, order_.TimeOf(step)));
  }
  return LoDTensor(packed.Slice(begins_[step], begins_[step + 1]), lods_[step]);
}

LoDTensor StepRows::Gather(const platform::DeviceContext& device,
                           const Tensor& x, int64_t step,
                           memory::Allocator* allocator) const {
  if (order_.dense()) return StepOf(x, step);
  LoDTensor value;
  value.Allocate(WithRows(x.dims(), rows(step).size()), x.dtype(), allocator);
  kernels::GatherRows(device, x, rows(step), &value);
  value.set_lod(lods_[step]);
  return value;
}

void StepRows::Scatter(const platform::DeviceContext& device,
                       const Tensor& value, int64_t step, Tensor* out) const {
  if (order_.dense()) {
    Tensor place = TimeSlice(*out, order_.TimeOf(step));
    CheckPart(value, place.dims(), place.dtype());
    kernels::CopyElements(device, value, &place);
  } else {
    CheckPart(value, WithRows(out->dims(), rows(step).size()), out->dtype());
    kernels::ScatterRows(device, value, rows(step), out);
  }
}

LoDPtr JoinStepLoDs(const StepOrder& order, absl::Span<const LoDTensor> steps,
                    const std::string& name) {
  PADDLE_ENFORCE(steps.size() == order.steps(), InvalidArgument, "output '",
                 name, "' has ", steps.size(), " steps of ", order.steps());
  if (steps.empty()) return order.outer();
  const int depth = steps[0].lod() == nullptr ? 0 : steps[0].lod()->levels();
  struct Place {
    int64_t step;
    int64_t rank;
  };
  // Steps come by rank, the output by sequence: finds where each entry comes
  // from.
  std::vector<Place> places(order.outer()->rows());
  for (int64_t step = 0; step < order.steps(); ++step) {
    const LoDPtr& lod = steps[step].lod();
    PADDLE_ENFORCE(lod != nullptr && lod->levels() == depth &&
                       lod->sequences(0) == order.alive(step),
                   InvalidArgument, "output '", name, "' has the sequences ",
                   LengthsText(lod), " at step ", step, ", where ",
                   order.alive(step), " are wanted");
    for (int64_t rank = 0; rank < order.alive(step); ++rank) {
      places[order.batch().row(step, rank)] = {step, rank};
    }
  }
  LoD::Levels inner(depth);
  for (const Place& place : places) {
    AppendSequence(*steps[place.step].lod(), 0, place.rank, &inner);
  }
  LoD::Levels lengths = order.outer()->lengths();
  lengths.insert(lengths.end(), inner.begin(), inner.end());
  return LoD::FromLengths(lengths);
}

}  // namespace paddle::operators

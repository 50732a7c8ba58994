#include "paddle/framework/distributed/server/pushed_rows.h"

#include <utility>

#include "paddle/framework/distributed/server/id_rows.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;

// Describes no gradient, so that of the sums only the weight is left.
framework::proto::VarDesc Nothing() {
  framework::proto::VarDesc var;
  var.set_dtype(framework::proto::FLOAT64);
  var.add_dims(0);
  return var;
}

// Divides rows that are ordered by id.
RowGradient Divide(const std::vector<IdRow>& rows, int64_t width, float by) {
  const auto count = static_cast<int64_t>(rows.size());
  RowGradient gradient{{},
                       Tensor(Dims({count}), DataType::kInt64),
                       Tensor(Dims({count, width}), DataType::kFloat32)};
  gradient.ids.reserve(rows.size());
  int64_t* index = gradient.index.mutable_data<int64_t>();
  float* next = gradient.values.mutable_data<float>();
  for (const IdRow& row : rows) {
    const bool another = gradient.ids.empty() || gradient.ids.back() != row.id;
    if (another) gradient.ids.push_back(row.id);
    *index++ = static_cast<int64_t>(gradient.ids.size()) - 1;
    for (int64_t j = 0; j < width; ++j) next[j] = row.numbers[j] / by;
    next += width;
  }
  return gradient;
}

}  // namespace

PushedRows::PushedRows(int64_t height, int64_t width)
    : height_(height), width_(width), weights_({Nothing()}) {}

void PushedRows::Check(int rank, const Given& given) const {
  PADDLE_ENFORCE(given.ids.dtype() == DataType::kInt64 &&
                     given.ids.rank() == 1 &&
                     given.rows.dtype() == DataType::kFloat32 &&
                     given.rows.dims() == Dims({given.ids.numel(), width_}),
                 InvalidArgument, "trainer ", rank, " pushes ids ",
                 given.ids.dims().ToString(), " of ",
                 framework::DataTypeName(given.ids.dtype()), " and rows ",
                 given.rows.dims().ToString(), " of ",
                 framework::DataTypeName(given.rows.dtype()),
                 "; the table takes int64 [n] and float32 [n, ", width_, "]");
  const int64_t* const ids = given.ids.data<int64_t>();
  for (int64_t i = 0; i < given.ids.numel(); ++i) {
    PADDLE_ENFORCE(0 <= ids[i] && ids[i] < height_, OutOfRange, "trainer ",
                   rank, " pushes the row ", ids[i], " of ", height_);
  }
}

bool PushedRows::Add(const proto::CallHead& head, std::vector<Tensor> pushed) {
  PADDLE_ENFORCE(pushed.size() >= 2, InvalidArgument, "trainer ", head.rank(),
                 " pushes ", pushed.size(),
                 " arrays; a table takes weights, ids and rows");
  const Given given{pushed[pushed.size() - 2], pushed.back()};
  pushed.resize(pushed.size() - 2);
  Check(head.rank(), given);
  const bool all = weights_.Add(head, std::move(pushed));
  // The weights begin anew on the same conditions.
  if (head.epoch() > epoch_ || given_.empty()) {
    given_.clear();
    epoch_ = head.epoch();
  }
  given_[head.rank()] = given;
  return all;
}

void PushedRows::Forget() {
  weights_.Forget();
  given_.clear();
  epoch_ = -1;
}

std::vector<IdRow> PushedRows::TakeRows(std::map<int, Given>* given,
                                        float* weight) {
  *given = std::move(given_);
  given_.clear();
  const double weights = *weights_.TakeSum().data<double>();
  PADDLE_ENFORCE(weights != 0, FailedPrecondition,
                 "no trainer has any rows: all weights are 0");
  *weight = static_cast<float>(weights);
  std::vector<IdRow> rows;
  for (const auto& [rank, each] : *given) {
    const int64_t* const ids = each.ids.data<int64_t>();
    const float* const numbers = each.rows.data<float>();
    for (int64_t i = 0; i < each.ids.numel(); ++i) {
      rows.push_back({ids[i], numbers + i * width_});
    }
  }
  return rows;
}

RowGradient PushedRows::TakeMean() {
  std::map<int, Given> given;
  float weight = 0;
  std::vector<IdRow> rows = TakeRows(&given, &weight);
  SortById(&rows);
  return Divide(rows, width_, weight);
}

RowGradient PushedRows::TakeMeanInOrder() {
  std::map<int, Given> given;
  float weight = 0;
  const std::vector<IdRow> rows = TakeRows(&given, &weight);
  RowGradient gradient = Divide(rows, width_, weight);
  int64_t* id = gradient.index.mutable_data<int64_t>();
  for (const IdRow& row : rows) *id++ = row.id;
  gradient.ids.clear();
  return gradient;
}

}  // namespace paddle::distributed

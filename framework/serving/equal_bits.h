// Tries out whether a model's results depend on what else is in the batch.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/serving/row_independence.h"
#include "paddle/framework/serving/served_model.h"

namespace paddle::serving {

// More rows are not tried out: a batch that has more promises nothing.
inline constexpr int64_t kMostTried = 4096;

// Runs made-up requests alone and joined, batches of up to `max_rows` rows (and
// kMostTried) among them, some with a long sequence, and returns "" if all
// outputs have the same bits, or says which has not. Products of matrices may
// be added up in another order when there are more rows: no bits are promised
// where this finds others. Inputs are small numbers, integers 0. Also returns a
// text, such as the error, where the model cannot run on these, or where an
// input has another axis of any size, so that there is no telling. `rows` must
// hold.
std::string FindOtherBits(const ServedModel& model, const RowIndependence& rows,
                          int64_t max_rows);

}  // namespace paddle::serving

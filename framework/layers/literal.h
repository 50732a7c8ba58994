// Values written into a program: data that need not be fed, and constants.
//
//   Variable x = minibatch({10, 20, 30});   // [-1, 1]
//   Variable s = sequence({10, 20, 30});    // one sequence of three steps
//   Variable b = var(1);                    // [1]
//   Variable w = var(0.314, /*param=*/true);
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/number.h"
#include "paddle/framework/layers/variable.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::layer {

struct LiteralOptions {
  DataType dtype = DataType::kFloat32;
  std::string name;  // "": a new one
};

// Data (see `data` in parameter.h) that is `value` in a run that does not feed
// it, [-1, value's other dims...], of as many levels of sequences as the value
// has. "" makes a name from `prefix`. InvalidArgument for a value without rows
// (rank 0), or whose bytes or lengths do not fit its dims.
Variable data_with_default(const framework::proto::DefaultValue& value,
                           DataType dtype, const std::string& name = "",
                           const std::string& prefix = "data");

// A batch of rows of one number each, [-1, 1]. InvalidArgument, here and below,
// for a number that the data type cannot hold.
Variable minibatch(const Numbers& rows, const LiteralOptions& options = {});
// One sequence with a number at each step, [-1, 1].
Variable sequence(const Numbers& steps, const LiteralOptions& options = {});
// A batch of such sequences.
Variable sequences(const std::vector<Numbers>& sequences,
                   const LiteralOptions& options = {});

// A variable that begins with the given values: a trainable parameter of the
// default programs, or a constant of the current block of the main program, to
// which a gradient may flow.
Variable var(const std::vector<int64_t>& shape, const Numbers& values,
             bool param = false, const LiteralOptions& options = {});
// Of shape [1].
Variable var(Number value, bool param = false,
             const LiteralOptions& options = {});

}  // namespace paddle::layer

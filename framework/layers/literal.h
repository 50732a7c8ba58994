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

// Creates data (see `data` in parameter.h) [-1, value's other dims...] that
// equals `value` in a run that does not feed it, with as many levels of
// sequences as the value. If `name` is "", one is made from `prefix`. Throws
// InvalidArgument for a value without rows (rank 0), or whose bytes or lengths
// do not fit its dims.
Variable data_with_default(const framework::proto::DefaultValue& value,
                           DataType dtype, const std::string& name = "",
                           const std::string& prefix = "data");

// Creates a batch of rows of one number each, [-1, 1]. Like the functions
// below, throws InvalidArgument for a number that the data type cannot
// represent.
Variable minibatch(const Numbers& rows, const LiteralOptions& options = {});
// Creates one sequence with a number at each step, [-1, 1].
Variable sequence(const Numbers& steps, const LiteralOptions& options = {});
// Creates a batch of such sequences.
Variable sequences(const std::vector<Numbers>& sequences,
                   const LiteralOptions& options = {});

// Creates a variable with the given values: a trainable parameter of the
// default programs, or a constant of the current block of the main program,
// into which a gradient may flow.
Variable var(const std::vector<int64_t>& shape, const Numbers& values,
             bool param = false, const LiteralOptions& options = {});
// Creates a variable of shape [1].
Variable var(Number value, bool param = false,
             const LiteralOptions& options = {});

}  // namespace paddle::layer

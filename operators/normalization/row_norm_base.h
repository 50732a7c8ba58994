// The schema half of normalisations by rows: layer_norm and rms_norm. The axes
// of X from begin_norm_axis on form a row.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Infers that Y has the shape of X, and that each of `statistics` is a vector
// with an element per row, of the data type that sums are computed in.
class RowNormOp final : public framework::OpSchema {
 public:
  // `parameters` are inputs with a number for each element of a row; those that
  // are left out are not checked. `statistics` are outputs.
  RowNormOp(std::vector<std::string> parameters,
            std::vector<std::string> statistics)
      : parameters_(std::move(parameters)),
        statistics_(std::move(statistics)) {}
  // Throws OutOfRange for an axis that X does not have, and InvalidArgument or
  // TypeMismatch for a parameter that does not fit.
  void InferShape(framework::InferShapeContext* context) const override;

 private:
  const std::vector<std::string> parameters_;
  const std::vector<std::string> statistics_;
};

// Declares what such normalisations share; a derived maker adds its statistics,
// epsilon and the formula.
class RowNormOpMaker : public framework::OpMaker {
 protected:
  // Declares X, Scale, Y and begin_norm_axis, `begin` by default.
  void MakeRowNorm(int64_t begin);
};

}  // namespace paddle::operators

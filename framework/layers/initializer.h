// First values of parameters: operators of the startup program.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/number.h"

namespace paddle::layer {

// Describes the operator that fills a parameter of the given description (its
// name, data type and dims are set). A seed of 0 means the program's seed.
using Initializer = std::function<framework::proto::OpDesc(
    const framework::proto::VarDesc& parameter)>;

// How many inputs and outputs a unit of a weight has: rows and columns of a
// matrix; for filters [out, in, ...] the channels times the receptive field.
struct Fans {
  double in = 1;
  double out = 1;
};
Fans FansOf(const framework::proto::VarDesc& parameter);

namespace initializer {

Initializer Constant(Number value);
Initializer Uniform(double low, double high, int64_t seed = 0);
Initializer Normal(double mean, double std, int64_t seed = 0);
// A normal distribution without what lies further than two standard deviations
// from the mean.
Initializer TruncatedNormal(double mean, double std, int64_t seed = 0);
// Glorot and Bengio 2010: uniform within sqrt(6 / (in + out)), or normal with
// the same variance. A fan of 0 is taken from the shape.
Initializer Xavier(bool uniform = true, double fan_in = 0, double fan_out = 0,
                   int64_t seed = 0);
// He et al. 2015, for relu: uniform within sqrt(6 / in), or normal with the
// same variance.
Initializer MSRA(bool uniform = true, double fan_in = 0, int64_t seed = 0);
// Filters [.., .., h, w] that enlarge images by linear interpolation along both
// axes, all alike: for a transposed convolution with a group for each channel
// and a stride of half the filter's size. InvalidArgument, when used, for
// another rank. (Long et al., "Fully convolutional networks for semantic
// segmentation", 2015.)
Initializer Bilinear();
// gain * a random matrix whose rows are orthonormal, or, if it is taller than
// wide, whose columns are; axis 0 against all others. InvalidArgument, when
// used, for a rank below 2. (Saxe et al., "Exact solutions to the nonlinear
// dynamics of learning in deep linear neural networks", 2014.)
Initializer Orthogonal(double gain = 1, int64_t seed = 0);
// The given values, in row-major order; InvalidArgument, when used, unless
// there are as many as the parameter has elements.
Initializer Values(Numbers values);

}  // namespace initializer
}  // namespace paddle::layer

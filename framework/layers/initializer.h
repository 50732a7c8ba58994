// Initial values of parameters, computed by operators of the startup program.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/number.h"

namespace paddle::layer {

// Returns the operator that fills a parameter of the given description (name,
// data type and dims are set). A seed of 0 means the program's seed.
using Initializer = std::function<framework::proto::OpDesc(
    const framework::proto::VarDesc& parameter)>;

// The numbers of inputs and outputs that a unit of a weight has: rows and
// columns of a matrix; for filters [out, in, ...] the channels times the
// receptive field.
struct Fans {
  double in = 1;
  double out = 1;
};
Fans FansOf(const framework::proto::VarDesc& parameter);

namespace initializer {

Initializer Constant(Number value);
Initializer Uniform(double low, double high, int64_t seed = 0);
Initializer Normal(double mean, double std, int64_t seed = 0);
// Draws from a normal distribution cut off at two standard deviations from the
// mean.
Initializer TruncatedNormal(double mean, double std, int64_t seed = 0);
// Draws uniformly within sqrt(6 / (in + out)), or normally with the same
// variance. A fan of 0 is taken from the shape. Source: Glorot and Bengio 2010.
Initializer Xavier(bool uniform = true, double fan_in = 0, double fan_out = 0,
                   int64_t seed = 0);
// Draws uniformly within sqrt(6 / in), or normally with the same variance;
// meant for relu. Source: He et al. 2015.
Initializer MSRA(bool uniform = true, double fan_in = 0, int64_t seed = 0);
// Makes filters [.., .., h, w] that enlarge images by linear interpolation
// along both axes, all alike: for a transposed convolution with one group per
// channel and a stride of half the filter's size. Throws InvalidArgument, when
// used, for another rank. Source: Long et al., "Fully convolutional networks
// for semantic segmentation", 2015.
Initializer Bilinear();
// Makes gain times a random matrix with orthonormal rows or, if it is taller
// than wide, columns; axis 0 against all others. Throws InvalidArgument, when
// used, for a rank below 2. Source: Saxe et al., "Exact solutions to the
// nonlinear dynamics of learning in deep linear neural networks", 2014.
Initializer Orthogonal(double gain = 1, int64_t seed = 0);
// Uses the given values, in row-major order; throws InvalidArgument, when used,
// unless there are as many as the parameter has elements.
Initializer Values(Numbers values);

}  // namespace initializer
}  // namespace paddle::layer

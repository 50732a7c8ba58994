// Learning rates that change from run to run, as operators of role schedule in
// the global block of the default main program: saved with it, absent from its
// inference clones.
//
// Each function returns a float64 scalar, usable as the learning rate of any
// optimizer. In the formulas t is the number of runs of the program before this
// one; all schedules of a program share the counter, the persistable variable
// "schedule_step", from which resumed training continues. Settings out of range
// throw InvalidArgument.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/backward/optimizer_base.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::backward::schedule {

// Computes rate / sqrt(d_model) * min(n^-1/2, n * warmup_steps^-3/2) with n = t
// + 1. Source: Vaswani et al., "Attention is all you need", 2017.
layer::Variable Noam(double d_model, double warmup_steps, double rate = 1);

// Below, x = t / steps, rounded down if `staircase`.

// Computes rate * decay^x.
layer::Variable Exponential(double rate, double steps, double decay,
                            bool staircase = false);
// Computes rate * exp(-decay * x).
layer::Variable NaturalExp(double rate, double steps, double decay,
                           bool staircase = false);
// Computes rate / (1 + decay * x).
layer::Variable InverseTime(double rate, double steps, double decay,
                            bool staircase = false);

// Computes end + (rate - end) * (1 - min(x, 1))^power; in a cycle, x is t /
// (steps * k) for the least k >= 1 that makes it at most 1.
inline constexpr double kPolynomialEnd = 0.0001;
layer::Variable Polynomial(double rate, double steps,
                           double end = kPolynomialEnd, double power = 1,
                           bool cycle = false);

// Returns values[i] for the first boundaries[i] > t, and the last value after
// all of them. The boundaries ascend, and there is one value more.
layer::Variable Piecewise(const std::vector<int64_t>& boundaries,
                          const std::vector<double>& values);

// Computes end + (rate - end) * (1 + cos(pi * min(t / steps, 1))) / 2. Source:
// Loshchilov and Hutter, "SGDR", 2017.
layer::Variable Cosine(double rate, double steps, double end = 0);

// Computes Cosine with restarts: the first period takes `steps` runs, and each
// one is `factor` (>= 1) times as long as the one before.
layer::Variable CosineRestarts(double rate, double steps, double factor = 1,
                               double end = 0);

// Computes start + (end - start) * t / steps while t < steps, then `after`,
// whose t also counts from the beginning.
layer::Variable LinearWarmup(const LearningRate& after, double steps,
                             double start, double end);

}  // namespace paddle::backward::schedule

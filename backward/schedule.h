// Learning rates that change from run to run, as operators of role schedule in
// the global block of the default main program: saved with it, absent from its
// inference clones.
//
// Each function gives a float64 scalar, usable as the learning rate of any
// optimizer. In the formulas t is the number of runs of the program before this
// one; all schedules of a program share the counter, the persistable variable
// "schedule_step", with which training resumes. Settings out of range are
// InvalidArgument.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/backward/optimizer_base.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::backward::schedule {

// rate / sqrt(d_model) * min(n^-1/2, n * warmup_steps^-3/2), n = t + 1.
// (Vaswani et al., "Attention is all you need", 2017.)
layer::Variable Noam(double d_model, double warmup_steps, double rate = 1);

// Below, x = t / steps, in a staircase rounded down.

// rate * decay^x
layer::Variable Exponential(double rate, double steps, double decay,
                            bool staircase = false);
// rate * exp(-decay * x)
layer::Variable NaturalExp(double rate, double steps, double decay,
                           bool staircase = false);
// rate / (1 + decay * x)
layer::Variable InverseTime(double rate, double steps, double decay,
                            bool staircase = false);

// end + (rate - end) * (1 - min(x, 1))^power; in a cycle, x is t / (steps * k)
// with the least k of at least 1 that makes it at most 1.
layer::Variable Polynomial(double rate, double steps, double end = 0.0001,
                           double power = 1, bool cycle = false);

// values[i] for the first boundaries[i] > t, the last value behind all of
// them. The boundaries ascend, and there is one value more.
layer::Variable Piecewise(const std::vector<int64_t>& boundaries,
                          const std::vector<double>& values);

// end + (rate - end) * (1 + cos(pi * min(t / steps, 1))) / 2. (Loshchilov and
// Hutter, "SGDR", 2017.)
layer::Variable Cosine(double rate, double steps, double end = 0);

// The same, with a new start each time it has ended: the first period takes
// `steps` runs, and each is `factor` times as long as the one before. factor is
// at least 1.
layer::Variable CosineRestarts(double rate, double steps, double factor = 1,
                               double end = 0);

// start + (end - start) * t / steps while t < steps, then `after`, whose t is
// counted from the beginning, too.
layer::Variable LinearWarmup(const LearningRate& after, double steps,
                             double start, double end);

}  // namespace paddle::backward::schedule

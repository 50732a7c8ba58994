#include "paddle/backward/schedule.h"

#include <cmath>

#include "paddle/backward/step_counter.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/logical.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/operators.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/promotion.h"
#include "paddle/platform/enforce.h"

namespace paddle::backward::schedule {

using layer::DataType;
using layer::Variable;

namespace {

// Gives the operators written during its lifetime role schedule, in the global
// block.
class Writing {
 public:
  // Returns t as float64.
  Variable Step() const {
    return layer::cast(SharedStepCount("schedule_step"), DataType::kFloat64);
  }

 private:
  const layer::RoleGuard role_{framework::proto::SCHEDULE};
  const layer::BlockGuard block_{0};
};

void CheckFinite(double value, const char* what) {
  PADDLE_ENFORCE(std::isfinite(value), InvalidArgument, "the ", what,
                 " of a schedule is finite, not ", value);
}

// The check of optimizers, so that both refuse the same rates.
double Rate(double value) { return LearningRate(value).value(); }

void CheckRates(double a, double b) {
  Rate(a);
  Rate(b);
}

void CheckPositive(double value, const char* what) {
  PADDLE_ENFORCE(std::isfinite(value) && value > 0, InvalidArgument, "the ",
                 what, " of a schedule is above 0, not ", value);
}

Variable Binary(const char* type, const Variable& x, layer::Number y) {
  return layer::Op(type, {{"X", x}, {"Y", layer::ConstantBeside(x, y)}});
}
Variable Min(const Variable& x, double y) {
  return Binary("elementwise_min", x, y);
}
Variable Max(const Variable& x, double y) {
  return Binary("elementwise_max", x, y);
}
Variable Pow(const Variable& x, double y) {
  return Binary("elementwise_pow", x, y);
}
Variable Floor(const Variable& x) {
  return Binary("elementwise_floordiv", x, 1.0);
}
Variable PowerOf(double base, const Variable& exponent) {
  return layer::Op(
      "elementwise_pow",
      {{"X", layer::ConstantBeside(exponent, base)}, {"Y", exponent}});
}
Variable Where(const Variable& condition, const Variable& x,
               const Variable& y) {
  return layer::Op("where", {{"Condition", condition}, {"X", x}, {"Y", y}});
}

Variable Part(const Writing& writing, double steps, bool staircase) {
  CheckPositive(steps, "number of steps");
  const Variable x = writing.Step() / steps;
  return staircase ? Floor(x) : x;
}

// Descends as half a cosine wave from `rate` at x = 0 to `end` at x = 1.
Variable HalfWave(double rate, double end, const Variable& x) {
  const Variable wave = layer::Op("cos", {{"X", x * M_PI}});
  return end + (rate - end) / 2 * (1 + wave);
}

}  // namespace

Variable Noam(double d_model, double warmup_steps, double rate) {
  const Writing writing;
  CheckPositive(d_model, "d_model");
  const double scale = Rate(rate) / std::sqrt(d_model);
  CheckPositive(warmup_steps, "number of steps");
  const Variable n = writing.Step() + 1;
  const Variable falling = Pow(n, -0.5);
  const Variable rising = n * std::pow(warmup_steps, -1.5);
  return layer::Op("elementwise_min", {{"X", falling}, {"Y", rising}}) * scale;
}

Variable Exponential(double rate, double steps, double decay, bool staircase) {
  const Writing writing;
  CheckPositive(decay, "decay");
  const double first = Rate(rate);
  return PowerOf(decay, Part(writing, steps, staircase)) * first;
}

Variable NaturalExp(double rate, double steps, double decay, bool staircase) {
  const Writing writing;
  CheckFinite(decay, "decay");
  const double first = Rate(rate);
  return layer::exp(Part(writing, steps, staircase) * -decay) * first;
}

Variable InverseTime(double rate, double steps, double decay, bool staircase) {
  const Writing writing;
  PADDLE_ENFORCE(std::isfinite(decay) && decay >= 0, InvalidArgument,
                 "the decay of a schedule is at least 0, not ", decay);
  const double first = Rate(rate);
  return first / (Part(writing, steps, staircase) * decay + 1);
}

Variable Polynomial(double rate, double steps, double end, double power,
                    bool cycle) {
  const Writing writing;
  CheckPositive(power, "power");
  const double range = Rate(rate) - Rate(end);
  Variable x = Part(writing, steps, /*staircase=*/false);
  if (cycle) {
    const Variable ceiling = -Floor(-x);
    x = x / Max(ceiling, 1);
  } else {
    x = Min(x, 1);
  }
  return Pow(1 - x, power) * range + end;
}

Variable Piecewise(const std::vector<int64_t>& boundaries,
                   const std::vector<double>& values) {
  const Writing writing;
  PADDLE_ENFORCE(values.size() == boundaries.size() + 1, InvalidArgument,
                 "a piecewise schedule has one value more than boundaries, "
                 "not ",
                 values.size(), " values for ", boundaries.size(),
                 " boundaries");
  for (size_t i = 1; i < boundaries.size(); ++i) {
    PADDLE_ENFORCE(boundaries[i - 1] < boundaries[i], InvalidArgument,
                   "the boundaries of a piecewise schedule ascend; ",
                   boundaries[i], " stands behind ", boundaries[i - 1]);
  }
  for (double value : values) Rate(value);
  const Variable t = writing.Step();
  Variable rate = layer::ConstantBeside(t, values.back());
  for (size_t i = boundaries.size(); i-- > 0;) {
    const Variable before = layer::less_than(t, boundaries[i]);
    const Variable value = layer::ConstantBeside(t, values[i]);
    rate = Where(before, value, rate);
  }
  return rate;
}

Variable Cosine(double rate, double steps, double end) {
  const Writing writing;
  CheckRates(rate, end);
  return HalfWave(rate, end, Min(Part(writing, steps, false), 1));
}

Variable CosineRestarts(double rate, double steps, double factor, double end) {
  const Writing writing;
  PADDLE_ENFORCE(std::isfinite(factor) && factor >= 1, InvalidArgument,
                 "the factor of a cosine schedule is at least 1, not ", factor);
  CheckRates(rate, end);
  const Variable x = Part(writing, steps, /*staircase=*/false);
  Variable part;
  if (factor == 1) {
    part = x - Floor(x);
  } else {
    // Period k begins at (factor^k - 1) / (factor - 1) times the first one.
    // Rounding may leave the logarithm just below k, which still means k.
    const Variable logarithm = layer::log(x * (factor - 1) + 1);
    const Variable k = Floor(logarithm / std::log(factor) + 1e-9);
    const Variable length = PowerOf(factor, k);
    const Variable begin = (length - 1) / (factor - 1);
    part = (x - begin) / length;
  }
  return HalfWave(rate, end, part);
}

Variable LinearWarmup(const LearningRate& after, double steps, double start,
                      double end) {
  const Writing writing;
  CheckPositive(steps, "number of steps");
  CheckRates(start, end);
  const Variable t = writing.Step();
  const Variable rising = t * ((end - start) / steps) + start;
  Variable then = after.variable();
  if (!then.is_valid()) then = layer::ConstantBeside(t, after.value());
  return Where(layer::less_than(t, steps), rising,
               layer::CastTo(then, DataType::kFloat64));
}

}  // namespace paddle::backward::schedule

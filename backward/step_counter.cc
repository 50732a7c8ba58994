#include "paddle/backward/step_counter.h"

#include "absl/strings/str_cat.h"

#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/logical.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/promotion.h"

namespace paddle::backward {

using layer::Variable;

namespace {

std::string NowOf(const std::string& name) {
  return absl::StrCat(name, "_now");
}

// Returns a copy, because the counter itself changes during the run.
Variable Count(const std::string& name, int64_t period) {
  const auto main = layer::DefaultMainProgram();
  const layer::BlockGuard block(main, 0);
  const Variable counter =
      layer::global_variable({}, layer::DataType::kInt64, 0, name);
  layer::OpOptions now_options, counter_options;
  now_options.outputs = {{"Out", Variable(main, 0, NowOf(name))}};
  counter_options.outputs = {{"Out", counter}};
  const Variable now = layer::Op("assign", {{"X", counter}}, {}, now_options);
  Variable next = layer::increment(now);
  if (period != 0) {
    next = layer::Op("elementwise_mod",
                     {{"X", next}, {"Y", layer::ConstantBeside(next, period)}});
  }
  layer::Op("assign", {{"X", next}}, {}, counter_options);
  return now;
}

}  // namespace

Variable CountSteps(const std::string& name, int64_t period) {
  return Count(layer::DefaultMainProgram()->UniqueName(name), period);
}

Variable SharedStepCount(const std::string& name) {
  const auto main = layer::DefaultMainProgram();
  const bool exists =
      main->global_block().FindVar(NowOf(name), /*recursive=*/false) != nullptr;
  return exists ? Variable(main, 0, NowOf(name)) : Count(name, 0);
}

}  // namespace paddle::backward

#include "paddle/operators/elementwise/tile_plan.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace paddle::operators {
namespace {

class Planner {
 public:
  Planner(const FusedProgram& program, const std::vector<bool>& sums)
      : program_(program), sums_(sums) {
    AddViews();
    CountReaders();
    for (size_t s = 0; s < program.steps.size(); ++s) AddStep(s);
    SetOutputs();
    for (size_t s = 0; s < program.steps.size(); ++s) Place(s);
  }

  TilePlan TakePlan() { return std::move(plan_); }

 private:
  static TilePlan::View ViewOf(const FusedStep& step, size_t i) {
    return {step.operands[i], i == 1 ? step.axis : -1};
  }
  int ValueOf(const FusedStep& step, size_t i) const;
  void AddViews();
  void CountReaders();
  int SumBefore(size_t step) const;
  void AddStep(size_t step);
  void SetOutputs();
  void Place(size_t step);

  int num_views() const { return static_cast<int>(plan_.views.size()); }

  const FusedProgram& program_;
  const std::vector<bool>& sums_;
  TilePlan plan_;
  std::vector<int> last_use_;  // by value
  std::vector<int> readers_;   // by step; an output counts as one
  std::vector<int> free_;      // buffers
  int last_use_of_input_0_ = -1;
};

void Planner::AddViews() {
  for (const FusedStep& step : program_.steps) {
    for (size_t i = 0; i < step.operands.size(); ++i) {
      if (step.operands[i] < 0) continue;
      const TilePlan::View view = ViewOf(step, i);
      const auto& all = plan_.views;
      if (std::find(all.begin(), all.end(), view) == all.end()) {
        plan_.views.push_back(view);
      }
    }
  }
  last_use_.assign(plan_.views.size() + program_.steps.size(), -1);
}

int Planner::ValueOf(const FusedStep& step, size_t i) const {
  if (step.operands[i] < 0) return num_views() - 1 - step.operands[i];
  const auto& all = plan_.views;
  return static_cast<int>(std::find(all.begin(), all.end(), ViewOf(step, i)) -
                          all.begin());
}

void Planner::CountReaders() {
  readers_.assign(program_.steps.size(), 0);
  for (const FusedStep& step : program_.steps) {
    for (int operand : step.operands) {
      if (operand < 0) ++readers_[-1 - operand];
    }
  }
  for (int result : program_.results) ++readers_[result];
}

// Returns the step that adds up what this one reads, if nobody else reads it.
int Planner::SumBefore(size_t s) const {
  const std::vector<int>& operands = program_.steps[s].operands;
  if (!sums_[s] || operands.size() != 1 || operands[0] >= 0) return -1;
  const int before = -1 - operands[0];
  const bool is_sum = program_.steps[before].desc.type() == "elementwise_add" &&
                      !plan_.steps[before].of_sum && readers_[before] == 1;
  return is_sum ? before : -1;
}

void Planner::AddStep(size_t s) {
  const FusedStep* step = &program_.steps[s];
  plan_.steps.emplace_back();
  const int sum = SumBefore(s);
  if (sum >= 0) {
    plan_.steps[s].of_sum = true;
    plan_.steps[sum].skipped = true;
    step = &program_.steps[sum];
  }
  for (size_t i = 0; i < step->operands.size(); ++i) {
    const int value = ValueOf(*step, i);
    plan_.steps[s].values.push_back(value);
    last_use_[value] = static_cast<int>(s);
    if (step->operands[i] == 0) last_use_of_input_0_ = static_cast<int>(s);
  }
}

void Planner::SetOutputs() {
  for (size_t i = 0; i < program_.results.size(); ++i) {
    const int step = program_.results[i];
    if (i == 0 && last_use_of_input_0_ > step) {
      plan_.delayed = step;
      last_use_[num_views() + step] = std::numeric_limits<int>::max();
    } else {
      plan_.steps[step].output = static_cast<int>(i);
    }
  }
}

// A step may write where it reads: the buffers of what it is the last to read
// are free for it.
void Planner::Place(size_t s) {
  TilePlan::Step& step = plan_.steps[s];
  if (step.skipped) return;
  for (int value : step.values) {
    if (value < num_views() || last_use_[value] != static_cast<int>(s))
      continue;
    const int buffer = plan_.steps[value - num_views()].buffer;
    const bool is_free =
        std::find(free_.begin(), free_.end(), buffer) != free_.end();
    if (buffer >= 0 && !is_free) free_.push_back(buffer);
  }
  if (step.output >= 0) return;
  if (free_.empty()) free_.push_back(plan_.buffers++);
  step.buffer = free_.back();
  free_.pop_back();
}

}  // namespace

TilePlan PlanTiles(const FusedProgram& program, const std::vector<bool>& sums) {
  return Planner(program, sums).TakePlan();
}

}  // namespace paddle::operators

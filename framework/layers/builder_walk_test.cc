// Random walks over the builders of blocks: any method in any order, bodies
// closed in another order or thread than opened, builders used after their
// block is gone. Nothing but errors may come of it, and a program that is well
// formed. python/tests/builder_walk.py walks through the Python package.
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/if_else.h"
#include "paddle/framework/layers/logical.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/operators.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/recurrent.h"
#include "paddle/framework/layers/switch_case.h"
#include "paddle/framework/layers/while_loop.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {
namespace {

class Walk {
 public:
  explicit Walk(unsigned seed) : random_(seed) {}

  void Run(int steps) {
    AddData();
    for (int i = 0; i < steps; ++i) {
      Step();
      Verify();
    }
    while (!ends_.empty()) {
      Drop();
      Verify();
    }
  }

 private:
  using Call = std::function<void()>;

  int Draw(size_t count) { return static_cast<int>(random_() % count); }
  template <typename T>
  T& Any(std::vector<T>* from) {
    return (*from)[Draw(from->size())];
  }

  void AddData() {
    Keep(data("x" + std::to_string(++names_), {-1, 3}));
    Keep(data("s" + std::to_string(++names_), {-1, 3}, DataType::kFloat32, 1));
    Keep(data("d" + std::to_string(++names_), {4, 2, 3}));
    Keep(data("i" + std::to_string(++names_), {1}, DataType::kInt64));
    Keep(data("b" + std::to_string(++names_), {1}, DataType::kBool));
    Keep(data("r" + std::to_string(++names_), {-1, 1}, DataType::kBool));
  }

  void Keep(const Variable& variable) { variables_.push_back(variable); }
  void KeepAll(const std::vector<Variable>& variables) {
    for (const Variable& variable : variables) Keep(variable);
  }
  Variable Any() {
    const size_t recent = std::min<size_t>(variables_.size(), 8);
    const size_t count = Draw(2) == 0 ? recent : variables_.size();
    return variables_[variables_.size() - 1 - Draw(count)];
  }
  // A bool more often than not.
  Variable AnyBool() {
    Variable found = Any();
    for (int i = 0; i < 8; ++i, found = Any()) {
      try {
        if (found.dtype() == DataType::kBool) break;
      } catch (const platform::Error&) {
      }
    }
    return found;
  }

  // Errors of the project's are what calls may end with.
  static void Attempt(const Call& call) {
    try {
      call();
    } catch (const platform::Error&) {
    }
  }

  void Step() {
    const std::vector<Call> steps = {
        [this] { Attempt([this] { Layer(); }); },
        [this] { Attempt([this] { Layer(); }); },
        [this] { MakeBuilder(); },
        [this] { Use(); },
        [this] { Use(); },
        [this] { Use(); },
        [this] { Use(); },
        [this] { Guard(); },
        [this] { InThread(); },
        [this] {
          if (Draw(3) == 0) Drop();
        },
        [this] { Attempt([this] { Branches(); }); },
        [this] {
          if (Draw(6) == 0) Attempt([this] { AddData(); });
        }};
    steps[Draw(steps.size())]();
  }

  void Layer() {
    const Variable a = Any(), b = Any();
    const std::vector<std::function<Variable()>> layers = {
        [&] { return tanh(a); },
        [&] { return a + b; },
        [&] { return fc(a, 3); },
        [&] { return less_than(a, b); },
        [&] { return increment(a); },
        [&] { return reduce_sum(a); },
        [&] {
          return parameter({2, 3});
        },
        [&] { return fill_constant({1}, DataType::kInt64, 1); },
        [&] { return CurrentRnn().StepInput(a); }};
    Keep(layers[Draw(layers.size())]());
  }

  void MakeBuilder() {
    switch (Draw(4)) {
      case 0:
        rnns_.push_back(std::make_shared<Rnn>());
        return ends_.push_back([one = rnns_.back()]() mutable { one.reset(); });
      case 1:
        return Attempt([this] {
          loops_.push_back(std::make_shared<WhileLoop>(AnyBool()));
          ends_.push_back([one = loops_.back()]() mutable { one.reset(); });
        });
      case 2:
        if_elses_.push_back(std::make_shared<IfElse>());
        return ends_.push_back(
            [one = if_elses_.back()]() mutable { one.reset(); });
      default:
        switches_.push_back(std::make_shared<Switch>());
        return ends_.push_back(
            [one = switches_.back()]() mutable { one.reset(); });
    }
  }

  void Use() {
    Attempt([this] {
      switch (Draw(4)) {
        case 0:
          return rnns_.empty() ? MakeBuilder() : UseRnn(*Any(&rnns_));
        case 1:
          return loops_.empty() ? MakeBuilder() : UseLoop(*Any(&loops_));
        case 2:
          return if_elses_.empty() ? MakeBuilder()
                                   : UseIfElse(*Any(&if_elses_));
        default:
          return switches_.empty() ? MakeBuilder()
                                   : UseSwitch(*Any(&switches_));
      }
    });
  }

  void UseRnn(Rnn& rnn) {
    const std::vector<Call> calls = {[&] { rnn.BeginStep(); },
                                     [&] { rnn.BeginStep(); },
                                     [&] { rnn.EndStep(); },
                                     [&] { rnn.Abandon(); },
                                     [&] { Keep(rnn.StepInput(Any())); },
                                     [&] { Keep(rnn.StaticInput(Any())); },
                                     [&] { Keep(rnn.Memory(Any())); },
                                     [&] { Keep(rnn.Memory({3}, 0)); },
                                     [&] { Keep(rnn.PreviousMemory(Any())); },
                                     [&] { rnn.UpdateMemory(Any(), Any()); },
                                     [&] { rnn.Output({Any()}); },
                                     [&] { KeepAll(rnn()); }};
    calls[Draw(calls.size())]();
  }

  void UseLoop(WhileLoop& loop) {
    const std::vector<Call> calls = {
        [&] { loop.BeginBlock(); },         [&] { loop.BeginBlock(); },
        [&] { loop.EndBlock(); },           [&] { loop.Abandon(); },
        [&] { Keep(loop.Carry(Any())); },   [&] { loop.Update(Any(), Any()); },
        [&] { loop.Condition(AnyBool()); }, [&] { KeepAll(loop()); }};
    calls[Draw(calls.size())]();
  }

  void UseIfElse(IfElse& ie) {
    const std::vector<Call> calls = {
        [&] { ie.BeginTrueBlock(); },   [&] { ie.BeginFalseBlock(); },
        [&] { ie.EndBlock(); },         [&] { ie.EndBlock(); },
        [&] { ie.Abandon(); },          [&] { ie.Split(Any()); },
        [&] { ie.Whole(Any()); },       [&] { ie.Output({Any()}); },
        [&] { KeepAll(ie(AnyBool())); }};
    calls[Draw(calls.size())]();
  }

  void UseSwitch(Switch& sw) {
    const std::vector<Call> calls = {
        [&] { sw.BeginCase(AnyBool()); }, [&] { sw.BeginCase(AnyBool()); },
        [&] { sw.BeginDefault(); },       [&] { sw.EndBlock(); },
        [&] { sw.EndBlock(); },           [&] { sw.Abandon(); },
        [&] { sw.Output({Any()}); },      [&] { KeepAll(sw({})); },
        [&] { KeepAll(sw({Any()})); }};
    calls[Draw(calls.size())]();
  }

  void Branches() {
    const auto branch = [this]() -> std::vector<Variable> {
      for (int i = Draw(3); i > 0; --i) Step();
      if (Draw(8) == 0) PADDLE_THROW(InvalidArgument, "a body that fails");
      return {Any()};
    };
    if (++depth_ < 4) {
      Attempt([&] { KeepAll(cond(AnyBool(), branch, branch)); });
    }
    --depth_;
  }

  void Guard() {
    auto program =
        programs_.empty() || Draw(2) == 0 ? NewProgram() : Any(&programs_);
    programs_.push_back(program);
    ends_.push_back([guard = std::make_shared<ProgramGuard>(
                         program, NewProgram())]() mutable { guard.reset(); });
  }

  void InThread() {
    if (++depth_ < 3) {
      std::thread([this] {
        for (int i = Draw(4); i >= 0; --i) Step();
      }).join();
    }
    --depth_;
  }

  // Ends a builder or a guard; one that others hold ends with the last of them.
  void Drop() {
    if (ends_.empty()) return;
    const int chosen = Draw(ends_.size());
    const Call end = ends_[chosen];
    ends_.erase(ends_.begin() + chosen);
    rnns_.clear();
    loops_.clear();
    if_elses_.clear();
    switches_.clear();
    end();
  }

  void Verify() const {
    framework::Verify(*DefaultMainProgram());
    for (const auto& program : programs_) framework::Verify(*program);
  }

  std::mt19937 random_;
  int names_ = 0;
  int depth_ = 0;
  std::vector<std::shared_ptr<Program>> programs_;
  std::vector<Variable> variables_;
  std::vector<std::shared_ptr<Rnn>> rnns_;
  std::vector<std::shared_ptr<WhileLoop>> loops_;
  std::vector<std::shared_ptr<IfElse>> if_elses_;
  std::vector<std::shared_ptr<Switch>> switches_;
  std::vector<Call> ends_;  // of builders and guards
};

// PADDLE_WALKS says how many.
TEST(BuilderWalkTest, EndsInErrorsAtWorst) {
  const char* const wanted = std::getenv("PADDLE_WALKS");
  const int walks = wanted == nullptr ? 200 : std::atoi(wanted);
  for (int seed = 0; seed < walks; ++seed) {
    SCOPED_TRACE(seed);
    const ProgramGuard guard(NewProgram(), NewProgram());
    ASSERT_NO_THROW(Walk(seed).Run(60)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace paddle::layer

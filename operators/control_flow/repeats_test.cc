// Lists that hold one variable twice, and blocks that return what they were
// given, an outer variable, or one value several times: each construct against
// the same mathematics written out.
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/control_flow/ifelse_fixture.h"

namespace paddle::operators {
namespace {

using layer::operator*;
using layer::operator+;
using Values = std::vector<Variable>;

constexpr int kTimes = 3;

// The arguments of a body: two values; `first` is what the first began as, and
// `outer` another variable from outside, as the block sees them.
struct Seen {
  Variable x, y, first, outer;
};
struct Case {
  const char* name;
  std::function<Values(const Seen&)> body;
};

const std::vector<Case>& Cases() {
  static const auto& cases = *new std::vector<Case>{
      {"inputs",
       [](const Seen& s) {
         return Values{s.x, s.y};
       }},
      {"swapped",
       [](const Seen& s) {
         return Values{s.y, s.x};
       }},
      {"an input twice",
       [](const Seen& s) {
         return Values{s.y, s.y};
       }},
      {"outer",
       [](const Seen& s) {
         return Values{s.outer, s.x * s.y};
       }},
      {"outer twice",
       [](const Seen& s) {
         return Values{s.outer, s.outer};
       }},
      {"outer, then used",
       [](const Seen& s) {
         return Values{s.x * s.x + s.y, s.outer};
       }},
      {"first",
       [](const Seen& s) {
         return Values{s.x * s.first, s.first};
       }},
      {"one value twice",
       [](const Seen& s) {
         const Variable sum = layer::tanh(s.x + s.y * 2);
         return Values{sum, sum};
       }},
      {"Fibonacci",
       [](const Seen& s) {
         return Values{s.y, s.x + s.y};
       }},
      {"squares",
       [](const Seen& s) {
         return Values{s.x * s.x, s.y * s.x * s.x};
       }},
  };
  return cases;
}

class ThreeValuesTest : public IfElseTest {
 protected:
  const Variable a_ = Random("a", {3, 2});
  const Variable b_ = Random("b", {3, 2});
  const Variable outer_ = Random("outer", {3, 2});
};

// One of the cases, the two values beginning as different variables or as the
// same one. Each has a program of its own: it is compiled for every look.
class RepeatsTest
    : public ThreeValuesTest,
      public ::testing::WithParamInterface<std::tuple<int, bool>> {
 protected:
  using Body = std::function<Values(const Seen&)>;
  // The outputs of a construct around a body, of values that begin as these.
  using Construct = std::function<Values(const Body&, Values)>;

  // Compares with `expected`, values and gradients.
  void Compare(const Construct& got, const Construct& expected) {
    const auto& [index, same] = GetParam();
    const Case& one = Cases()[index];
    SCOPED_TRACE(std::string(one.name) + (same ? ", one variable" : ""));
    const Values begin = {a_, same ? a_ : b_};
    // Behind the block the inputs are used once more.
    const auto loss = [&](const Values& ends) {
      return Weighed(ends[0] * ends[1] + ends[1]) + Weighed(a_ * outer_);
    };
    const Values wanted = expected(one.body, begin);
    const Values ends = got(one.body, begin);
    ASSERT_EQ(ends.size(), wanted.size());
    ExpectSameNumbers(Eval(wanted), Eval(ends));
    ExpectSameNumbers(Gradients(loss(wanted)), Gradients(loss(ends)));
  }

  std::vector<Array> Gradients(const Variable& loss) {
    const Values inputs = {a_, b_, outer_};
    const Values grads = backward::Gradients({loss}, inputs);
    std::vector<Array> values;
    for (size_t i = 0; i < inputs.size(); ++i) {
      values.push_back(grads[i].is_valid() ? Eval(grads[i])
                                           : Array(framework::Dims{3, 2}));
    }
    return values;
  }

  static void ExpectSameNumbers(const std::vector<Array>& expected,
                                const std::vector<Array>& got) {
    for (size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(testing::Difference(expected[i], got[i], 1e-12), "") << i;
    }
  }

  // The body applied once, or several times.
  Values Once(const Body& body, const Values& now, const Variable& first) {
    return body({now[0], now[1], first, outer_});
  }
  Construct Times(int times) {
    return [this, times](const Body& body, Values now) {
      const Variable first = now[0];
      for (int i = 0; i < times; ++i) now = Once(body, now, first);
      return now;
    };
  }
};

INSTANTIATE_TEST_SUITE_P(
    Cases, RepeatsTest,
    ::testing::Combine(::testing::Range(0, static_cast<int>(Cases().size())),
                       ::testing::Bool()));

TEST_P(RepeatsTest, Loops) {
  for (int times : {0, 1, kTimes}) {
    const auto loop = [&](const Body& body, const Values& inits) {
      const Variable zero = layer::fill_constant({1}, DataType::kInt64, 0);
      layer::WhileLoop loop(layer::less_than(zero, times));
      loop.BeginBlock();
      const Variable x = loop.Carry(inits[0]), count = loop.Carry(zero),
                     y = loop.Carry(inits[1]);
      const Values next = Once(body, {x, y}, inits[0]);
      loop.Update(x, next[0]);
      loop.Update(y, next[1]);
      loop.Update(count, layer::increment(count));
      loop.Condition(layer::less_than(layer::increment(count), times));
      loop.EndBlock();
      const Values ends = loop();
      return Values{ends[0], ends[2]};
    };
    Compare(loop, Times(times));
  }
}

// An iteration saves values that must outlive the memory of the outer variable:
// the next iteration of the loop around it writes over that.
class OuterValuesTest : public ThreeValuesTest {
 protected:
  // Carries one value: `body` says how it goes on.
  static Variable Loop(const Variable& init, int times,
                       const std::function<Variable(const Variable&)>& body) {
    const Variable zero = layer::fill_constant({1}, DataType::kInt64, 0);
    layer::WhileLoop loop(layer::less_than(zero, times));
    loop.BeginBlock();
    const Variable x = loop.Carry(init), count = loop.Carry(zero);
    loop.Update(x, body(x));
    const Variable next = layer::increment(count);
    loop.Update(count, next);
    loop.Condition(layer::less_than(next, times));
    loop.EndBlock();
    return loop()[0];
  }
  static Variable Outer(const Variable& x) { return layer::scale(x, 0.5, 0.1); }
};

TEST_F(OuterValuesTest, OfALoopInsideALoop) {
  const Variable end = Loop(a_, kTimes, [&](const Variable& x) {
    const Variable outer = Outer(x), zero = layer::scale(x, 0);
    const Variable limit = layer::fill_constant({1}, DataType::kInt64, 0);
    layer::WhileLoop loop(layer::less_than(limit, kTimes));
    loop.BeginBlock();
    const Variable now = loop.Carry(x), sum = loop.Carry(zero),
                   count = loop.Carry(limit);
    loop.Update(sum, sum + now * now * b_);
    loop.Update(now, outer);
    const Variable next = layer::increment(count);
    loop.Update(count, next);
    loop.Condition(layer::less_than(next, kTimes));
    loop.EndBlock();
    return loop()[1];
  });
  ExpectNumericGradients(end, {a_, b_});
}

TEST_F(OuterValuesTest, OfStepsInsideALoop) {
  const Variable steps = Random("steps", {kTimes, 1});
  const Variable end = Loop(a_, kTimes, [&](const Variable& x) {
    const Variable outer = Outer(x);
    layer::Rnn rnn;
    rnn.BeginStep();
    const Variable step = rnn.StepInput(steps), now = rnn.Memory(x);
    rnn.Output({now * now * step * b_});
    rnn.UpdateMemory(now, outer);
    rnn.EndStep();
    return layer::reduce_sum(rnn()[0], {0});
  });
  ExpectNumericGradients(end, {a_, b_, steps});
}

TEST_P(RepeatsTest, MemoriesOverDenseSteps) {
  const Variable steps = Random("steps", {kTimes, 1});
  const auto rnn = [&](const Body& body, const Values& inits) {
    layer::Rnn rnn;
    rnn.BeginStep();
    rnn.StepInput(steps);
    const Variable x = rnn.Memory(inits[0]), y = rnn.Memory(inits[1]);
    const Values next = Once(body, {x, y}, inits[0]);
    rnn.UpdateMemory(x, next[0]);
    rnn.UpdateMemory(y, next[1]);
    rnn.Output({next[0], next[1], next[0]});
    rnn.EndStep();
    return rnn();
  };
  Compare(rnn, [&](const Body& body, const Values& inits) {
    std::vector<Values> outputs(3);
    Values now = inits;
    for (int i = 0; i < kTimes; ++i) {
      now = Once(body, now, inits[0]);
      outputs[0].push_back(now[0]);
      outputs[1].push_back(now[1]);
    }
    const Variable first = layer::stack(outputs[0]);
    return Values{first, layer::stack(outputs[1]), first};
  });
}

TEST_P(RepeatsTest, MemoriesOfSequences) {
  const Variable x = Random("x", {-1, 1}, 9, {{3, 3, 3}});
  const auto rnn = [&](const Body& body, const Values& inits) {
    layer::Rnn rnn;
    rnn.BeginStep();
    rnn.StepInput(x);
    const Variable one = rnn.Memory(inits[0]), other = rnn.Memory(inits[1]);
    const Values next =
        body({one, other, rnn.StaticInput(inits[0]), rnn.StaticInput(outer_)});
    rnn.UpdateMemory(one, next[0]);
    rnn.UpdateMemory(other, next[1]);
    rnn.Output({next[0], next[1]});
    rnn.EndStep();
    Values ends;
    for (const Variable& all : rnn()) {
      ends.push_back(layer::sequence_last_step(all));
    }
    return ends;
  };
  Compare(rnn, Times(kTimes));
}

TEST_P(RepeatsTest, OneOfTwoBlocks) {
  for (bool holds : {true, false}) {
    const Variable flag = Bools(holds ? "yes" : "no", {1}, {holds});
    const auto branch = [&](const Body& body, const Values& inits) {
      const auto on_true = [&] { return Once(body, inits, inits[0]); };
      const auto on_false = [&] { return Values{inits[1], inits[1]}; };
      return layer::cond(flag, on_true, on_false);
    };
    Compare(branch, [&](const Body& body, const Values& inits) {
      return holds ? Once(body, inits, inits[0]) : Values{inits[1], inits[1]};
    });
  }
}

TEST_P(RepeatsTest, ValuesInsteadOfABlock) {
  const Variable flag = Bools("flag", {1}, {false});
  const auto branch = [&](const Body& body, const Values& inits) {
    const auto on_true = [&] { return Values{inits[1], inits[1]}; };
    return layer::cond(flag, on_true, nullptr, Once(body, inits, inits[0]));
  };
  Compare(branch, Times(1));
}

TEST_P(RepeatsTest, CasesOfASwitch) {
  const Variable no = Bools("no", {1}, {false});
  for (bool holds : {true, false}) {
    const Variable flag = Bools(holds ? "yes" : "not", {1}, {holds});
    const auto branch = [&](const Body& body, const Values& inits) {
      layer::Switch choice;
      for (const Variable& condition : {no, flag, no}) {
        choice.BeginCase(condition);
        choice.Output(condition == no ? Values{outer_, outer_}
                                      : Once(body, inits, inits[0]));
        choice.EndBlock();
      }
      choice.BeginDefault();
      choice.Output({inits[1], inits[1]});
      choice.EndBlock();
      return choice();
    };
    Compare(branch, [&](const Body& body, const Values& inits) {
      return holds ? Once(body, inits, inits[0]) : Values{inits[1], inits[1]};
    });
  }
}

TEST_P(RepeatsTest, PartsOfRows) {
  int number = 0;
  for (const std::vector<bool>& bools :
       {std::vector<bool>{true, false, true}, {true, true, true}}) {
    const Variable mask =
        Bools("mask" + std::to_string(number++), {3, 1}, bools);
    const auto branch = [&](const Body& body, const Values& inits) {
      return Branch(
          mask, [&] { return Once(body, inits, inits[0]); },
          [&] {
            return Values{inits[1], inits[1]};
          });
    };
    Compare(branch, [&](const Body& body, const Values& inits) {
      const Values one = Once(body, inits, inits[0]);
      return Values{Mix(mask, one[0], inits[1]), Mix(mask, one[1], inits[1])};
    });
  }
}

}  // namespace
}  // namespace paddle::operators

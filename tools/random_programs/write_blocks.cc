#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/tools/random_programs/written.h"

namespace paddle::random_programs {

using framework::DataType;
using layer::operator+;

namespace {

struct Value {
  Kind kind = Kind::kNone;
  Variable variable;
};

// The places that a body sees. A place of an outer body is looked up when it is
// read, as a user's code would name it; `inside` says what an outer value is in
// the body.
class Places {
 public:
  using Inside = std::function<Value(int place, const Value& outer)>;

  explicit Places(Places* outer = nullptr, Inside inside = nullptr)
      : outer_(outer),
        begin_(outer == nullptr ? 0 : outer->end()),
        inside_(std::move(inside)) {}

  int end() const { return begin_ + static_cast<int>(own_.size()); }
  void Add(Kind kind, Variable variable) {
    own_.push_back({kind, std::move(variable)});
  }
  Value Get(int place) {
    if (place >= begin_) return own_[place - begin_];
    auto [entry, is_new] = seen_.try_emplace(place);
    if (is_new) {
      const Value value = outer_->Get(place);
      entry->second = inside_ == nullptr ? value : inside_(place, value);
    }
    return entry->second;
  }
  Parts Get(const std::vector<int>& places) {
    Parts variables;
    for (int place : places) variables.push_back(Get(place).variable);
    return variables;
  }

 private:
  Places* const outer_;
  const int begin_;
  const Inside inside_;
  std::vector<Value> own_;
  std::map<int, Value> seen_;
};

class BlockWriter {
 public:
  explicit BlockWriter(const Plan& plan) : plan_(plan) {}

  Written Write() {
    written_.main = layer::NewProgram();
    const layer::ProgramGuard guard(written_.main, layer::NewProgram());
    Places places;
    for (size_t i = 0; i < plan_.inputs.size(); ++i) {
      places.Add(plan_.inputs[i], Input(plan_.inputs[i], static_cast<int>(i)));
    }
    for (int i = 0; i < plan_.parameters; ++i) {
      written_.inputs.push_back({ParameterOf(i)});
    }
    const Parts results = Run(plan_.body, {}, &places);
    for (const Variable& result : results) {
      written_.results.push_back({result});
      const Variable loss = LossOf(result);
      written_.loss = written_.loss.is_valid() ? written_.loss + loss : loss;
    }
    return std::move(written_);
  }

 private:
  Variable Input(Kind kind, int place) {
    const std::string name = absl::StrCat("input", place);
    if (kind == Kind::kMask || kind == Kind::kFlag) return Bools(kind, place);
    const int levels = kind == Kind::kSeq ? 1 : 0;
    std::vector<int64_t> shape = {-1, kWidth};
    if (kind == Kind::kVec) shape = {kWidth};
    if (kind == Kind::kStack) shape = {plan_.steps, kWidth};
    const Variable x = layer::data(name, shape, DataType::kFloat64, levels);
    int64_t rows = plan_.items;
    if (kind == Kind::kSeq) {
      rows = 0;
      for (int64_t length : plan_.lengths) rows += length;
    }
    if (shape[0] < 0) shape[0] = rows;
    Feed(x, shape, NumbersOf(name, framework::Dims(shape).Numel()),
         &written_.feeds);
    if (levels > 0) {
      written_.feeds.back().second.set_lod(
          framework::LoD::FromLengths({plan_.lengths}));
    }
    written_.inputs.push_back({x});
    return x;
  }

  Variable Bools(Kind kind, int place) {
    const auto& values = plan_.bools[place];
    const bool mask = kind == Kind::kMask;
    const Variable x = layer::data(
        absl::StrCat("input", place),
        mask ? std::vector<int64_t>{-1, 1} : std::vector<int64_t>{1},
        DataType::kBool);
    framework::LoDTensor tensor;
    tensor.Allocate(mask ? framework::Dims{plan_.items, 1} : framework::Dims{1},
                    DataType::kBool);
    std::copy_n(values.begin(), tensor.numel(), tensor.mutable_data<bool>());
    written_.feeds.emplace_back(x.name(), std::move(tensor));
    return x;
  }

  // Writes a body whose places are `places`, and returns its results.
  Parts Run(const Body& body, const Parts& arguments, Places* places) {
    for (size_t i = 0; i < arguments.size(); ++i) {
      places->Add(body.arguments[i], arguments[i]);
    }
    for (const Statement& statement : body.statements) {
      const Parts outputs = Write(statement, places);
      for (size_t i = 0; i < outputs.size(); ++i) {
        places->Add(statement.outputs[i], outputs[i]);
      }
    }
    return places->Get(body.results);
  }

  Parts Write(const Statement& statement, Places* places) {
    switch (statement.type) {
      case Type::kAlias:
        return places->Get(statement.operands);
      case Type::kPool: {
        const Variable x = places->Get(statement.operands)[0];
        return {layer::scale(layer::sequence_pool(x, "sum"), 0.3)};
      }
      case Type::kSumRows: {
        const Variable x = places->Get(statement.operands)[0];
        return {layer::scale(layer::reduce_sum(x, {0}), 0.25)};
      }
      case Type::kWhile:
        return While(statement, places);
      case Type::kCond:
        return Cond(statement, places);
      case Type::kSwitch:
        return Switch(statement, places);
      case Type::kIfElse:
        return IfElse(statement, places);
      case Type::kRnn:
      case Type::kDenseRnn:
        return Recurrent(statement, places);
      default:
        return {Simple(statement, places->Get(statement.operands))};
    }
  }

  Parts While(const Statement& statement, Places* outer) {
    const Parts inits = outer->Get(statement.operands);
    const Variable zero = layer::fill_constant({1}, DataType::kInt64, 0);
    layer::WhileLoop loop(layer::less_than(zero, statement.number));
    loop.BeginBlock();
    Parts carried;
    for (const Variable& init : inits) carried.push_back(loop.Carry(init));
    const Variable count = loop.Carry(zero);
    Places places(outer);
    const Parts next = Run(statement.bodies[0], carried, &places);
    for (size_t i = 0; i < carried.size(); ++i) {
      loop.Update(carried[i], next[i]);
    }
    const Variable counted = layer::increment(count);
    loop.Update(count, counted);
    loop.Condition(layer::less_than(counted, statement.number));
    loop.EndBlock();
    Parts outputs = loop();
    // The count of steps was carried last, and is no output of the statement.
    outputs.pop_back();
    return outputs;
  }

  Parts Cond(const Statement& statement, Places* outer) {
    const auto branch = [&](int i) {
      return [&, i] {
        Places places(outer);
        return Run(statement.bodies[i], {}, &places);
      };
    };
    const Parts others = outer->Get(statement.others);
    const bool both = statement.bodies.size() == 2;
    return layer::cond(outer->Get(statement.conditions[0]).variable, branch(0),
                       both ? layer::BranchFunction(branch(1)) : nullptr,
                       others);
  }

  Parts Switch(const Statement& statement, Places* outer) {
    layer::Switch choice;
    const Parts conditions = outer->Get(statement.conditions);
    const Parts others = outer->Get(statement.others);
    for (size_t i = 0; i < statement.bodies.size(); ++i) {
      if (i < conditions.size()) {
        choice.BeginCase(conditions[i]);
      } else {
        choice.BeginDefault();
      }
      Places places(outer);
      choice.Output(Run(statement.bodies[i], {}, &places));
      choice.EndBlock();
    }
    return choice(others);
  }

  Parts IfElse(const Statement& statement, Places* outer) {
    const Variable mask = outer->Get(statement.conditions[0]).variable;
    layer::IfElse ie;
    for (int i = 0; i < 2; ++i) {
      if (i == 0) {
        ie.BeginTrueBlock();
      } else {
        ie.BeginFalseBlock();
      }
      // A value is split by itself if its symbol is that of the mask. Other
      // symbols do not show that they are the number of items.
      Places places(outer, [&](int, const Value& value) {
        const bool rows =
            value.kind == Kind::kRows || value.kind == Kind::kMask;
        if (rows && value.variable.dims()[0] != mask.dims()[0]) {
          ie.Split(value.variable);
        }
        return value;
      });
      ie.Output(Run(statement.bodies[i], {}, &places));
      ie.EndBlock();
    }
    return ie(mask);
  }

  Parts Recurrent(const Statement& statement, Places* outer) {
    const Parts inputs = outer->Get(statement.operands);
    const Parts inits = outer->Get(statement.others);
    layer::Rnn rnn(layer::RnnOptions{statement.number == 1});
    rnn.BeginStep();
    Parts arguments;
    for (const Variable& input : inputs) {
      arguments.push_back(rnn.StepInput(input));
    }
    for (const Variable& init : inits) arguments.push_back(rnn.Memory(init));
    Places places(outer, [&](int place, const Value& value) {
      return InStep(statement, place, value, &rnn);
    });
    Parts results = Run(statement.bodies[0], arguments, &places);
    for (size_t i = 0; i < inits.size(); ++i) {
      rnn.UpdateMemory(arguments[inputs.size() + i],
                       results[statement.outputs.size() + i]);
    }
    results.resize(statement.outputs.size());
    rnn.Output(results);
    rnn.EndStep();
    return rnn();
  }

  // Some sequences are read by their own names inside the body, which has to
  // mean a step of them, too.
  static Value InStep(const Statement& statement, int place, const Value& value,
                      layer::Rnn* rnn) {
    const auto& operands = statement.operands;
    const bool is_operand =
        std::find(operands.begin(), operands.end(), place) != operands.end();
    const Kind kind = KindInside(statement.type, value.kind, is_operand);
    const bool items = value.kind == Kind::kRows || value.kind == Kind::kMask;
    if (statement.type == Type::kRnn && items) {
      return {kind, rnn->StaticInput(value.variable)};
    }
    const bool step = kind != value.kind && kind != Kind::kNone;
    if (step && place % 2 == 0) return {kind, rnn->StepInput(value.variable)};
    return {kind, value.variable};
  }

  const Plan& plan_;
  Written written_;
};

}  // namespace

Written WriteBlocks(const Plan& plan) { return BlockWriter(plan).Write(); }

}  // namespace paddle::random_programs

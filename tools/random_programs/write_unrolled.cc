#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/tools/random_programs/written.h"

namespace paddle::random_programs {

using framework::DataType;
using layer::operator+;

namespace {

// Holds one variable of a Vec; of Rows one for each item, of a Stack for each
// step; of a Seq for each item and step, `steps` of them for each item. Rows
// that do not exist are invalid variables.
struct Value {
  Kind kind = Kind::kNone;
  Parts rows;
  std::vector<bool> bools;
};
using Values = std::vector<Value>;
// Items are given in order; those missing take no part.
using Items = std::vector<int>;

class UnrolledWriter {
 public:
  explicit UnrolledWriter(const Plan& plan)
      : plan_(plan),
        steps_(static_cast<int>(
            *std::max_element(plan.lengths.begin(), plan.lengths.end()))) {}

  Written Write() {
    written_.main = layer::NewProgram();
    const layer::ProgramGuard guard(written_.main, layer::NewProgram());
    Values values;
    for (size_t i = 0; i < plan_.inputs.size(); ++i) {
      values.push_back(Input(plan_.inputs[i], static_cast<int>(i)));
    }
    for (int i = 0; i < plan_.parameters; ++i) {
      written_.inputs.push_back({ParameterOf(i)});
    }
    Items items(plan_.items);
    std::iota(items.begin(), items.end(), 0);
    written_.loss = layer::fill_constant({}, DataType::kFloat64, 0);
    for (const Value& result : Run(plan_.body, {}, items, values)) {
      written_.results.push_back(Given(result));
      for (const Variable& row : written_.results.back()) {
        written_.loss = written_.loss + LossOf(row);
      }
    }
    return std::move(written_);
  }

 private:
  int At(int item, int64_t step) const {
    return item * steps_ + static_cast<int>(step);
  }
  static Parts Given(const Value& value) {
    Parts given;
    for (const Variable& row : value.rows) {
      if (row.is_valid()) given.push_back(row);
    }
    return given;
  }

  // Returns the positions of the rows of a kind, in their order.
  std::vector<int> RowsOf(Kind kind, const Items& items) const {
    std::vector<int> rows;
    if (kind == Kind::kVec) return {0};
    if (kind == Kind::kRows) return items;
    if (kind == Kind::kStack) {
      rows.resize(plan_.steps);
      std::iota(rows.begin(), rows.end(), 0);
      return rows;
    }
    for (int item : items) {
      for (int64_t t = 0; t < plan_.lengths[item]; ++t) {
        rows.push_back(At(item, t));
      }
    }
    return rows;
  }
  Value Empty(Kind kind) const {
    Value value;
    value.kind = kind;
    int64_t rows = 1;
    if (kind == Kind::kRows) rows = plan_.items;
    if (kind == Kind::kStack) rows = plan_.steps;
    if (kind == Kind::kSeq) rows = plan_.items * steps_;
    value.rows.resize(rows);
    return value;
  }

  Value Input(Kind kind, int place) {
    Value value = Empty(kind);
    value.bools = plan_.bools[place];
    if (kind == Kind::kMask || kind == Kind::kFlag) return value;
    Items items(plan_.items);
    std::iota(items.begin(), items.end(), 0);
    const std::string name = absl::StrCat("input", place);
    const std::vector<int> rows = RowsOf(kind, items);
    const std::vector<double> numbers =
        NumbersOf(name, static_cast<int64_t>(rows.size()) * kWidth);
    auto next = numbers.begin();
    for (int row : rows) {
      value.rows[row] = layer::data(absl::StrCat(name, ".", row), {kWidth},
                                    DataType::kFloat64);
      Feed(value.rows[row], {kWidth}, {next, next + kWidth}, &written_.feeds);
      next += kWidth;
    }
    written_.inputs.push_back(Given(value));
    return value;
  }

  // Writes the statements of a body; `values` are those that the body sees.
  Values Run(const Body& body, const Values& arguments, const Items& items,
             Values values) {
    values.insert(values.end(), arguments.begin(), arguments.end());
    for (const Statement& statement : body.statements) {
      const Values outputs = Write(statement, items, values);
      values.insert(values.end(), outputs.begin(), outputs.end());
    }
    return Pick(values, body.results);
  }

  static Values Pick(const Values& values, const std::vector<int>& places) {
    Values picked;
    for (int place : places) picked.push_back(values[place]);
    return picked;
  }

  Values Write(const Statement& statement, const Items& items,
               const Values& values) {
    const Values operands = Pick(values, statement.operands);
    switch (statement.type) {
      case Type::kAlias:
        return operands;
      case Type::kPool:
        return {Pool(operands[0], items)};
      case Type::kSumRows: {
        Value sum = Empty(Kind::kVec);
        sum.rows[0] = SumOf(operands[0], RowsOf(Kind::kRows, items), 0.25);
        return {sum};
      }
      case Type::kWhile:
        return While(statement, items, values);
      case Type::kCond:
      case Type::kSwitch:
        return Branch(statement, items, values);
      case Type::kIfElse:
        return IfElse(statement, items, values);
      case Type::kRnn:
        return Recurrent(statement, items, values);
      case Type::kDenseRnn:
        return DenseRecurrent(statement, items, values);
      default:
        return {EachRow(statement, operands, items)};
    }
  }

  Value EachRow(const Statement& statement, const Values& operands,
                const Items& items) {
    Value out = Empty(operands[0].kind);
    for (int row : RowsOf(out.kind, items)) {
      Parts parts;
      for (const Value& operand : operands) {
        parts.push_back(operand.rows[operand.kind == Kind::kVec ? 0 : row]);
      }
      out.rows[row] = Simple(statement, parts);
    }
    return out;
  }

  static Variable SumOf(const Value& value, const std::vector<int>& rows,
                        double scale) {
    Parts parts;
    for (int row : rows) parts.push_back(value.rows[row]);
    if (parts.empty()) {
      return layer::fill_constant({kWidth}, DataType::kFloat64, 0);
    }
    return layer::scale(layer::sums(parts), scale);
  }

  Value Pool(const Value& sequences, const Items& items) {
    Value out = Empty(Kind::kRows);
    for (int item : items) {
      out.rows[item] = SumOf(sequences, RowsOf(Kind::kSeq, {item}), 0.3);
    }
    return out;
  }

  Values While(const Statement& statement, const Items& items,
               const Values& values) {
    Values carried = Pick(values, statement.operands);
    for (int i = 0; i < statement.number; ++i) {
      carried = Run(statement.bodies[0], carried, items, values);
    }
    return carried;
  }

  Values Branch(const Statement& statement, const Items& items,
                const Values& values) {
    size_t chosen = 0;
    while (chosen < statement.conditions.size() &&
           !values[statement.conditions[chosen]].bools[0]) {
      ++chosen;
    }
    if (chosen == statement.bodies.size())
      return Pick(values, statement.others);
    return Run(statement.bodies[chosen], {}, items, values);
  }

  Values IfElse(const Statement& statement, const Items& items,
                const Values& values) {
    Values outputs;
    for (Kind kind : statement.outputs) outputs.push_back(Empty(kind));
    for (int branch = 0; branch < 2; ++branch) {
      Items part;
      for (int item : items) {
        const bool holds = values[statement.conditions[0]].bools[item];
        if (holds == (branch == 0)) part.push_back(item);
      }
      if (part.empty()) continue;
      const Values results = Run(statement.bodies[branch], {}, part, values);
      for (size_t i = 0; i < outputs.size(); ++i) {
        for (int row : RowsOf(outputs[i].kind, part)) {
          outputs[i].rows[row] = results[i].rows[row];
        }
      }
    }
    return outputs;
  }

  // Returns step `t` of the sequences of some items, all of which are long
  // enough.
  Value StepOf(const Value& sequences, const Items& items, int64_t t,
               bool reverse) const {
    Value step = Empty(Kind::kRows);
    for (int item : items) {
      step.rows[item] = sequences.rows[At(item, Turned(item, t, reverse))];
    }
    return step;
  }
  int64_t Turned(int item, int64_t t, bool reverse) const {
    return reverse ? plan_.lengths[item] - 1 - t : t;
  }

  Items Alive(const Items& items, int64_t t) const {
    Items alive;
    for (int item : items) {
      if (plan_.lengths[item] > t) alive.push_back(item);
    }
    return alive;
  }
  // Makes a row for each item: its own, or a copy of the only one.
  Values Memories(const Values& inits, const Items& items) const {
    Values memories;
    for (const Value& init : inits) {
      memories.push_back(Empty(Kind::kRows));
      for (int item : items) {
        memories.back().rows[item] =
            init.rows[init.kind == Kind::kVec ? 0 : item];
      }
    }
    return memories;
  }

  Values Recurrent(const Statement& statement, const Items& items,
                   const Values& values) {
    const bool reverse = statement.number == 1;
    const Body& body = statement.bodies[0];
    const size_t count = statement.outputs.size();
    Values outputs(count, Empty(Kind::kSeq));
    Values memories = Memories(Pick(values, statement.others), items);
    for (int64_t t = 0; t < steps_; ++t) {
      const Items alive = Alive(items, t);
      if (alive.empty()) break;
      Values seen = values, arguments;
      for (Value& value : seen) {
        if (value.kind == Kind::kSeq) value = StepOf(value, alive, t, reverse);
      }
      for (int place : statement.operands) arguments.push_back(seen[place]);
      arguments.insert(arguments.end(), memories.begin(), memories.end());
      const Values results = Run(body, arguments, alive, seen);
      for (size_t i = 0; i < count; ++i) {
        for (int item : alive) {
          outputs[i].rows[At(item, Turned(item, t, reverse))] =
              results[i].rows[item];
        }
      }
      memories.assign(results.begin() + static_cast<int64_t>(count),
                      results.end());
    }
    return outputs;
  }

  Values DenseRecurrent(const Statement& statement, const Items& items,
                        const Values& values) {
    const size_t count = statement.outputs.size();
    Values outputs(count, Empty(Kind::kStack));
    Values memories = Pick(values, statement.others);
    for (int64_t i = 0; i < plan_.steps; ++i) {
      const int64_t t = statement.number == 1 ? plan_.steps - 1 - i : i;
      Values seen = values, arguments;
      for (int place : statement.operands) {
        Value step = Empty(Kind::kVec);
        step.rows[0] = values[place].rows[t];
        seen[place] = step;
        arguments.push_back(step);
      }
      arguments.insert(arguments.end(), memories.begin(), memories.end());
      const Values results =
          Run(statement.bodies[0], arguments, items, std::move(seen));
      for (size_t k = 0; k < count; ++k) {
        outputs[k].rows[t] = results[k].rows[0];
      }
      memories.assign(results.begin() + static_cast<int64_t>(count),
                      results.end());
    }
    return outputs;
  }

  const Plan& plan_;
  const int steps_;
  Written written_;
};

}  // namespace

Written WriteUnrolled(const Plan& plan) { return UnrolledWriter(plan).Write(); }

}  // namespace paddle::random_programs

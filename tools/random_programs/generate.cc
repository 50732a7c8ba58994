#include "paddle/tools/random_programs/generate.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace paddle::random_programs {

namespace {

using Kinds = std::vector<Kind>;

constexpr int kMostDepth = 3;
constexpr double kMostCost = 1000;

bool IsFloat(Kind kind) {
  return kind != Kind::kMask && kind != Kind::kFlag && kind != Kind::kNone;
}

// Returns what kind each place has inside a body of a statement.
Kinds Inside(const Statement& owner, Kinds kinds) {
  const auto& operands = owner.operands;
  for (int i = 0; i < static_cast<int>(kinds.size()); ++i) {
    const bool is_operand =
        std::find(operands.begin(), operands.end(), i) != operands.end();
    kinds[i] = KindInside(owner.type, kinds[i], is_operand);
  }
  return kinds;
}

class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  Plan Make() {
    plan_.inputs = {Kind::kVec,  Kind::kVec,  Kind::kRows,  Kind::kRows,
                    Kind::kSeq,  Kind::kSeq,  Kind::kStack, Kind::kMask,
                    Kind::kMask, Kind::kFlag, Kind::kFlag};
    plan_.items = 1 + Below(4);
    plan_.steps = 1 + Below(3);
    for (int64_t i = 0; i < plan_.items; ++i) {
      plan_.lengths.push_back(Below(4));
    }
    for (Kind kind : plan_.inputs) {
      const int64_t count = kind == Kind::kMask ? plan_.items : 1;
      plan_.bools.emplace_back();
      for (int64_t i = 0; i < count; ++i) {
        plan_.bools.back().push_back(Below(2) == 1);
      }
    }
    Kinds kinds = plan_.inputs;
    plan_.body = MakeBody(&kinds, {}, 0, 1, 2 + Below(4));
    const int results = 1 + Below(3);
    for (int i = 0; i < results; ++i) {
      plan_.body.results.push_back(PickFloat(kinds));
    }
    return std::move(plan_);
  }

 private:
  int Below(int n) { return static_cast<int>(random_() % n); }
  bool Chance(int percent) { return Below(100) < percent; }

  // Picks a place of a kind, preferring late ones, so that long chains arise.
  // Returns -1 if there is none.
  int Pick(const Kinds& kinds, Kind wanted) {
    std::vector<int> places;
    for (size_t i = 0; i < kinds.size(); ++i) {
      if (kinds[i] == wanted) places.push_back(static_cast<int>(i));
    }
    const int count = static_cast<int>(places.size());
    if (count == 0) return -1;
    return places[Chance(50) ? count - 1 - Below(std::min(count, 3))
                             : Below(count)];
  }

  int PickFloat(const Kinds& kinds) {
    for (;;) {
      const int place = Below(static_cast<int>(kinds.size()));
      if (IsFloat(kinds[place])) return Pick(kinds, kinds[place]);
    }
  }

  // Picks the same place as before in some cases, since an operand used twice
  // needs the sum of two gradients.
  int PickAgain(const Kinds& kinds, Kind wanted,
                const std::vector<int>& before) {
    if (!before.empty() && kinds[before.back()] == wanted && Chance(30)) {
      return before.back();
    }
    return Pick(kinds, wanted);
  }

  // Returns the number of operators it takes on a value, written without
  // blocks.
  double Cost(Kind kind) const {
    double rows = 0;
    switch (kind) {
      case Kind::kRows:
        return static_cast<double>(plan_.items);
      case Kind::kSeq:
        for (int64_t length : plan_.lengths) rows += length;
        return rows;
      case Kind::kStack:
        return static_cast<double>(plan_.steps);
      default:
        return 1;
    }
  }

  // Makes the statements of a body. `kinds` are those of the places that the
  // body sees; the outputs of its statements are appended.
  Body MakeBody(Kinds* kinds, const Kinds& arguments, int depth, double times,
                int statements) {
    Body body;
    body.arguments = arguments;
    kinds->insert(kinds->end(), arguments.begin(), arguments.end());
    for (int i = 0; i < statements && cost_ < kMostCost; ++i) {
      Statement statement;
      if (!MakeStatement(*kinds, depth, times, &statement)) continue;
      kinds->insert(kinds->end(), statement.outputs.begin(),
                    statement.outputs.end());
      body.statements.push_back(std::move(statement));
    }
    return body;
  }

  // Makes a body with results of these kinds. The caller knows that each kind
  // has a place to pick.
  Body MakeInner(const Statement& owner, const Kinds& outer,
                 const Kinds& arguments, const Kinds& results, int depth,
                 double times) {
    Kinds kinds = Inside(owner, outer);
    Body body = MakeBody(&kinds, arguments, depth + 1, times, 1 + Below(3));
    for (Kind kind : results) {
      body.results.push_back(PickAgain(kinds, kind, body.results));
    }
    return body;
  }

  bool MakeStatement(const Kinds& kinds, int depth, double times,
                     Statement* statement) {
    const bool simple = depth >= kMostDepth || Chance(depth == 0 ? 25 : 55);
    statement->type =
        static_cast<Type>(simple ? Below(static_cast<int>(Type::kAlias))
                                 : static_cast<int>(Type::kWhile) + Below(6));
    switch (statement->type) {
      case Type::kWhile:
        return MakeWhile(kinds, depth, times, statement);
      case Type::kCond:
      case Type::kSwitch:
        return MakeBranches(kinds, depth, times, statement);
      case Type::kIfElse:
        return MakeIfElse(kinds, depth, times, statement);
      case Type::kRnn:
        return MakeRnn(kinds, Kind::kSeq, Kind::kRows, depth, times, statement);
      case Type::kDenseRnn:
        return MakeRnn(kinds, Kind::kStack, Kind::kVec, depth, times,
                       statement);
      default:
        return MakeSimple(kinds, times, statement);
    }
  }

  bool MakeSimple(const Kinds& kinds, double times, Statement* statement) {
    const Type type = statement->type;
    int first = PickFloat(kinds);
    if (type == Type::kPool) first = Pick(kinds, Kind::kSeq);
    if (type == Type::kSumRows) first = Pick(kinds, Kind::kRows);
    if (first < 0) return false;
    Kind out = kinds[first];
    cost_ += times * Cost(out);
    statement->operands = {first};
    if (type == Type::kMatmul) statement->number = Below(plan_.parameters);
    if (type == Type::kAdd || type == Type::kMul) {
      const Kind second = Chance(25) ? Kind::kVec : out;
      const int place = PickAgain(kinds, second, statement->operands);
      if (place < 0) return false;
      statement->operands.push_back(place);
    }
    for (int i = type == Type::kSums ? 1 + Below(3) : 0; i > 0; --i) {
      statement->operands.push_back(PickAgain(kinds, out, statement->operands));
    }
    if (type == Type::kPool) out = Kind::kRows;
    if (type == Type::kSumRows) out = Kind::kVec;
    statement->outputs = {out};
    return true;
  }

  bool MakeWhile(const Kinds& kinds, int depth, double times,
                 Statement* statement) {
    const int count = 1 + Below(3);
    for (int i = 0; i < count; ++i) {
      const int any = PickFloat(kinds);
      auto& operands = statement->operands;
      operands.push_back(PickAgain(kinds, kinds[any], operands));
      statement->outputs.push_back(kinds[operands.back()]);
    }
    statement->number = Below(4);
    statement->bodies.push_back(MakeInner(*statement, kinds, statement->outputs,
                                          statement->outputs, depth,
                                          times * statement->number));
    return true;
  }

  bool MakeBranches(const Kinds& kinds, int depth, double times,
                    Statement* statement) {
    const int conditions = statement->type == Type::kCond ? 1 : 1 + Below(3);
    for (int i = 0; i < conditions; ++i) {
      statement->conditions.push_back(Pick(kinds, Kind::kFlag));
    }
    const int count = 1 + Below(3);
    for (int i = 0; i < count; ++i) {
      statement->outputs.push_back(kinds[PickFloat(kinds)]);
    }
    const bool otherwise = Chance(40);
    for (int i = 0; i < conditions + (otherwise ? 0 : 1); ++i) {
      statement->bodies.push_back(
          MakeInner(*statement, kinds, {}, statement->outputs, depth, times));
    }
    if (!otherwise) return true;
    for (Kind kind : statement->outputs) {
      statement->others.push_back(PickAgain(kinds, kind, statement->others));
    }
    return true;
  }

  bool MakeIfElse(const Kinds& kinds, int depth, double times,
                  Statement* statement) {
    statement->conditions = {Pick(kinds, Kind::kMask)};
    const int count = 1 + Below(3);
    for (int i = 0; i < count; ++i) {
      const bool sequences = Chance(35) && Pick(kinds, Kind::kSeq) >= 0;
      statement->outputs.push_back(sequences ? Kind::kSeq : Kind::kRows);
    }
    for (int i = 0; i < 2; ++i) {
      statement->bodies.push_back(
          MakeInner(*statement, kinds, {}, statement->outputs, depth, times));
    }
    return true;
  }

  // Makes a recurrent network. `step` is the kind of one step of an input, and
  // of an output of the body.
  bool MakeRnn(const Kinds& kinds, Kind input, Kind step, int depth,
               double times, Statement* statement) {
    const int inputs = 1 + Below(2), outputs = 1 + Below(2);
    Kinds arguments, results(outputs, step);
    for (int i = 0; i < inputs; ++i) {
      const int place = PickAgain(kinds, input, statement->operands);
      if (place < 0) return false;
      statement->operands.push_back(place);
      arguments.push_back(step);
    }
    for (int i = Below(3); i > 0; --i) {
      const Kind init = Chance(30) ? Kind::kVec : Kind::kRows;
      statement->others.push_back(PickAgain(kinds, init, statement->others));
      const Kind memory = input == Kind::kSeq ? Kind::kRows : init;
      arguments.push_back(memory);
      results.push_back(memory);
    }
    statement->number = Below(2);
    statement->outputs.assign(outputs, input);
    const int64_t steps =
        input == Kind::kStack
            ? plan_.steps
            : *std::max_element(plan_.lengths.begin(), plan_.lengths.end());
    statement->bodies.push_back(MakeInner(*statement, kinds, arguments, results,
                                          depth,
                                          times * static_cast<double>(steps)));
    return true;
  }

  std::mt19937_64 random_;
  Plan plan_;
  double cost_ = 0;
};

// Replaces a statement, found by its number, by an alias of values computed
// before it.
class Replacement {
 public:
  explicit Replacement(int index) : left_(index) {}

  bool In(Body* body, Kinds kinds) {
    kinds.insert(kinds.end(), body->arguments.begin(), body->arguments.end());
    for (Statement& statement : body->statements) {
      if (statement.type != Type::kAlias && left_-- == 0) {
        return Replace(kinds, &statement);
      }
      for (Body& inner : statement.bodies) {
        if (In(&inner, Inside(statement, kinds))) return true;
        if (left_ < 0) return false;
      }
      kinds.insert(kinds.end(), statement.outputs.begin(),
                   statement.outputs.end());
    }
    return false;
  }

 private:
  static bool Replace(const Kinds& kinds, Statement* statement) {
    Statement alias;
    alias.outputs = statement->outputs;
    for (Kind wanted : alias.outputs) {
      const auto found = std::find(kinds.rbegin(), kinds.rend(), wanted);
      if (found == kinds.rend()) return false;
      alias.operands.push_back(static_cast<int>(kinds.rend() - found) - 1);
    }
    *statement = std::move(alias);
    return true;
  }

  int left_;
};

}  // namespace

Plan Generate(uint64_t seed) { return Generator(seed).Make(); }

int NumStatements(const Body& body) {
  int count = 0;
  for (const Statement& statement : body.statements) {
    count += statement.type != Type::kAlias;
    for (const Body& inner : statement.bodies) count += NumStatements(inner);
  }
  return count;
}

bool ReplaceStatement(Plan* plan, int index) {
  return Replacement(index).In(&plan->body, plan->inputs);
}

}  // namespace paddle::random_programs

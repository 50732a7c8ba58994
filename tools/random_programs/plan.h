// Describes what a random program computes, independently of how it is written:
// with blocks or without.
#pragma once

#include <cstdint>
#include <vector>

namespace paddle::random_programs {

// The number of elements in a row.
constexpr int64_t kWidth = 2;

// The kind of the value at a place.
enum class Kind {
  kVec,    // [width]
  kRows,   // [items, width]: a row for each item of the batch
  kSeq,    // [rows, width]: a sequence for each item
  kStack,  // [steps, width], dense
  kMask,   // bool [items, 1], an input
  kFlag,   // bool [1], an input
  kNone,   // nothing that the block at hand could read
};

enum class Type {
  kTanh,     // tanh(a)
  kScale,    // 0.7 a + 0.1
  kAdd,      // (a + b) / 2, with a Vec broadcast
  kMul,      // a b, likewise
  kSums,     // (a + b + ...) / 3, of one kind
  kMatmul,   // tanh(a m), m being parameter `number`
  kPool,     // of sequences: 0.3 times the sum of the rows of each
  kSumRows,  // of Rows: a quarter of their sum, a Vec
  kAlias,    // the operands themselves: what is left when a failure is shrunk
  kWhile,    // `number` iterations over `operands`
  kCond,     // the first body if condition 0 holds, else the second or `others`
  kSwitch,   // the body of the first condition that holds
  kIfElse,   // two bodies, condition 0 being a mask
  kRnn,      // over sequences; `others` begin the memories; number 1: reverse
  kDenseRnn,  // over stacks, likewise
};

struct Body;

// Writes values to the next places.
struct Statement {
  Type type = Type::kAlias;
  std::vector<int> operands;    // places
  std::vector<int> others;      // places, see Type
  std::vector<int> conditions;  // places of flags, or of a mask
  int number = 0;
  std::vector<Body> bodies;
  std::vector<Kind> outputs;  // one for each place that is written
};

// Places are counted on from those that the body sees: first its arguments (of
// loops the carried values, of networks the steps and then the memories), then
// what the statements write.
struct Body {
  std::vector<Kind> arguments;
  std::vector<Statement> statements;
  std::vector<int> results;  // places, of networks outputs and then memories
};

// A whole program. Its inputs have the first places.
struct Plan {
  std::vector<Kind> inputs;
  Body body;  // without arguments
  int parameters = 2;
  int64_t items = 1;
  int64_t steps = 1;             // of stacks
  std::vector<int64_t> lengths;  // of the sequences of all inputs
  // The values of masks and flags (a flag is the first one), by place among the
  // inputs.
  std::vector<std::vector<bool>> bools;
};

// Returns what a place of that kind is inside the body of a statement, which
// takes it as an operand or not.
inline Kind KindInside(Type type, Kind kind, bool is_operand) {
  if (type == Type::kRnn && kind == Kind::kSeq) return Kind::kRows;
  if (type != Type::kDenseRnn) return kind;
  if (kind == Kind::kStack && is_operand) return Kind::kVec;
  return kind == Kind::kSeq ? Kind::kNone : kind;
}

}  // namespace paddle::random_programs

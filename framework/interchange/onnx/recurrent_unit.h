// Reads nodes of recurrent units, whose sequences are padded or shorter, and
// runs their steps over ragged ones.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {

// A unit of one direction at a time. All tensors are those of the node, whose
// inputs are X, W, R, B, sequence_lens, initial_h.
class RecurrentUnit {
 public:
  // Throws Unimplemented for clip, and for steps whose number is known neither
  // from X nor from sequence_lens.
  RecurrentUnit(Node* node, int64_t gates);

  int directions() const { return directions_; }
  bool is_reverse(int d) const { return first_is_reverse_ || d == 1; }
  int64_t hidden() const { return hidden_; }
  int64_t gates() const { return gates_; }
  // X as sequences, [rows, size].
  const Variable& rows() const { return rows_; }

  // Returns the part of an input that belongs to a direction.
  Variable Of(int input, int d, int axis = 0) const;
  // Returns an initial state, [batch, hidden]; none if it is left out.
  Variable State(int input, int d) const;
  // Returns `x` with its parts along an axis in another order.
  Variable Ordered(const Variable& x, const Ints& order, int64_t axis) const;
  // Returns weight W or R of a direction, transposed, its gates in our order.
  Variable Weight(int input, int d, const Ints& order) const;
  // Returns the two biases, added up, [1, gates * hidden]; none if they are
  // left out.
  Variable Bias(int d, const Ints& order) const;

  // Sets output Y of all directions.
  void OutSteps(const std::vector<Variable>& directions) const;
  // Sets an output to the state after the last step of each direction.
  void OutLast(int output, const std::vector<Variable>& directions) const;

  // Returns activation `i` of a direction, of `each` for every one, in lower
  // case.
  std::string ActivationName(int d, int i, int each, const char* absent) const;
  // True if our fused operators have it: sigmoid, tanh and relu.
  bool IsFused(int d, int i, int each, const char* absent) const;
  // Returns it as our fused operators call it. Throws Unimplemented for others.
  std::string FusedActivation(int d, int i, int each, const char* absent) const;
  // Returns what an activation makes of x.
  Variable Activated(const Variable& x, int d, int i, int each,
                     const char* absent) const;

 private:
  // Swaps steps and batch, unless the batch comes first already.
  Variable Swapped(const Variable& x) const;
  Variable Lengths(const Variable& x) const;
  // Returns what is padded to the longest sequence, [batch, steps, hidden],
  // with as many steps as X has.
  Variable WithAllSteps(const Variable& x) const;

  Node& node_;
  const int64_t gates_;
  int directions_ = 1;
  bool first_is_reverse_ = false;
  bool batch_first_ = false;
  int64_t hidden_ = 0;
  int64_t steps_ = 0;
  Variable rows_;  // [rows, size], in sequences
};

}  // namespace paddle::onnx

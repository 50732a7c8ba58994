// Writes sequences, which ONNX does not have, as rows and their lengths.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/interchange/onnx/exported_op.h"

namespace paddle::onnx {

// The sequences of a value [rows, ...]. Errors are those of ExportedOp, and
// Unimplemented for a value without sequences. Keeps a reference.
class SequenceRows {
 public:
  // Reads those of the value `name`.
  SequenceRows(ExportedOp* op, const std::string& name);
  // `width` is how many steps Padded and Mask have; -1: as many as the longest
  // sequence.
  SequenceRows(ExportedOp* op, const ExportedSequences& sequences,
               int64_t width = -1)
      : op_(*op), sequences_(sequences), width_(width) {}

  const ExportedSequences& sequences() const { return sequences_; }
  // True if all are of one length that is known.
  bool is_dense() const { return sequences_.steps >= 0; }

  // Returns `rows` as [sequences, steps, ...]. What is behind a shorter
  // sequence are rows of others.
  std::string Padded(const std::string& rows);
  // Returns that with the value `other` behind the sequences.
  std::string Filled(const std::string& rows, const std::string& other);
  // Returns `padded`, of steps as Padded makes, with those of each sequence in
  // reverse order.
  std::string Reversed(const std::string& padded);
  // Makes `padded`, of steps as Padded makes, the value `rows` again, without
  // what is behind the sequences, which are set as those of `rows`.
  void Unpadded(const std::string& padded, const std::string& rows);
  // Returns bools [sequences, steps], false behind the sequences.
  std::string Mask();
  // Returns the place of the first row of each sequence, [sequences].
  std::string Begins();
  // Returns the number of the sequence that each row belongs to, [rows].
  std::string Owners();

 private:
  // Returns the numbers of the steps.
  std::string Steps();

  ExportedOp& op_;
  ExportedSequences sequences_;
  int64_t width_ = -1;
  std::string steps_, mask_;
};

// Adds a node that gives `out`, the elements of `padded` where `mask` is true.
void TakeWhere(ExportedOp* op, const std::string& mask,
               const std::string& padded, const std::string& out);

// Returns sizes for a node Reshape: `first`, and then those of a row of `rows`.
// Throws Unimplemented if these are not known.
ExportedOp::Ints RowShape(const ExportedOp& op, const std::string& rows,
                          ExportedOp::Ints first);

}  // namespace paddle::onnx

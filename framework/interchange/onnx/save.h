// Makes ONNX models of programs.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::onnx {

struct SaveOptions {
  // The version of the standard's operators, 13 to 22.
  int opset = 17;
};

// Writes what computes `fetches` from `feeds`, in test mode, to a file, whose
// inputs and outputs are called as these. The file is exchanged in one step. A
// size that is not known in advance has the name that the program gives it. A
// feed or fetch `x` of sequences is one of rows, [rows, ...], and behind it
// `x.lengths`, int64, [sequences].
//
// Throws NotFound for a feed or fetch that does not exist; Unimplemented,
// naming all of them with their numbers, for operators that cannot be exported,
// also of blocks, for sequences of sequences, and for those of a value that
// come from no feed; AlreadyExists for a variable called `x.lengths`;
// InvalidArgument for an opset beyond its range; FailedPrecondition for a
// weight that has no value in `scope`; ResourceExhausted for weights of more
// than 2 GiB; and the errors of an operator, which name it and where it was
// written.
void SaveOnnx(const std::string& path, const framework::Program& program,
              const std::vector<std::string>& feeds,
              const std::vector<std::string>& fetches,
              const framework::Scope& scope, const SaveOptions& options = {});

// Returns that model.
proto::ModelProto ExportModel(const framework::Program& program,
                              const std::vector<std::string>& feeds,
                              const std::vector<std::string>& fetches,
                              const framework::Scope& scope,
                              const SaveOptions& options = {});

}  // namespace paddle::onnx

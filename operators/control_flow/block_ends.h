// Gives shape functions the arguments and results of the blocks of an operator.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// The arguments and results of a block, as the program describes them. Keeps a
// reference to the context.
class BlockEnds {
 public:
  // The description of one variable.
  struct Var {
    std::string name;
    framework::proto::VarKind kind = framework::proto::DENSE_TENSOR;
    framework::DataType dtype = framework::DataType::kFloat32;
    framework::Dims dims;  // sizes may be symbols
    int lod_level = 0;
  };

  // Opens the block of attribute `attribute`, or block i of a list of blocks.
  BlockEnds(const framework::InferShapeContext& context,
            absl::string_view attribute, int i = 0);

  int num_arguments() const { return block_.desc().arguments_size(); }
  int num_results() const { return block_.desc().results_size(); }
  // Return argument or result i. Throw InvalidArgument for a variable without a
  // data type.
  Var argument(int i) const { return VarOf(block_.desc().arguments(i)); }
  Var result(int i) const { return VarOf(block_.desc().results(i)); }

  // Throws InvalidArgument, naming the shapes, unless `result` may be the value
  // of `argument` in the next step: same kind, data type and LoD level, and
  // sizes that may be equal. `what` names the pair in the message.
  static void CheckSame(const Var& argument, const Var& result,
                        absl::string_view what);
  // Throws InvalidArgument, naming both kinds, unless the variable is of the
  // kind `wanted`.
  static void CheckKind(const Var& var, framework::proto::VarKind wanted,
                        absl::string_view what);
  // Throws InvalidArgument unless the variable has the data type `wanted`.
  static void CheckType(const Var& var, framework::DataType wanted,
                        absl::string_view what);

 private:
  Var VarOf(const std::string& name) const;

  const framework::SymbolTable& block_;
};

}  // namespace paddle::operators

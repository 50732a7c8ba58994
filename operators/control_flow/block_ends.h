// What a shape function asks about the ends of a block its operator owns.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// The arguments and results of a block, as the program describes them. The
// context must outlive this object.
class BlockEnds {
 public:
  struct Var {
    std::string name;
    framework::proto::VarKind kind = framework::proto::DENSE_TENSOR;
    framework::DataType dtype = framework::DataType::kFloat32;
    framework::Dims dims;  // sizes may be symbols
    int lod_level = 0;
  };

  // The block of attribute `attribute`, or place `i` of a list of blocks.
  BlockEnds(const framework::InferShapeContext& context,
            absl::string_view attribute, int i = 0);

  int num_arguments() const { return block_.desc().arguments_size(); }
  int num_results() const { return block_.desc().results_size(); }
  // InvalidArgument for a variable without data type.
  Var argument(int i) const { return VarOf(block_.desc().arguments(i)); }
  Var result(int i) const { return VarOf(block_.desc().results(i)); }

  // InvalidArgument, with the shapes, unless the result may be the next value
  // of the argument.
  static void CheckSame(const Var& argument, const Var& result,
                        absl::string_view what);
  // InvalidArgument, naming both kinds, unless the variable is of this kind.
  static void CheckKind(const Var& var, framework::proto::VarKind wanted,
                        absl::string_view what);
  // InvalidArgument unless the variable has this data type.
  static void CheckType(const Var& var, framework::DataType wanted,
                        absl::string_view what);

 private:
  Var VarOf(const std::string& name) const;

  const framework::SymbolTable& block_;
};

}  // namespace paddle::operators

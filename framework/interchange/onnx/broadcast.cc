#include "paddle/framework/interchange/onnx/broadcast.h"

#include <algorithm>
#include <string>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// An axis of a variable.
struct Source {
  Variable variable;
  int axis = 0;
};

// Returns an axis of this size.
Source SourceOf(Node* node, int64_t symbol) {
  const auto& program = node->program();
  const framework::SymbolTable& block = program->global_block();
  for (const auto& var : block.desc().vars()) {
    const auto found = std::find(var.dims().begin(), var.dims().end(), symbol);
    // The rows of sequences are no sizes of a dense tensor.
    if (found == var.dims().end() || var.lod_level() > 0) continue;
    return {Variable(program, 0, var.name()),
            static_cast<int>(found - var.dims().begin())};
  }
  PADDLE_THROW(Unimplemented, "a size of ", node->sizes().Text(symbol),
               ", which no variable has");
}

// Makes a size of 1 a size that is not known yet.
Variable Widened(Node* node, const Variable& x, int64_t symbol, int axis) {
  const bool bools = x.dtype() == DataType::kBool;
  const int rank = x.dims().rank();
  if (bools) {
    const Variable zeros =
        FilledAlong(node, symbol, axis, rank, DataType::kInt64, 0);
    return node->Op2("logical_or", x, node->Cast(zeros, DataType::kBool));
  }
  return node->Op2("elementwise_add", x,
                   FilledAlong(node, symbol, axis, rank, x.dtype(), 0));
}

}  // namespace

Variable FilledAlong(Node* node, int64_t symbol, int axis, int rank,
                     DataType type, double value) {
  const Source source = SourceOf(node, symbol);
  return node->Op("fill_constant_batch_size_like", {{"Input", source.variable}},
                  {{"shape", Ints(rank, 1)},
                   {"input_dim_idx", int64_t{source.axis}},
                   {"output_dim_idx", int64_t{axis}},
                   {"dtype", std::string(DataTypeName(type))},
                   {"value", value}});
}

SizeArray ShapeIn(Node* node, int i) {
  const auto shape = node->SizesIn(i);
  if (shape) return *shape;
  const size_t count = node->IntsIn(i).size();  // Throws if it is not known.
  PADDLE_THROW(InvalidArgument, "input ", i, " is a shape of ", count,
               " integers, of ",
               framework::DataTypeName(node->ConstantIn(i)->dtype()),
               "; a shape has at most ", SizeArray::kMostElements,
               ", of int64 or int32");
}

Variable BroadcastTo(Node* node, const Variable& x, const SizeArray& shape) {
  const Dims dims = x.dims();
  const int rank = static_cast<int>(shape.elements.size());
  const int longest = std::max(rank, dims.rank());
  Ints numbers;
  std::vector<std::pair<int, int64_t>> symbols;
  for (int axis = 0; axis < longest; ++axis) {
    const int own = axis - (longest - dims.rank());
    const int given = axis - (longest - rank);
    const Element size = own < 0 ? Element(1) : Element::OfSize(dims[own]);
    const Element wanted = given < 0 ? Element(1) : shape.elements[given];
    const bool keeps = wanted == size || wanted == Element(1);
    if (!keeps && wanted.is_symbol()) {
      PADDLE_ONNX_REFUSE(!(size == Element(1)), "a broadcast of ", x.ToString(),
                         " to ", node->sizes().Text(*wanted.size()),
                         " at axis ", axis);
      symbols.emplace_back(axis, *wanted.size());
    }
    const bool number = !keeps && !wanted.is_symbol();
    numbers.push_back(number ? wanted.number() : own < 0 ? 1 : -1);
  }
  Variable out = node->Op("broadcast_to", x, {{"shape", numbers}});
  for (const auto& [axis, symbol] : symbols) {
    out = Widened(node, out, symbol, axis);
  }
  return out;
}

}  // namespace paddle::onnx

// Sequences of tensors, which are tensor arrays.
#include <algorithm>
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/collect.h"
#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/interchange/onnx/tensor_data.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/layers/tensor_array.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

bool IsArray(const Variable& x) {
  return x.kind() == framework::proto::TENSOR_ARRAY;
}

// Refuses what needs the shapes of elements of which nothing tells the rank.
void RefuseAnyRank(Node* node, int i) {
  PADDLE_ONNX_REFUSE(node->ValueIn(i).any_rank, "input ", i,
                     " is a sequence that the model declares without the "
                     "shape of its tensors");
}

// Makes the sizes of an array's elements unknown.
void FreeSizes(const Variable& array) {
  auto& block = array.program()->block(array.block());
  auto& dims = *block.Var(array.name())->mutable_dims();
  for (int64_t& size : dims) size = block.sizes().Fresh();
}

// Returns an input that is a sequence.
Variable ArrayIn(Node* node, int i) {
  const Variable array = node->In(i);
  PADDLE_ENFORCE(IsArray(array), TypeMismatch, "input ", i,
                 " is no sequence, but ", array.ToString());
  return array;
}

Variable LengthOf(Node* node, const Variable& array) {
  return Scalar(node, layer::array_length(array));
}

Variable Less(Node* node, const Variable& x, const Variable& y) {
  return node->Op2("less_than", x, y);
}

// Returns a place in a sequence of `length` elements, int64 []: negative ones
// count from its end.
Variable PlaceIn(Node* node, int i, const Variable& length) {
  const Variable given =
      Scalar(node, node->Cast(node->In(i), DataType::kInt64));
  const Variable zero = node->Number(0, DataType::kInt64);
  return Where(node, Less(node, given, zero), Add(node, given, length), given);
}

Variable ArrayFrom(Node* node, const Variables& elements) {
  Variable array;
  for (size_t i = 0; i < elements.size(); ++i) {
    const Variable place =
        node->Number(static_cast<double>(i), DataType::kInt64);
    array = layer::array_write(elements[i], place, array);
  }
  return array;
}

void SequenceEmpty(Node* node) {
  const int64_t type = node->IntAttr("dtype", proto::TensorProto::FLOAT);
  node->Out(0, layer::create_array(TypeOf(type)));
}

void SequenceConstruct(Node* node) {
  PADDLE_ENFORCE(node->num_inputs() > 0, InvalidArgument,
                 "a sequence of no tensors");
  node->Out(0, ArrayFrom(node, node->Ins()));
}

void SequenceLength(Node* node) {
  node->Out(0, LengthOf(node, ArrayIn(node, 0)));
}

void SequenceAt(Node* node) {
  RefuseAnyRank(node, 0);
  const Variable array = ArrayIn(node, 0);
  const Variable place = PlaceIn(node, 1, LengthOf(node, array));
  node->Out(0, layer::array_read(array, place));
}

// A place below `length`; another one is an error of gather.
Variable Inside(Node* node, const Variable& place, const Variable& length) {
  return Scalar(node,
                node->Op("gather", {{"X", PlacesBelow(node, length)},
                                    {"Index", node->Reshape(place, {1})}}));
}

// Returns an array in which elements from the place on have moved by one.
Variable WithGap(Node* node, const Variable& array, const Variable& length,
                 const Variable& place) {
  const auto element = [&](const Variable& i) {
    return Variables{layer::array_read(array, i)};
  };
  const auto moved = [&](const Variable& i) {
    return Where(node, Less(node, i, place), i, ScaledBy(node, i, 1, 1));
  };
  return ArraysOf(node, length, element, moved)[0];
}

void SequenceInsert(Node* node) {
  Variable array = ArrayIn(node, 0);
  const Variable x = node->In(1), length = LengthOf(node, array);
  Variable place = length;
  if (node->HasInput(2)) {
    place =
        Inside(node, PlaceIn(node, 2, length), ScaledBy(node, length, 1, 1));
    array = WithGap(node, array, length, place);
  }
  const Variable out = layer::array_write(x, place, array);
  // Nothing tells the sizes of the others.
  if (node->ValueIn(0).any_rank) FreeSizes(out);
  node->Out(0, out);
}

void SequenceErase(Node* node) {
  const Variable array = ArrayIn(node, 0);
  const Variable length = LengthOf(node, array);
  const Variable rest = ScaledBy(node, length, 1, -1);
  const Variable given = node->HasInput(1) ? PlaceIn(node, 1, length) : rest;
  const Variable place = Inside(node, given, length);
  const auto element = [&](const Variable& i) {
    const Variable from =
        Where(node, Less(node, i, place), i, ScaledBy(node, i, 1, 1));
    return Variables{layer::array_read(array, from)};
  };
  node->Out(0, ArraysOf(node, rest, element)[0]);
}

void ConcatFromSequence(Node* node) {
  RefuseAnyRank(node, 0);
  node->Out(0,
            layer::array_to_tensor(ArrayIn(node, 0), node->RequiredInt("axis"),
                                   node->IntAttr("new_axis", 0) != 0));
}

// The most tensors that a sequence is written as, one operator for each.
constexpr int64_t kMostParts = 1024;

// Returns the sizes of the parts of an axis, which must be known unless there
// is a list of them.
Ints SizesOfParts(Node* node, const Variable& x, int axis) {
  Ints sizes{1};
  if (node->HasInput(1)) {
    sizes = node->IntsIn(1);
    if (node->DimsIn(1).rank() > 0) return sizes;
  }
  const int64_t size = KnownSize(x, axis), part = sizes[0];
  PADDLE_ENFORCE(part > 0, InvalidArgument, "parts of ", part, " elements");
  PADDLE_ONNX_REFUSE(size / part > kMostParts, "a sequence of ", size / part,
                     " parts");
  sizes.assign(size / part, part);
  if (size % part > 0) sizes.push_back(size % part);
  return sizes;
}

// Takes an axis of any size apart, element by element.
Variable ElementsAlong(Node* node, const Variable& x, int axis, bool keep) {
  const Variable turned = SwapAxes(node, x, 0, axis);
  const auto element = [&](const Variable& i) {
    const Variable row =
        node->Op("gather", {{"X", turned}, {"Index", node->Reshape(i, {1})}});
    const Variable back = SwapAxes(node, row, 0, axis);
    return Variables{keep ? back : Squeezed(node, back, {axis})};
  };
  return ArraysOf(node, SizeAlong(node, x, axis, DataType::kInt64), element)[0];
}

void SplitToSequence(Node* node) {
  const Variable x = node->In(0);
  const int axis =
      framework::NormalizeAxis(node->IntAttr("axis", 0), x.dims().rank());
  const bool keep = node->HasInput(1) || node->IntAttr("keepdims", 1) != 0;
  const int64_t size = x.dims()[axis];
  const bool elements = !node->HasInput(1);
  if (elements && (size <= 0 || size > kMostParts)) {
    return node->Out(0, ElementsAlong(node, x, axis, keep));
  }
  Variables parts = Parts(node, x, axis, SizesOfParts(node, x, axis));
  if (!keep) {
    for (Variable& part : parts) part = Squeezed(node, part, {axis});
  }
  node->Out(0, ArrayFrom(node, parts));
}

// Calls a graph for each element; inputs that are tensors stay the same.
void SequenceMap(Node* node) {
  for (int i = 0; i < node->num_inputs(); ++i) RefuseAnyRank(node, i);
  const Variables inputs = node->Ins();
  const Variable length = LengthOf(node, ArrayIn(node, 0));
  const auto elements = [&](const Variable& i) {
    std::vector<Value> values;
    for (const Variable& input : inputs) {
      values.emplace_back().variable =
          IsArray(input) ? layer::array_read(input, i) : input;
    }
    return node->VariablesOf(
        node->graph().Import(node->GraphAttr("body"), "body", values));
  };
  const Variables arrays = ArraysOf(node, length, elements);
  PADDLE_ENFORCE(node->num_outputs() <= static_cast<int>(arrays.size()),
                 InvalidArgument, "a body of ", arrays.size(), " outputs for ",
                 node->num_outputs());
  for (int i = 0; i < node->num_outputs(); ++i) node->Out(i, arrays[i]);
}

PADDLE_ONNX_IMPORT("SequenceEmpty", 11, SequenceEmpty);
PADDLE_ONNX_IMPORT("SequenceConstruct", 11, SequenceConstruct);
PADDLE_ONNX_IMPORT("SequenceLength", 11, SequenceLength);
PADDLE_ONNX_IMPORT("SequenceAt", 11, SequenceAt);
PADDLE_ONNX_IMPORT("SequenceInsert", 11, SequenceInsert);
PADDLE_ONNX_IMPORT("SequenceErase", 11, SequenceErase);
PADDLE_ONNX_IMPORT("ConcatFromSequence", 11, ConcatFromSequence);
PADDLE_ONNX_IMPORT("SplitToSequence", 11, SplitToSequence);
PADDLE_ONNX_IMPORT("SequenceMap", 17, SequenceMap);

}  // namespace
}  // namespace paddle::onnx

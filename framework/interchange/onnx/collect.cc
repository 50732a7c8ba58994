#include "paddle/framework/interchange/onnx/collect.h"

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/tensor_array.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

Variable Scalar(Node* node, const Variable& x) { return node->Reshape(x, {}); }

void Collect(Node* node, const Variables& elements, const Variable& place,
             int block, layer::WhileLoop* loop) {
  for (const Variable& element : elements) {
    PADDLE_ONNX_REFUSE(element.kind() != framework::proto::DENSE_TENSOR,
                       "a loop that collects what is no tensor");
    Ints shape;
    for (int64_t size : element.dims()) shape.push_back(size < 0 ? -1 : size);
    Variable array;
    {
      const layer::BlockGuard outside(node->program(), block);
      array = layer::create_array(element.dtype(), shape);
    }
    const Variable before = loop->Carry(array);
    loop->Update(before, layer::array_write(element, place, before));
  }
}

Variables ArraysOf(Node* node, const Variable& n, const ElementsAt& elements,
                   const PlaceOf& place_of) {
  const int block = layer::CurrentBlock(*node->program());
  const Variable zero = node->Number(0, DataType::kInt64);
  layer::WhileLoop loop(node->Op2("less_than", zero, n));
  loop.BeginBlock();
  const Variable place = loop.Carry(zero);
  const Variable next = ScaledBy(node, place, 1, 1);
  loop.Update(place, next);
  loop.Condition(node->Op2("less_than", next, n));
  const Variable at = place_of ? place_of(place) : place;
  Collect(node, elements(place), at, block, &loop);
  loop.EndBlock();
  Variables arrays = loop();
  arrays.erase(arrays.begin());
  return arrays;
}

}  // namespace paddle::onnx

#include "paddle/tools/serve/testing/held_up.h"

#include <algorithm>
#include <utility>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::serve::testing {

serving::Request RowOfThree() {
  framework::LoDTensor x({1, 3}, framework::DataType::kFloat32);
  std::fill_n(x.mutable_data<float>(), 3, 1.0f);
  serving::Request request;
  request.inputs = {x};
  request.done = [](const serving::Answer&) {};
  return request;
}

HeldUp::HeldUp(serving::Batcher* batcher) {
  std::promise<void> held;
  serving::Request request = RowOfThree();
  request.done =
      [&held, end = released_.get_future().share()](const serving::Answer&) {
        held.set_value();
        end.wait();
      };
  PADDLE_ENFORCE(batcher->Submit(std::move(request)), Unavailable,
                 "the queue is full already");
  held.get_future().wait();
}

HeldUp::~HeldUp() { released_.set_value(); }

}  // namespace paddle::serve::testing

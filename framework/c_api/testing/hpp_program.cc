#include "paddle/framework/c_api/testing/hpp_program.h"

#include <vector>

#include "paddle/framework/c_api/paddle.hpp"

static_assert(__cplusplus == 201103L, "this is C++11");

namespace {

float Step(paddle::Model* model) {
  std::vector<float> values(32);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = 0.05F * static_cast<float>(i) - 0.5F;
  }
  const paddle::Tensor x = paddle::Tensor::Of<float>({8, 4}, values);
  const paddle::Tensor y = paddle::Tensor::Borrow(
      PADDLE_FLOAT32, {8, 1}, values.data(), 8 * sizeof(float));
  return model->Run({{"x", &x}, {"y", &y}})[0].Values<float>()[0];
}

}  // namespace

std::string RunHppProgram(const std::string& folder,
                          const std::string& scratch) {
  paddle::Model model = paddle::Model::Load(folder);
  if (model.Feeds().size() != 2) return "other feeds";
  if (model.Fetches()[0].dims.size() > 1) return "the loss has axes";
  const float first = Step(&model);
  float loss = first;
  for (int i = 0; i < 100; ++i) loss = Step(&model);
  if (!(loss < first / 2)) return "the loss does not fall";
  model.Save(scratch);
  paddle::Model again = paddle::Model::Load(scratch);
  again.SetStep(model.Step());
  if (Step(&again) != Step(&model)) return "other bits after loading";
  try {
    paddle::Model::Load(scratch + "/nowhere");
    return "a model from nowhere";
  } catch (const paddle::Error& error) {
    if (error.status() == PADDLE_OK) return "an error without status";
  }
  paddle::Tensor sequences = paddle::Tensor::Of<int64_t>({5}, {1, 2, 3, 4, 5});
  sequences.SetLengths({{2, 0, 3}});
  sequences.MutableData<int64_t>()[0] = 7;
  if (sequences.GetLengths() != paddle::Tensor::Lengths{{2, 0, 3}}) {
    return "other lengths";
  }
  return sequences.Values<int64_t>()[0] == 7 ? "" : "not written";
}

/* Evaluates in C the model that train has saved: evaluate MODEL. */
#include <stdio.h>

#include "paddle/framework/c_api/paddle.h"

int main(int argc, char** argv) {
  const float values[2] = {2, 3};
  const int64_t dims[2] = {2, 1};
  PaddleError* error = NULL;
  PaddleTensor* result = NULL;
  PaddleModel* model = paddle_model_load(argc > 1 ? argv[1] : "", NULL, &error);
  PaddleTensor* x = paddle_tensor_new(PADDLE_FLOAT32, dims, 2, values,
                                      sizeof values, model ? &error : NULL);
  const PaddleTensor* feeds[1];
  const float* y;
  feeds[0] = x;
  if (model == NULL || x == NULL ||
      paddle_model_eval(model, NULL, feeds, 1, NULL, &result, 1, &error) !=
          PADDLE_OK) {
    fprintf(stderr, "%s\n", paddle_error_message(error));
    return 1;
  }
  y = (const float*)paddle_tensor_data(result, NULL);
  printf("at 2: %.2f, at 3: %.2f\n", y[0], y[1]);
  paddle_tensor_free(result);
  paddle_tensor_free(x);
  paddle_model_free(model);
  return 0;
}

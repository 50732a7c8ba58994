#include "paddle/framework/c_api/testing/c_program.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "paddle/framework/c_api/paddle.h"

enum { ROWS = 8 };

// Ends the function with the line where a condition does not hold.
#define EXPECT(condition)                                         \
  do {                                                            \
    if (!(condition)) {                                           \
      fprintf(stderr, "line %d: %s (%s)\n", __LINE__, #condition, \
              paddle_error_message(error));                       \
      return __LINE__;                                            \
    }                                                             \
  } while (0)

static PaddleTensor* Floats(int64_t columns, float slope, PaddleError** error) {
  float values[ROWS * 4];
  int64_t dims[2];
  int64_t i;
  dims[0] = ROWS;
  dims[1] = columns;
  for (i = 0; i < ROWS * columns; ++i) values[i] = slope * (float)i - 0.5F;
  return paddle_tensor_new(PADDLE_FLOAT32, dims, 2, values,
                           (size_t)(ROWS * columns) * sizeof(float), error);
}

// Runs a step and sets *loss.
static int Step(PaddleModel* model, float* loss) {
  PaddleError* error = NULL;
  const char* names[2] = {"x", "y"};
  const PaddleTensor* feeds[2];
  PaddleTensor* x = Floats(4, 0.05F, &error);
  PaddleTensor* y = Floats(1, 0.2F, &error);
  PaddleTensor* fetched = NULL;
  const void* data;
  EXPECT(x != NULL && y != NULL);
  feeds[0] = x;
  feeds[1] = y;
  EXPECT(paddle_model_run(model, names, feeds, 2, NULL, &fetched, 1, &error) ==
         PADDLE_OK);
  data = paddle_tensor_data(fetched, &error);
  EXPECT(data != NULL && error == NULL);
  memcpy(loss, data, sizeof *loss);
  paddle_tensor_free(fetched);
  paddle_tensor_free(x);
  paddle_tensor_free(y);
  return 0;
}

static int Describes(const PaddleModel* model) {
  PaddleError* error = NULL;
  PaddleVariableInfo info = PADDLE_VARIABLE_INFO_INIT;
  EXPECT(paddle_model_feed_count(model, &error) == 2);
  EXPECT(paddle_model_feed(model, 0, &info, &error) == PADDLE_OK);
  EXPECT(strcmp(info.name, "x") == 0 && info.dtype == PADDLE_FLOAT32);
  EXPECT(info.rank == 2 && info.dims[0] == -1 && info.dims[1] == 4);
  EXPECT(paddle_model_fetch_count(model, &error) == 1);
  EXPECT(paddle_model_feed(model, 2, &info, &error) == PADDLE_OUT_OF_RANGE);
  EXPECT(paddle_error_status(error) == PADDLE_OUT_OF_RANGE);
  EXPECT(strstr(paddle_error_message(error), "feed 2 of 2") != NULL);
  paddle_error_free(error);
  return 0;
}

int RunCProgram(const char* folder, const char* scratch) {
  PaddleError* error = NULL;
  PaddleLoadOptions options = PADDLE_LOAD_OPTIONS_INIT;
  PaddleModel* model;
  PaddleModel* again;
  float first = 0, loss = 0, expected = 0;
  int line, step;
  EXPECT(paddle_c_version() >= 1000 * PADDLE_C_MAJOR + PADDLE_C_MINOR);
  options.passes = 1;
  model = paddle_model_load(folder, &options, &error);
  EXPECT(model != NULL);
  line = Describes(model);
  if (line != 0) return line;
  for (step = 0; step < 100; ++step) {
    line = Step(model, &loss);
    if (line != 0) return line;
    if (step == 0) first = loss;
  }
  EXPECT(isfinite(loss) && loss < first / 2);
  // Where it is loaded again it goes on with the same bits.
  EXPECT(paddle_model_save(model, scratch, &error) == PADDLE_OK);
  again = paddle_model_load(scratch, &options, &error);
  EXPECT(again != NULL);
  EXPECT(paddle_model_set_step(again, paddle_model_step(model, &error),
                               &error) == PADDLE_OK);
  line = Step(model, &expected);
  if (line == 0) line = Step(again, &loss);
  if (line != 0) return line;
  EXPECT(memcmp(&loss, &expected, sizeof loss) == 0);
  paddle_model_free(model);
  paddle_model_free(again);
  paddle_model_free(NULL);
  return 0;
}

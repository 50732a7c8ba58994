/* Computes a saved model, or trains it, as a program on a device does:

     model MODEL FETCH INPUTS OUTPUT [STEPS TRAINED]

   INPUTS is a folder: the file i has the elements of the i-th feed, i.lengths
   those of its sequences, as int64. OUTPUT gets the numbers of FETCH. With
   STEPS it trains: OUTPUT gets FETCH of each step, and TRAINED, a folder, the
   model afterwards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "paddle/framework/c_api/paddle.h"

enum { MOST_FEEDS = 4 };

typedef struct Feeds {
  size_t count;
  const char* names[MOST_FEEDS];
  const PaddleTensor* values[MOST_FEEDS];
} Feeds;

static void Require(int condition, const char* what, PaddleError* error) {
  if (condition) return;
  fprintf(stderr, "%s: %s\n", what, paddle_error_message(error));
  exit(1);
}

/* Returns the bytes of a file, or NULL without the file. */
static void* Read(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  void* bytes;
  long end;
  if (file == NULL) return NULL;
  Require(fseek(file, 0, SEEK_END) == 0, path, NULL);
  end = ftell(file);
  Require(end >= 0 && fseek(file, 0, SEEK_SET) == 0, path, NULL);
  *size = (size_t)end;
  bytes = malloc(*size + 1);
  Require(bytes != NULL && fread(bytes, 1, *size, file) == *size, path, NULL);
  fclose(file);
  return bytes;
}

/* The first size of an array is what its bytes say. */
static PaddleTensor* Array(PaddleVariableInfo info, const char* path) {
  PaddleError* error = NULL;
  PaddleTensor* tensor;
  size_t bytes = 0;
  void* data = Read(path, &bytes);
  int64_t row = info.dtype == PADDLE_INT64 ? 8 : 4;
  int32_t i;
  Require(data != NULL && info.rank > 0 &&
              (info.dtype == PADDLE_INT64 || info.dtype == PADDLE_FLOAT32),
          path, NULL);
  for (i = 1; i < info.rank; ++i) row *= info.dims[i];
  info.dims[0] = (int64_t)bytes / row;
  tensor =
      paddle_tensor_new(info.dtype, info.dims, info.rank, data, bytes, &error);
  Require(tensor != NULL, path, error);
  free(data);
  return tensor;
}

static PaddleTensor* Feed(const PaddleVariableInfo* info, const char* inputs,
                          size_t i) {
  PaddleError* error = NULL;
  PaddleTensor* tensor;
  char path[4096];
  size_t bytes = 0;
  const int64_t* lengths;
  snprintf(path, sizeof path, "%s/%d", inputs, (int)i);
  tensor = Array(*info, path);
  strncat(path, ".lengths", sizeof path - strlen(path) - 1);
  lengths = (const int64_t*)Read(path, &bytes);
  if (lengths != NULL) {
    const size_t count = bytes / sizeof *lengths;
    Require(paddle_tensor_set_lengths(tensor, 1, &lengths, &count, &error) ==
                PADDLE_OK,
            path, error);
    free((void*)lengths);
  }
  return tensor;
}

static Feeds ReadFeeds(const PaddleModel* model, const char* inputs) {
  PaddleError* error = NULL;
  Feeds feeds = {0, {NULL}, {NULL}};
  const int64_t count = paddle_model_feed_count(model, &error);
  Require(count > 0 && count <= MOST_FEEDS, "feeds", error);
  for (; feeds.count < (size_t)count; ++feeds.count) {
    const size_t i = feeds.count;
    PaddleVariableInfo info = PADDLE_VARIABLE_INFO_INIT;
    Require(paddle_model_feed(model, (int64_t)i, &info, &error) == PADDLE_OK,
            "feed", error);
    feeds.names[i] = info.name;
    feeds.values[i] = Feed(&info, inputs, i);
  }
  return feeds;
}

/* Runs or evaluates the model once, and appends what it fetches to a file. */
static void Append(PaddleModel* model, const Feeds* feeds, const char* fetch,
                   int trains, FILE* file) {
  PaddleError* error = NULL;
  PaddleTensor* result = NULL;
  PaddleTensorInfo info = PADDLE_TENSOR_INFO_INIT;
  const PaddleStatus status = (trains ? paddle_model_run : paddle_model_eval)(
      model, feeds->names, feeds->values, feeds->count, &fetch, &result, 1,
      &error);
  Require(status == PADDLE_OK, fetch, error);
  Require(paddle_tensor_info(result, &info, &error) == PADDLE_OK &&
              info.dtype == PADDLE_FLOAT32,
          fetch, error);
  Require(fwrite(paddle_tensor_data(result, NULL), 1, info.bytes, file) ==
              info.bytes,
          "output", NULL);
  paddle_tensor_free(result);
}

/* Trains and saves; the startup program was the first run. */
static void Train(PaddleModel* model, const Feeds* feeds, const char* fetch,
                  int steps, const char* trained, FILE* file) {
  PaddleError* error = NULL;
  Require(paddle_model_set_step(model, 1, &error) == PADDLE_OK, "step", error);
  for (; steps > 0; --steps) Append(model, feeds, fetch, 1, file);
  Require(paddle_model_save(model, trained, &error) == PADDLE_OK, trained,
          error);
}

int main(int argc, char** argv) {
  PaddleError* error = NULL;
  PaddleModel* model;
  Feeds feeds;
  FILE* file;
  if (argc != 5 && argc != 7) {
    fprintf(stderr, "usage: model MODEL FETCH INPUTS OUTPUT [STEPS TRAINED]\n");
    return 2;
  }
  model = paddle_model_load(argv[1], NULL, &error);
  Require(model != NULL, argv[1], error);
  feeds = ReadFeeds(model, argv[3]);
  file = fopen(argv[4], "wb");
  Require(file != NULL, argv[4], NULL);
  if (argc == 7) {
    Train(model, &feeds, argv[2], atoi(argv[5]), argv[6], file);
  } else {
    Append(model, &feeds, argv[2], 0, file);
  }
  Require(fclose(file) == 0, argv[4], NULL);
  while (feeds.count > 0) {
    paddle_tensor_free((PaddleTensor*)feeds.values[--feeds.count]);
  }
  paddle_model_free(model);
  return 0;
}

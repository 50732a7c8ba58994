// Paddle for Node, by Node-API: load, tensor, run and saveInference. Errors are
// thrown; models and tensors are freed with the objects that hold them.
#define NAPI_VERSION 8
#include <node_api.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "paddle/framework/c_api/paddle.h"

enum { MOST = 16, LONGEST = 4096 };  // feeds of a run; bytes of a name

static const napi_type_tag kModel = {0x7061646c656d6f64, 1};
static const napi_type_tag kTensor = {0x7061646c65746e73, 1};

typedef struct Name {
  char text[LONGEST];
} Name;

// Throws the error of a call, and frees it.
static napi_value Throw(napi_env env, PaddleError* error) {
  napi_throw_error(env, paddle_status_name(paddle_error_status(error)),
                   paddle_error_message(error));
  paddle_error_free(error);
  return NULL;
}

static napi_value Mistake(napi_env env, const char* message) {
  napi_throw_type_error(env, NULL, message);
  return NULL;
}

static bool ReadName(napi_env env, napi_value value, Name* name) {
  size_t length = 0;
  if (napi_get_value_string_utf8(env, value, name->text, LONGEST, &length) !=
          napi_ok ||
      length + 1 >= LONGEST || strlen(name->text) != length) {
    Mistake(env, "a name is a string of less than 4096 bytes");
    return false;
  }
  return true;
}

static void FreeModel(napi_env env, void* data, void* hint) {
  (void)env;
  (void)hint;
  paddle_model_free(data);
}

static void FreeTensor(napi_env env, void* data, void* hint) {
  (void)env;
  (void)hint;
  paddle_tensor_free(data);
}

// Returns an object that owns a handle.
static napi_value Held(napi_env env, void* handle, napi_finalize release,
                       const napi_type_tag* tag) {
  napi_value object;
  if (napi_create_object(env, &object) != napi_ok ||
      napi_wrap(env, object, handle, release, NULL, NULL) != napi_ok) {
    release(env, handle, NULL);
    return Mistake(env, "no memory for an object");
  }
  napi_type_tag_object(env, object, tag);
  return object;
}

// Returns the handle of an object of a kind; throws and returns NULL for
// others.
static void* HandleOf(napi_env env, napi_value object,
                      const napi_type_tag* tag) {
  bool fits = false;
  void* handle = NULL;
  if (napi_check_object_type_tag(env, object, tag, &fits) != napi_ok || !fits ||
      napi_unwrap(env, object, &handle) != napi_ok) {
    Mistake(env, tag == &kModel ? "this is no model" : "this is no tensor");
  }
  return handle;
}

static bool Arguments(napi_env env, napi_callback_info info, size_t wanted,
                      napi_value* arguments) {
  size_t count = wanted;
  if (napi_get_cb_info(env, info, &count, arguments, NULL, NULL) == napi_ok &&
      count == wanted) {
    return true;
  }
  Mistake(env, "another number of arguments");
  return false;
}

// load(folder)
static napi_value Load(napi_env env, napi_callback_info info) {
  napi_value argument;
  Name folder;
  PaddleError* error = NULL;
  PaddleModel* model;
  if (!Arguments(env, info, 1, &argument)) return NULL;
  if (!ReadName(env, argument, &folder)) return NULL;
  model = paddle_model_load(folder.text, NULL, &error);
  if (model == NULL) return Throw(env, error);
  return Held(env, model, FreeModel, &kModel);
}

// tensor(Float32Array, dims)
static napi_value MakeTensor(napi_env env, napi_callback_info info) {
  napi_value arguments[2], one;
  napi_typedarray_type kind;
  void* data;
  size_t length;
  uint32_t rank = 0, i;
  int64_t dims[PADDLE_MAX_RANK];
  PaddleError* error = NULL;
  PaddleTensor* tensor;
  if (!Arguments(env, info, 2, arguments)) return NULL;
  if (napi_get_typedarray_info(env, arguments[0], &kind, &length, &data, NULL,
                               NULL) != napi_ok ||
      kind != napi_float32_array) {
    return Mistake(env, "the elements are no Float32Array");
  }
  if (napi_get_array_length(env, arguments[1], &rank) != napi_ok ||
      rank > PADDLE_MAX_RANK) {
    return Mistake(env, "the dims are no array of at most 9 numbers");
  }
  for (i = 0; i < rank; ++i) {
    if (napi_get_element(env, arguments[1], i, &one) != napi_ok ||
        napi_get_value_int64(env, one, &dims[i]) != napi_ok) {
      return Mistake(env, "a size is no number");
    }
  }
  tensor = paddle_tensor_new(PADDLE_FLOAT32, dims, (int32_t)rank, data,
                             length * sizeof(float), &error);
  if (tensor == NULL) return Throw(env, error);
  return Held(env, tensor, FreeTensor, &kTensor);
}

// Returns the elements of a tensor, and frees it.
static napi_value Floats(napi_env env, PaddleTensor* tensor) {
  PaddleError* error = NULL;
  PaddleTensorInfo info = PADDLE_TENSOR_INFO_INIT;
  napi_value buffer, array = NULL;
  void* copy = NULL;
  const void* data = paddle_tensor_data(tensor, &error);
  if (data == NULL || paddle_tensor_info(tensor, &info, &error) != PADDLE_OK) {
    Throw(env, error);
  } else if (info.dtype != PADDLE_FLOAT32) {
    Mistake(env, "the fetch is no array of float");
  } else if (napi_create_arraybuffer(env, info.bytes, &copy, &buffer) ==
             napi_ok) {
    if (info.bytes > 0) memcpy(copy, data, info.bytes);
    napi_create_typedarray(env, napi_float32_array, (size_t)info.numel, buffer,
                           0, &array);
  }
  paddle_tensor_free(tensor);
  return array;
}

// Reads {name: tensor}; returns their number, -1 after a mistake.
static int32_t ReadFeeds(napi_env env, napi_value feeds, Name* names,
                         const char** texts, const PaddleTensor** tensors) {
  napi_value keys, key, value;
  uint32_t count = 0, i;
  if (napi_get_property_names(env, feeds, &keys) != napi_ok ||
      napi_get_array_length(env, keys, &count) != napi_ok || count > MOST) {
    Mistake(env, "the feeds are no object of at most 16 tensors");
    return -1;
  }
  for (i = 0; i < count; ++i) {
    napi_get_element(env, keys, i, &key);
    napi_get_property(env, feeds, key, &value);
    if (!ReadName(env, key, &names[i])) return -1;
    texts[i] = names[i].text;
    tensors[i] = HandleOf(env, value, &kTensor);
    if (tensors[i] == NULL) return -1;
  }
  return (int32_t)count;
}

// run(model, {name: tensor}, fetch) and eval, which changes nothing.
static napi_value Call(napi_env env, napi_callback_info info, bool eval) {
  static _Thread_local Name names[MOST];
  napi_value arguments[3];
  Name fetch;
  const char* texts[MOST];
  const PaddleTensor* tensors[MOST];
  const char* wanted = fetch.text;
  PaddleModel* model;
  PaddleTensor* result = NULL;
  PaddleError* error = NULL;
  int32_t count;
  if (!Arguments(env, info, 3, arguments)) return NULL;
  model = HandleOf(env, arguments[0], &kModel);
  if (model == NULL || !ReadName(env, arguments[2], &fetch)) return NULL;
  count = ReadFeeds(env, arguments[1], names, texts, tensors);
  if (count < 0) return NULL;
  if ((eval ? paddle_model_eval : paddle_model_run)(
          model, texts, tensors, (size_t)count, &wanted, &result, 1, &error) !=
      PADDLE_OK) {
    return Throw(env, error);
  }
  return Floats(env, result);
}

static napi_value Run(napi_env env, napi_callback_info info) {
  return Call(env, info, false);
}

static napi_value Eval(napi_env env, napi_callback_info info) {
  return Call(env, info, true);
}

// saveInference(model, folder, feed, fetch)
static napi_value SaveInference(napi_env env, napi_callback_info info) {
  napi_value arguments[4];
  Name folder, feed, fetch;
  const char* in = feed.text;
  const char* out = fetch.text;
  PaddleError* error = NULL;
  PaddleModel* model;
  if (!Arguments(env, info, 4, arguments)) return NULL;
  model = HandleOf(env, arguments[0], &kModel);
  if (model == NULL || !ReadName(env, arguments[1], &folder) ||
      !ReadName(env, arguments[2], &feed) ||
      !ReadName(env, arguments[3], &fetch)) {
    return NULL;
  }
  if (paddle_model_save_inference(model, folder.text, &in, 1, &out, 1,
                                  &error) != PADDLE_OK) {
    return Throw(env, error);
  }
  return NULL;
}

NAPI_MODULE_INIT() {
  static const struct {
    const char* name;
    napi_callback function;
  } kFunctions[] = {{"load", Load},
                    {"tensor", MakeTensor},
                    {"run", Run},
                    {"evaluate", Eval},
                    {"saveInference", SaveInference}};
  size_t i;
  for (i = 0; i < sizeof kFunctions / sizeof kFunctions[0]; ++i) {
    napi_value function;
    if (napi_create_function(env, kFunctions[i].name, NAPI_AUTO_LENGTH,
                             kFunctions[i].function, NULL,
                             &function) != napi_ok ||
        napi_set_named_property(env, exports, kFunctions[i].name, function) !=
            napi_ok) {
      return NULL;
    }
  }
  return exports;
}

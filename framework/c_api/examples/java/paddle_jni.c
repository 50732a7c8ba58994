// The native methods of Paddle.java.
#include <jni.h>
#include <stdint.h>
#include <stdlib.h>

#include "paddle/framework/c_api/paddle.h"

enum { MOST = 16 };  // feeds of a run

// Turns the error of a call into a RuntimeException, and frees it.
static void Throw(JNIEnv* env, PaddleError* error) {
  jclass type = (*env)->FindClass(env, "java/lang/RuntimeException");
  if (type != NULL) (*env)->ThrowNew(env, type, paddle_error_message(error));
  paddle_error_free(error);
}

static void ThrowText(JNIEnv* env, const char* message) {
  jclass type = (*env)->FindClass(env, "java/lang/RuntimeException");
  if (type != NULL) (*env)->ThrowNew(env, type, message);
}

static const char* Text(JNIEnv* env, jstring text) {
  return text == NULL ? NULL : (*env)->GetStringUTFChars(env, text, NULL);
}

static void Release(JNIEnv* env, jstring text, const char* chars) {
  if (chars != NULL) (*env)->ReleaseStringUTFChars(env, text, chars);
}

JNIEXPORT jlong JNICALL Java_Paddle_newTensor(JNIEnv* env, jclass type,
                                              jfloatArray values,
                                              jlongArray dims) {
  PaddleError* error = NULL;
  jfloat* data = (*env)->GetFloatArrayElements(env, values, NULL);
  jlong* sizes = (*env)->GetLongArrayElements(env, dims, NULL);
  PaddleTensor* tensor = NULL;
  int64_t checked[PADDLE_MAX_RANK];
  const jsize rank = (*env)->GetArrayLength(env, dims);
  const jsize count = (*env)->GetArrayLength(env, values);
  jsize i;
  (void)type;
  for (i = 0; sizes != NULL && i < rank && i < PADDLE_MAX_RANK; ++i) {
    checked[i] = sizes[i];
  }
  if (data != NULL && sizes != NULL) {
    tensor = paddle_tensor_new(PADDLE_FLOAT32, checked, (int32_t)rank, data,
                               (size_t)count * sizeof(float), &error);
    if (tensor == NULL) Throw(env, error);
  }
  if (sizes != NULL) {
    (*env)->ReleaseLongArrayElements(env, dims, sizes, JNI_ABORT);
  }
  if (data != NULL) {
    (*env)->ReleaseFloatArrayElements(env, values, data, JNI_ABORT);
  }
  return (jlong)(intptr_t)tensor;
}

JNIEXPORT void JNICALL Java_Paddle_freeTensor(JNIEnv* env, jclass type,
                                              jlong tensor) {
  (void)env;
  (void)type;
  paddle_tensor_free((PaddleTensor*)(intptr_t)tensor);
}

JNIEXPORT jlong JNICALL Java_Paddle_load(JNIEnv* env, jclass type,
                                         jstring folder) {
  PaddleError* error = NULL;
  const char* name = Text(env, folder);
  PaddleModel* model = paddle_model_load(name, NULL, &error);
  (void)type;
  Release(env, folder, name);
  if (model == NULL) Throw(env, error);
  return (jlong)(intptr_t)model;
}

JNIEXPORT void JNICALL Java_Paddle_freeModel(JNIEnv* env, jclass type,
                                             jlong model) {
  (void)env;
  (void)type;
  paddle_model_free((PaddleModel*)(intptr_t)model);
}

// Returns the elements of a tensor, and frees it.
static jfloatArray Floats(JNIEnv* env, PaddleTensor* tensor) {
  PaddleError* error = NULL;
  PaddleTensorInfo info = PADDLE_TENSOR_INFO_INIT;
  jfloatArray result = NULL;
  const void* data = paddle_tensor_data(tensor, &error);
  if (data == NULL || paddle_tensor_info(tensor, &info, &error) != PADDLE_OK) {
    Throw(env, error);
  } else if (info.dtype != PADDLE_FLOAT32) {
    ThrowText(env, "the fetch is no array of float");
  } else {
    result = (*env)->NewFloatArray(env, (jsize)info.numel);
    if (result != NULL) {
      (*env)->SetFloatArrayRegion(env, result, 0, (jsize)info.numel, data);
    }
  }
  paddle_tensor_free(tensor);
  return result;
}

JNIEXPORT jfloatArray JNICALL Java_Paddle_run(JNIEnv* env, jclass type,
                                              jlong model, jobjectArray names,
                                              jlongArray feeds, jstring fetch,
                                              jboolean eval) {
  PaddleError* error = NULL;
  PaddleModel* handle = (PaddleModel*)(intptr_t)model;
  PaddleTensor* result = NULL;
  PaddleStatus status;
  jstring texts[MOST];
  const char* fed[MOST];
  const PaddleTensor* tensors[MOST];
  jlong handles[MOST];
  const jsize count = (*env)->GetArrayLength(env, feeds);
  const char* wanted;
  jsize i;
  (void)type;
  if (count > MOST || (*env)->GetArrayLength(env, names) != count) {
    ThrowText(env, "as many names as feeds, and at most 16");
    return NULL;
  }
  wanted = Text(env, fetch);
  (*env)->GetLongArrayRegion(env, feeds, 0, count, handles);
  for (i = 0; i < count; ++i) {
    texts[i] = (jstring)(*env)->GetObjectArrayElement(env, names, i);
    fed[i] = Text(env, texts[i]);
    tensors[i] = (const PaddleTensor*)(intptr_t)handles[i];
  }
  status = (eval ? paddle_model_eval : paddle_model_run)(
      handle, fed, tensors, (size_t)count, &wanted, &result, 1, &error);
  for (i = 0; i < count; ++i) Release(env, texts[i], fed[i]);
  Release(env, fetch, wanted);
  if (status == PADDLE_OK) return Floats(env, result);
  Throw(env, error);
  return NULL;
}

JNIEXPORT void JNICALL Java_Paddle_saveInference(JNIEnv* env, jclass type,
                                                 jlong model, jstring folder,
                                                 jstring feed, jstring fetch) {
  PaddleError* error = NULL;
  const char* name = Text(env, folder);
  const char* in = Text(env, feed);
  const char* out = Text(env, fetch);
  const PaddleStatus status = paddle_model_save_inference(
      (const PaddleModel*)(intptr_t)model, name, &in, 1, &out, 1, &error);
  (void)type;
  Release(env, fetch, out);
  Release(env, feed, in);
  Release(env, folder, name);
  if (status != PADDLE_OK) Throw(env, error);
}

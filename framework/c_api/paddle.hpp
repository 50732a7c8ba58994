// Paddle from C++11: classes over paddle.h, which own its handles and throw its
// errors. Nothing but C crosses to the library, so that any compiler and any
// standard library will do.
//
//   paddle::Model model = paddle::Model::Load("mlp");
//   paddle::Tensor x = paddle::Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6});
//   std::vector<float> y = model.Eval({{"x", &x}})[0].Values<float>();
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/c_api/paddle.h"

namespace paddle {

// Thrown by all that follows.
class Error : public std::runtime_error {
 public:
  Error(PaddleStatus status, const std::string& message)
      : std::runtime_error(message), status_(status) {}
  PaddleStatus status() const { return status_; }

 private:
  PaddleStatus status_;
};

namespace internal {

// Takes the error of one call, and throws it.
class Failure {
 public:
  Failure() : error_(NULL) {}
  ~Failure() { paddle_error_free(error_); }
  Failure(const Failure&) = delete;
  Failure& operator=(const Failure&) = delete;

  PaddleError** out() { return &error_; }
  void Check(bool succeeded) const {
    if (succeeded) return;
    throw Error(paddle_error_status(error_), paddle_error_message(error_));
  }

 private:
  PaddleError* error_;
};

struct Free {
  void operator()(PaddleTensor* tensor) const { paddle_tensor_free(tensor); }
  void operator()(PaddleModel* model) const { paddle_model_free(model); }
  void operator()(PaddleProfile* profile) const {
    paddle_profile_free(profile);
  }
};

template <typename T>
struct DataTypeOf;
template <>
struct DataTypeOf<bool> {
  static PaddleDataType value() { return PADDLE_BOOL; }
};
template <>
struct DataTypeOf<uint8_t> {
  static PaddleDataType value() { return PADDLE_UINT8; }
};
template <>
struct DataTypeOf<int8_t> {
  static PaddleDataType value() { return PADDLE_INT8; }
};
template <>
struct DataTypeOf<int16_t> {
  static PaddleDataType value() { return PADDLE_INT16; }
};
template <>
struct DataTypeOf<int32_t> {
  static PaddleDataType value() { return PADDLE_INT32; }
};
template <>
struct DataTypeOf<int64_t> {
  static PaddleDataType value() { return PADDLE_INT64; }
};
template <>
struct DataTypeOf<float> {
  static PaddleDataType value() { return PADDLE_FLOAT32; }
};
template <>
struct DataTypeOf<double> {
  static PaddleDataType value() { return PADDLE_FLOAT64; }
};

}  // namespace internal

// An array, maybe of sequences. Movable; empty after a move and by default.
class Tensor {
 public:
  typedef std::vector<std::vector<int64_t>> Lengths;

  Tensor() {}
  // Takes over a handle.
  explicit Tensor(PaddleTensor* handle) : handle_(handle) {}

  // Returns a copy of the elements, row-major. T is a number or bool; of bool
  // take Copy, since its vector has no elements in memory.
  template <typename T>
  static Tensor Of(const std::vector<int64_t>& dims,
                   const std::vector<T>& values) {
    return Copy(internal::DataTypeOf<T>::value(), dims, values.data(),
                values.size() * sizeof(T));
  }
  // Returns a copy of `bytes` bytes; zeros if `data` is NULL.
  static Tensor Copy(PaddleDataType dtype, const std::vector<int64_t>& dims,
                     const void* data, size_t bytes) {
    internal::Failure failure;
    Tensor made(paddle_tensor_new(dtype, dims.data(), Rank(dims), data, bytes,
                                  failure.out()));
    failure.Check(made.get() != NULL);
    return made;
  }
  // Returns a tensor over memory of the caller; see paddle_tensor_borrow.
  static Tensor Borrow(PaddleDataType dtype, const std::vector<int64_t>& dims,
                       const void* data, size_t bytes,
                       void (*deleter)(void*) = NULL, void* argument = NULL) {
    internal::Failure failure;
    Tensor made(paddle_tensor_borrow(dtype, dims.data(), Rank(dims), data,
                                     bytes, deleter, argument, failure.out()));
    failure.Check(made.get() != NULL);
    return made;
  }

  PaddleTensor* get() const { return handle_.get(); }

  PaddleTensorInfo Info() const {
    PaddleTensorInfo info = PADDLE_TENSOR_INFO_INIT;
    internal::Failure failure;
    failure.Check(paddle_tensor_info(get(), &info, failure.out()) == PADDLE_OK);
    return info;
  }
  PaddleDataType dtype() const { return Info().dtype; }
  std::vector<int64_t> dims() const {
    const PaddleTensorInfo info = Info();
    return std::vector<int64_t>(info.dims, info.dims + info.rank);
  }
  size_t numel() const { return static_cast<size_t>(Info().numel); }

  // Returns the elements, which live as long as this tensor. Throws if they are
  // no T.
  template <typename T>
  const T* Data() const {
    CheckType(internal::DataTypeOf<T>::value());
    internal::Failure failure;
    const void* data = paddle_tensor_data(get(), failure.out());
    failure.Check(data != NULL);
    return static_cast<const T*>(data);
  }
  template <typename T>
  T* MutableData() {
    CheckType(internal::DataTypeOf<T>::value());
    internal::Failure failure;
    void* data = paddle_tensor_mutable_data(get(), failure.out());
    failure.Check(data != NULL);
    return static_cast<T*>(data);
  }
  // Returns a copy of the elements.
  template <typename T>
  std::vector<T> Values() const {
    const T* data = Data<T>();
    return std::vector<T>(data, data + numel());
  }

  // Set and return the lengths of the sequences by level, outermost first.
  void SetLengths(const Lengths& lengths) {
    std::vector<const int64_t*> levels;
    std::vector<size_t> counts;
    for (size_t i = 0; i < lengths.size(); ++i) {
      levels.push_back(lengths[i].data());
      counts.push_back(lengths[i].size());
    }
    internal::Failure failure;
    failure.Check(
        paddle_tensor_set_lengths(get(), static_cast<int32_t>(lengths.size()),
                                  levels.data(), counts.data(),
                                  failure.out()) == PADDLE_OK);
  }
  Lengths GetLengths() const {
    Lengths lengths(static_cast<size_t>(Info().lod_level));
    for (size_t i = 0; i < lengths.size(); ++i) {
      lengths[i].resize(static_cast<size_t>(CopyLengths(i, NULL, 0)));
      CopyLengths(i, lengths[i].data(), lengths[i].size());
    }
    return lengths;
  }

 private:
  static int32_t Rank(const std::vector<int64_t>& dims) {
    return static_cast<int32_t>(dims.size());
  }
  void CheckType(PaddleDataType wanted) const {
    if (dtype() == wanted) return;
    throw Error(PADDLE_TYPE_MISMATCH, "the tensor has elements of data type " +
                                          std::to_string(dtype()) + ", not " +
                                          std::to_string(wanted));
  }
  int64_t CopyLengths(size_t level, int64_t* lengths, size_t count) const {
    internal::Failure failure;
    const int64_t found = paddle_tensor_lengths(
        get(), static_cast<int32_t>(level), lengths, count, failure.out());
    failure.Check(found >= 0);
    return found;
  }

  std::unique_ptr<PaddleTensor, internal::Free> handle_;
};

// A variable of a program; see PaddleVariableInfo.
struct Variable {
  std::string name;
  PaddleDataType dtype;
  std::vector<int64_t> dims;  // -1: only a run knows
  int32_t lod_level;
  bool persistable;
  bool parameter;
  bool trainable;
};

// A value of a feed, which the caller keeps.
struct Feed {
  std::string name;
  const Tensor* value;
};

// A program and its values. Movable; Clone shares both.
class Model {
 public:
  typedef std::vector<std::string> Names;

  // Load a model; see paddle.h.
  static Model Load(const std::string& folder,
                    const PaddleLoadOptions& options = Defaults()) {
    internal::Failure failure;
    return Taken(paddle_model_load(folder.c_str(), &options, failure.out()),
                 failure);
  }
  static Model LoadOnnx(const std::string& path,
                        const PaddleLoadOptions& options = Defaults()) {
    internal::Failure failure;
    return Taken(paddle_model_load_onnx(path.c_str(), &options, failure.out()),
                 failure);
  }
  // Without `parameters` nothing has a value yet.
  static Model LoadBytes(const std::string& program,
                         const std::string* parameters = NULL,
                         const PaddleLoadOptions& options = Defaults()) {
    internal::Failure failure;
    return Taken(paddle_model_load_bytes(program.data(), program.size(),
                                         parameters ? parameters->data() : NULL,
                                         parameters ? parameters->size() : 0,
                                         &options, failure.out()),
                 failure);
  }
  static PaddleLoadOptions Defaults() {
    PaddleLoadOptions options = PADDLE_LOAD_OPTIONS_INIT;
    return options;
  }

  PaddleModel* get() const { return handle_.get(); }

  Model Clone() const {
    internal::Failure failure;
    return Taken(paddle_model_clone(get(), failure.out()), failure);
  }

  std::vector<Variable> Feeds() const {
    return All(paddle_model_feed_count, paddle_model_feed);
  }
  std::vector<Variable> Fetches() const {
    return All(paddle_model_fetch_count, paddle_model_fetch);
  }
  std::vector<Variable> Persistables() const {
    return All(paddle_model_persistable_count, paddle_model_persistable);
  }

  // Run and evaluate the model; without `fetches` those of the model.
  std::vector<Tensor> Run(const std::vector<Feed>& feeds) {
    return Call(paddle_model_run, feeds, NULL);
  }
  std::vector<Tensor> Run(const std::vector<Feed>& feeds,
                          const Names& fetches) {
    return Call(paddle_model_run, feeds, &fetches);
  }
  std::vector<Tensor> Eval(const std::vector<Feed>& feeds) const {
    return Call(paddle_model_eval, feeds, NULL);
  }
  std::vector<Tensor> Eval(const std::vector<Feed>& feeds,
                           const Names& fetches) const {
    return Call(paddle_model_eval, feeds, &fetches);
  }

  // Training and files; see paddle.h.
  void Initialize(const std::string& startup) {
    internal::Failure failure;
    failure.Check(paddle_model_initialize(get(), startup.data(), startup.size(),
                                          failure.out()) == PADDLE_OK);
  }
  Tensor Get(const std::string& name) const {
    internal::Failure failure;
    Tensor value(paddle_model_get(get(), name.c_str(), failure.out()));
    failure.Check(value.get() != NULL);
    return value;
  }
  void Set(const std::string& name, const Tensor& value) {
    internal::Failure failure;
    failure.Check(paddle_model_set(get(), name.c_str(), value.get(),
                                   failure.out()) == PADDLE_OK);
  }
  int64_t Step() const {
    internal::Failure failure;
    const int64_t step = paddle_model_step(get(), failure.out());
    failure.Check(step >= 0);
    return step;
  }
  void SetStep(int64_t step) {
    internal::Failure failure;
    failure.Check(paddle_model_set_step(get(), step, failure.out()) ==
                  PADDLE_OK);
  }
  void SaveParameters(const std::string& path) const {
    internal::Failure failure;
    failure.Check(paddle_model_save_parameters(get(), path.c_str(),
                                               failure.out()) == PADDLE_OK);
  }
  void LoadParameters(const std::string& path) {
    internal::Failure failure;
    failure.Check(paddle_model_load_parameters(get(), path.c_str(),
                                               failure.out()) == PADDLE_OK);
  }
  void Save(const std::string& folder) const {
    internal::Failure failure;
    failure.Check(paddle_model_save(get(), folder.c_str(), failure.out()) ==
                  PADDLE_OK);
  }
  void SaveInference(const std::string& folder, const Names& feeds,
                     const Names& fetches) const {
    const std::vector<const char*> in = Pointers(feeds);
    const std::vector<const char*> out = Pointers(fetches);
    internal::Failure failure;
    failure.Check(paddle_model_save_inference(get(), folder.c_str(), in.data(),
                                              in.size(), out.data(), out.size(),
                                              failure.out()) == PADDLE_OK);
  }

 private:
  explicit Model(PaddleModel* handle) : handle_(handle) {}

  static Model Taken(PaddleModel* handle, const internal::Failure& failure) {
    failure.Check(handle != NULL);
    return Model(handle);
  }
  static std::vector<const char*> Pointers(const Names& names) {
    std::vector<const char*> pointers;
    for (size_t i = 0; i < names.size(); ++i) {
      pointers.push_back(names[i].c_str());
    }
    return pointers;
  }
  static Variable ToVariable(const PaddleVariableInfo& info) {
    Variable variable;
    variable.name = info.name;
    variable.dtype = info.dtype;
    variable.dims.assign(info.dims, info.dims + info.rank);
    variable.lod_level = info.lod_level;
    variable.persistable = info.persistable != 0;
    variable.parameter = info.parameter != 0;
    variable.trainable = info.trainable != 0;
    return variable;
  }

  template <typename Count, typename Describe>
  std::vector<Variable> All(Count count_of, Describe describe) const {
    internal::Failure failure;
    const int64_t count = count_of(get(), failure.out());
    failure.Check(count >= 0);
    std::vector<Variable> variables;
    for (int64_t i = 0; i < count; ++i) {
      PaddleVariableInfo info = PADDLE_VARIABLE_INFO_INIT;
      internal::Failure one;
      one.Check(describe(get(), i, &info, one.out()) == PADDLE_OK);
      variables.push_back(ToVariable(info));
    }
    return variables;
  }

  template <typename Function>
  std::vector<Tensor> Call(Function function, const std::vector<Feed>& feeds,
                           const Names* fetches) const {
    std::vector<const char*> names;
    std::vector<const PaddleTensor*> values;
    for (size_t i = 0; i < feeds.size(); ++i) {
      names.push_back(feeds[i].name.c_str());
      values.push_back(feeds[i].value->get());
    }
    Names own;
    if (fetches == NULL) {
      const std::vector<Variable> all = Fetches();
      for (size_t i = 0; i < all.size(); ++i) own.push_back(all[i].name);
    }
    const std::vector<const char*> wanted = Pointers(fetches ? *fetches : own);
    std::vector<PaddleTensor*> results(wanted.size());
    // Before there are results, which nobody frees if memory runs out.
    std::vector<Tensor> tensors(wanted.size());
    internal::Failure failure;
    // An empty list of names is one, and no NULL.
    static const char* const kNone[1] = {NULL};
    failure.Check(
        function(get(), names.empty() ? kNone : names.data(), values.data(),
                 names.size(), wanted.empty() ? kNone : wanted.data(),
                 results.data(), results.size(), failure.out()) == PADDLE_OK);
    for (size_t i = 0; i < results.size(); ++i) tensors[i] = Tensor(results[i]);
    return tensors;
  }

  std::unique_ptr<PaddleModel, internal::Free> handle_;
};

// Set the number of threads of a run, and load a library of operators.
inline void SetThreads(int32_t threads) {
  internal::Failure failure;
  failure.Check(paddle_set_threads(threads, failure.out()) == PADDLE_OK);
}
inline void LoadOpLibrary(const std::string& path) {
  internal::Failure failure;
  failure.Check(paddle_load_op_library(path.c_str(), failure.out()) ==
                PADDLE_OK);
}

// Begin a profile of the process, and end it: the times of each operator.
inline void StartProfile() {
  internal::Failure failure;
  failure.Check(paddle_profile_start(failure.out()) == PADDLE_OK);
}
class Profile {
 public:
  static Profile Stop() {
    internal::Failure failure;
    Profile profile(paddle_profile_stop(failure.out()));
    failure.Check(profile.handle_ != NULL);
    return profile;
  }
  // Their names live as long as the profile.
  std::vector<PaddleProfiledOp> Ops() const {
    internal::Failure failure;
    const int64_t count = paddle_profile_count(handle_.get(), failure.out());
    failure.Check(count >= 0);
    std::vector<PaddleProfiledOp> ops;
    for (int64_t i = 0; i < count; ++i) {
      PaddleProfiledOp op = PADDLE_PROFILED_OP_INIT;
      internal::Failure one;
      one.Check(paddle_profile_op(handle_.get(), i, &op, one.out()) ==
                PADDLE_OK);
      ops.push_back(op);
    }
    return ops;
  }

 private:
  explicit Profile(PaddleProfile* handle) : handle_(handle) {}
  std::unique_ptr<PaddleProfile, internal::Free> handle_;
};

}  // namespace paddle

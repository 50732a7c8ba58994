#include "paddle/tools/infer/images.h"

#include "paddle/framework/io/dataset.h"
#include "paddle/platform/enforce.h"

namespace paddle::infer {
namespace {

framework::Tensor ReadBytes(const std::string& path, int rank,
                            const char* kind) {
  const framework::Dataset data = framework::OpenArrays(path);
  PADDLE_ENFORCE(data.arrays().size() == 1, InvalidArgument, path, ": ",
                 data.arrays().size(), " arrays, not one of ", kind);
  const framework::StoredArray& array = data.arrays().begin()->second;
  PADDLE_ENFORCE(array.dtype() == framework::DataType::kUInt8 &&
                     array.dims().rank() == rank,
                 InvalidArgument, path, ": no ", kind, ", which are uint8 of ",
                 rank, " axes, but ", framework::DataTypeName(array.dtype()),
                 " ", array.dims().ToString());
  return array.Read();
}

}  // namespace

framework::Tensor ReadImages(const std::string& path) {
  return ReadBytes(path, 3, "images");
}

std::vector<int64_t> ReadLabels(const std::string& path, int64_t classes) {
  const framework::Tensor bytes = ReadBytes(path, 1, "labels");
  std::vector<int64_t> labels;
  labels.reserve(static_cast<size_t>(bytes.numel()));
  for (int64_t i = 0; i < bytes.numel(); ++i) {
    labels.push_back(bytes.data<uint8_t>()[i]);
    PADDLE_ENFORCE(labels.back() < classes, InvalidArgument, path, ": label ",
                   labels.back(), " of item ", i, " is not in [0, ", classes,
                   ")");
  }
  return labels;
}

}  // namespace paddle::infer

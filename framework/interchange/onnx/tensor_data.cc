#include "paddle/framework/interchange/onnx/tensor_data.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/interchange/onnx/external_file.h"
#include "paddle/framework/interchange/onnx/onnx_type.h"
#include "paddle/framework/interchange/onnx/packed_elements.h"
#include "paddle/framework/tensor/mapped_elements.h"
#include "paddle/framework/tensor/plain_bools.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::DataType;
using framework::Dims;
using framework::Tensor;
using proto::TensorProto;

namespace {

constexpr uint64_t kMostBytes = std::numeric_limits<int64_t>::max();

struct NamedType {
  TensorProto::DataType number;
  const char* name;
};

// The types of the standard that tensors cannot have.
constexpr NamedType kMissingTypes[] = {
    {TensorProto::STRING, "string"},
    {TensorProto::COMPLEX64, "complex64"},
    {TensorProto::COMPLEX128, "complex128"},
};

void CheckBytes(const TensorProto& proto, uint64_t found, uint64_t wanted) {
  PADDLE_ENFORCE(found == wanted, DataLoss, "tensor '", proto.name(), "' ",
                 DimsOf(proto).ToString(), " has ", found,
                 " bytes of data instead of ", wanted);
}

// Copies the elements of a typed field, each converted to T.
template <typename T, typename Field>
void CopyField(const Field& field, Tensor* out) {
  std::transform(field.begin(), field.end(), out->mutable_data<T>(),
                 [](auto value) { return static_cast<T>(value); });
}

// int32_data holds the bits of floats of 16 and 8 bits.
template <typename T>
void CopyBits(const TensorProto& proto, Tensor* out) {
  T* target = out->mutable_data<T>();
  for (int32_t field : proto.int32_data()) {
    const auto bits = static_cast<uint16_t>(field);
    std::memcpy(target++, &bits, sizeof(T));  // little endian
  }
}

// Several elements share each byte, which has a field of its own.
void CopyPacked(const TensorProto& proto, Tensor* out) {
  const std::vector<uint8_t> bytes(proto.int32_data().begin(),
                                   proto.int32_data().end());
  Unpack(bytes.data(), out);
}

int TypedCount(const TensorProto& proto, DataType type) {
  switch (type) {
    case DataType::kFloat32:
      return proto.float_data_size();
    case DataType::kFloat64:
      return proto.double_data_size();
    case DataType::kInt64:
      return proto.int64_data_size();
    case DataType::kUInt32:
    case DataType::kUInt64:
      return proto.uint64_data_size();
    default:
      return proto.int32_data_size();
  }
}

void CopyTyped(const TensorProto& proto, Tensor* out) {
  if (ElementsInByte(out->dtype()) > 1) return CopyPacked(proto, out);
  framework::VisitAnyDataType(out->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, float>) {
      CopyField<T>(proto.float_data(), out);
    } else if constexpr (std::is_same_v<T, double>) {
      CopyField<T>(proto.double_data(), out);
    } else if constexpr (std::is_same_v<T, int64_t>) {
      CopyField<T>(proto.int64_data(), out);
    } else if constexpr (std::is_same_v<T, uint32_t> ||
                         std::is_same_v<T, uint64_t>) {
      CopyField<T>(proto.uint64_data(), out);
    } else if constexpr (std::is_integral_v<T>) {
      CopyField<T>(proto.int32_data(), out);
    } else {
      CopyBits<T>(proto, out);
    }
  });
}

// The place of external data.
struct Location {
  std::string file;
  uint64_t offset = 0;
  uint64_t length = 0;
};

uint64_t NumberOf(const proto::StringStringEntryProto& entry,
                  const TensorProto& proto) {
  uint64_t number = 0;
  PADDLE_ENFORCE(absl::SimpleAtoi(entry.value(), &number), DataLoss, "tensor '",
                 proto.name(), "' has external data with ", entry.key(), " '",
                 entry.value(), "', which is no number");
  return number;
}

Location LocationOf(const TensorProto& proto, uint64_t bytes) {
  Location location;
  location.length = bytes;
  for (const proto::StringStringEntryProto& entry : proto.external_data()) {
    if (entry.key() == "location") location.file = entry.value();
    if (entry.key() == "offset") location.offset = NumberOf(entry, proto);
    if (entry.key() == "length") location.length = NumberOf(entry, proto);
  }
  CheckBytes(proto, location.length, bytes);
  return location;
}

// True for elements that are worth pages of their own, and begin where kernels
// expect that tensors do.
bool MayBeMapped(uint64_t offset, uint64_t bytes) {
  constexpr uint64_t kFewest = 1 << 16, kAlignment = 64;
  return bytes >= kFewest && offset % kAlignment == 0;
}

Tensor ReadExternal(const TensorProto& proto, const std::string& folder,
                    const Dims& dims, DataType type, uint64_t bytes) {
  const Location location = LocationOf(proto, bytes);
  const ExternalFile file(folder, location.file);
  PADDLE_ENFORCE(
      location.offset <= file.size() && bytes <= file.size() - location.offset,
      DataLoss, "tensor '", proto.name(), "' needs ", bytes,
      " bytes from byte ", location.offset, " of ", location.file,
      " on, which has ", file.size());
  if (ElementsInByte(type) > 1) {
    std::vector<uint8_t> packed(bytes);
    file.Read(location.offset, packed.data(), bytes);
    Tensor out(dims, type);
    Unpack(packed.data(), &out);
    return out;
  }
  if (MayBeMapped(location.offset, bytes)) {
    Tensor mapped;
    mapped.Bind(
        framework::MappedElements(file.Map(location.offset, bytes), 0, bytes),
        0, dims, type);
    return mapped;
  }
  Tensor out(dims, type);
  file.Read(location.offset, out.raw_mutable_data(), out.bytes());
  return out;
}

Tensor ReadElements(const TensorProto& proto, const std::string& folder,
                    const Dims& dims, DataType type) {
  const uint64_t bytes = StoredBytes(type, dims.Numel());
  if (proto.data_location() == TensorProto::EXTERNAL) {
    return ReadExternal(proto, folder, dims, type, bytes);
  }
  if (proto.has_raw_data()) {
    CheckBytes(proto, proto.raw_data().size(), bytes);
    Tensor out(dims, type);
    const char* data = proto.raw_data().data();
    if (ElementsInByte(type) > 1) {
      Unpack(reinterpret_cast<const uint8_t*>(data), &out);
    } else {
      std::memcpy(out.raw_mutable_data(), data, bytes);
    }
    return out;
  }
  CheckBytes(proto, TypedCount(proto, type) * framework::SizeOf(type), bytes);
  Tensor out(dims, type);
  CopyTyped(proto, &out);
  return out;
}

// Counts the bytes of external tensors, and of the files that they are in. What
// cannot be read is left out: reading reports it, and names the tensor.
class ExternalBytes {
 public:
  explicit ExternalBytes(const std::string& folder) : folder_(folder) {}

  void Add(const TensorProto& proto) {
    if (proto.data_location() != TensorProto::EXTERNAL) return;
    try {
      const uint64_t bytes =
          StoredBytes(TypeOf(proto.data_type()), DimsOf(proto).Numel());
      const std::string file = LocationOf(proto, bytes).file;
      if (files_.count(file) == 0) {
        there_ += ExternalFile(folder_, file).size();
        files_.insert(file);
      }
      if (bytes > there_) return;
      if (__builtin_add_overflow(needed_, bytes, &needed_))
        needed_ = kMostBytes;
    } catch (const platform::Error&) {
    }
  }
  void Add(const proto::GraphProto& graph) {
    for (const TensorProto& tensor : graph.initializer()) Add(tensor);
    Add(graph.node());
  }
  void Add(const google::protobuf::RepeatedPtrField<proto::NodeProto>& nodes) {
    for (const proto::NodeProto& node : nodes) {
      for (const proto::AttributeProto& attribute : node.attribute()) {
        if (attribute.has_t()) Add(attribute.t());
        if (attribute.has_g()) Add(attribute.g());
      }
    }
  }
  void Check() const {
    PADDLE_ENFORCE(needed_ <= there_, DataLoss, "the tensors need ", needed_,
                   " bytes of external data, and its ", files_.size(),
                   " files have ", there_);
  }

 private:
  const std::string& folder_;
  std::set<std::string> files_;
  uint64_t needed_ = 0;
  uint64_t there_ = 0;
};

}  // namespace

void CheckExternalBytes(const proto::ModelProto& model,
                        const std::string& folder) {
  ExternalBytes bytes(folder);
  bytes.Add(model.graph());
  for (const proto::FunctionProto& function : model.functions()) {
    bytes.Add(function.node());
  }
  bytes.Check();
}

DataType TypeOf(int64_t onnx_type) {
  for (int i = 1; i <= static_cast<int>(DataType::kUInt2); ++i) {
    const DataType type = framework::DataTypeFromNumber(i);
    if (OnnxTypeOf(type) == onnx_type) return type;
  }
  for (const NamedType& missing : kMissingTypes) {
    PADDLE_ENFORCE(onnx_type != missing.number, Unimplemented,
                   "there are no tensors of data type ", missing.name);
  }
  PADDLE_THROW(DataLoss, "there is no data type of number ", onnx_type);
}

Dims DimsOf(const TensorProto& tensor) {
  PADDLE_ENFORCE(tensor.dims_size() <= Dims::kMaxRank, Unimplemented,
                 "tensor '", tensor.name(), "' has rank ", tensor.dims_size(),
                 "; ", Dims::kMaxRank, " is the highest");
  Dims dims;
  uint64_t bytes = 8;  // the largest element
  for (int64_t size : tensor.dims()) {
    PADDLE_ENFORCE(size >= 0, DataLoss, "tensor '", tensor.name(),
                   "' has a size of ", size);
    bool fits = size == 0 || bytes <= kMostBytes / static_cast<uint64_t>(size);
    PADDLE_ENFORCE(fits, DataLoss, "tensor '", tensor.name(),
                   "' has more elements than memory can hold");
    bytes *= std::max<uint64_t>(size, 1);
    dims.Append(size);
  }
  return dims;
}

Tensor ReadTensor(const TensorProto& tensor, const std::string& folder) {
  const DataType type = TypeOf(tensor.data_type());
  return framework::PlainBools(
      ReadElements(tensor, folder, DimsOf(tensor), type));
}

}  // namespace paddle::onnx

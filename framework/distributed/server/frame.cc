#include "paddle/framework/distributed/server/frame.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::distributed {

namespace {

using framework::DataType;
using framework::Tensor;

constexpr char kMagic[] = "PDC1";
constexpr size_t kPrefix = 8;
// A head has a few names and shapes.
constexpr size_t kMostHead = 16 << 20;
// Each takes some memory, also without elements.
constexpr int kMostTensors = 1 << 16;

// Reads bytes that lie in pieces.
class PieceReader {
 public:
  explicit PieceReader(absl::Span<const absl::string_view> pieces)
      : pieces_(pieces) {
    for (absl::string_view piece : pieces) left_ += piece.size();
  }

  size_t left() const { return left_; }

  void Read(void* to, size_t bytes) {
    PADDLE_ENFORCE(bytes <= left_, DataLoss, "a frame ends ", bytes - left_,
                   " bytes early");
    left_ -= bytes;
    auto* next = static_cast<char*>(to);
    while (bytes > 0) {
      const absl::string_view rest = pieces_[0].substr(offset_);
      const size_t size = std::min(bytes, rest.size());
      if (size > 0) std::memcpy(next, rest.data(), size);
      next += size;
      bytes -= size;
      offset_ += size;
      if (offset_ < pieces_[0].size()) continue;
      pieces_.remove_prefix(1);
      offset_ = 0;
    }
  }

 private:
  absl::Span<const absl::string_view> pieces_;
  size_t offset_ = 0;  // in the first piece
  size_t left_ = 0;
};

template <class Message>
std::string Encode(const Message& message) {
  auto head = message.head;
  head.clear_tensors();
  for (const Tensor& tensor : message.tensors) {
    proto::TensorHead* one = head.add_tensors();
    one->set_dtype(static_cast<int>(tensor.dtype()));
    for (const int64_t size : tensor.dims()) one->add_dims(size);
  }
  const auto bytes = static_cast<uint32_t>(head.ByteSizeLong());
  std::string frame(kMagic, 4);
  for (int i = 0; i < 4; ++i) {
    frame.push_back(static_cast<char>(bytes >> (8 * i)));
  }
  head.AppendToString(&frame);
  return frame;
}

template <class Head>
void DecodeHead(PieceReader* reader, Head* head) {
  unsigned char prefix[kPrefix];
  reader->Read(prefix, kPrefix);
  PADDLE_ENFORCE(std::memcmp(prefix, kMagic, 4) == 0, DataLoss,
                 "this is no frame of a call");
  uint32_t size = 0;
  for (int i = 0; i < 4; ++i) size |= uint32_t{prefix[4 + i]} << (8 * i);
  PADDLE_ENFORCE(size <= kMostHead && size <= reader->left(), DataLoss,
                 "a frame of ", reader->left(), " bytes has a head of ", size);
  std::string bytes(size, '\0');
  reader->Read(bytes.data(), size);
  PADDLE_ENFORCE(head->ParseFromString(bytes), DataLoss,
                 "the head of a frame is no such message");
}

// Returns the dims of a tensor whose elements are among `left` bytes.
framework::Dims DimsOf(const proto::TensorHead& head, size_t left) {
  const auto type = static_cast<DataType>(head.dtype());
  PADDLE_ENFORCE(DataType::kBool <= type && type <= DataType::kFloat64,
                 DataLoss, "a tensor of data type ", head.dtype());
  PADDLE_ENFORCE(head.dims_size() <= framework::Dims::kMaxRank, DataLoss,
                 "a tensor of rank ", head.dims_size());
  framework::Dims dims;
  int64_t numel = 1;
  bool fits = true;
  for (const int64_t size : head.dims()) {
    fits = fits && size >= 0 && !__builtin_mul_overflow(numel, size, &numel);
    if (fits) dims.Append(size);
  }
  PADDLE_ENFORCE(
      fits && static_cast<uint64_t>(numel) <= left / framework::SizeOf(type),
      DataLoss, "a tensor is larger than its frame");
  return dims;
}

template <class Message>
Message Decode(absl::Span<const absl::string_view> pieces) {
  Message message;
  PieceReader reader(pieces);
  DecodeHead(&reader, &message.head);
  PADDLE_ENFORCE(message.head.tensors_size() <= kMostTensors, DataLoss,
                 "a frame of ", message.head.tensors_size(), " tensors");
  for (const proto::TensorHead& head : message.head.tensors()) {
    Tensor tensor(DimsOf(head, reader.left()),
                  static_cast<DataType>(head.dtype()));
    reader.Read(tensor.raw_mutable_data(), tensor.bytes());
    message.tensors.push_back(tensor);
  }
  PADDLE_ENFORCE(reader.left() == 0, DataLoss, reader.left(),
                 " bytes behind the tensors of a frame");
  message.head.clear_tensors();
  return message;
}

}  // namespace

std::string EncodeHead(const Call& call) { return Encode(call); }
std::string EncodeHead(const Reply& reply) { return Encode(reply); }

Call DecodeCall(absl::Span<const absl::string_view> pieces) {
  return Decode<Call>(pieces);
}
Reply DecodeReply(absl::Span<const absl::string_view> pieces) {
  return Decode<Reply>(pieces);
}

}  // namespace paddle::distributed

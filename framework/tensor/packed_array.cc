#include "paddle/framework/tensor/packed_array.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/memory/allocator.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// "PDARRAY1" as a number, so that other bytes are recognized.
constexpr int64_t kMagic = 0x3159415252414450;

// Each element begins at a multiple of this.
constexpr size_t kAlignment = memory::Allocator::kAlignment;

size_t Aligned(size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

// The numbers in front: kMagic, the data type, the number of elements, and for
// each of them its rank and its sizes.
std::vector<int64_t> HeaderOf(const TensorArray& array) {
  std::vector<int64_t> header{kMagic, static_cast<int64_t>(array.dtype()),
                              array.size()};
  for (int64_t i = 0; i < array.size(); ++i) {
    const LoDTensor& element = array.Get(i);
    PADDLE_ENFORCE(element.lod() == nullptr, InvalidArgument, "element ", i,
                   " of a tensor array has sequences, which cannot be packed");
    const Dims& dims = element.dims();
    header.push_back(dims.rank());
    header.insert(header.end(), dims.begin(), dims.end());
  }
  return header;
}

[[noreturn]] void FailDamaged() {
  PADDLE_THROW(InvalidArgument,
               "the bytes are no packed tensor array (packed_array.h), or are "
               "damaged");
}

void Check(bool holds) {
  if (!holds) FailDamaged();
}

// Reads the numbers in front, one after the other.
class HeaderReader {
 public:
  explicit HeaderReader(const LoDTensor& packed)
      : begin_(static_cast<const char*>(packed.raw_data())),
        next_(begin_),
        left_(static_cast<int64_t>(packed.bytes() / sizeof(int64_t))) {}

  int64_t left() const { return left_; }
  size_t bytes() const { return next_ - begin_; }  // that have been read
  int64_t Next() {
    Check(left_ > 0);
    int64_t number;
    std::memcpy(&number, next_, sizeof(number));
    next_ += sizeof(number);
    --left_;
    return number;
  }

 private:
  const char* const begin_;
  const char* next_;
  int64_t left_;
};

Dims ReadDims(HeaderReader* header) {
  const int64_t rank = header->Next();
  Check(rank >= 0 && rank <= Dims::kMaxRank);
  Dims dims;
  for (int64_t axis = 0; axis < rank; ++axis) {
    dims.Append(header->Next());
    Check(dims[static_cast<int>(axis)] >= 0);
  }
  return dims;
}

bool IsPacked(const LoDTensor& packed) {
  return packed.initialized() && packed.dtype() == DataType::kUInt8 &&
         packed.rank() == 1 && packed.place().is_cpu();
}

bool IsAligned(const LoDTensor& packed) {
  return reinterpret_cast<uintptr_t>(packed.raw_data()) % kAlignment == 0;
}

}  // namespace

LoDTensor PackArray(const TensorArray& array) {
  const std::vector<int64_t> header = HeaderOf(array);
  const size_t begin = header.size() * sizeof(int64_t);
  size_t bytes = begin;
  for (int64_t i = 0; i < array.size(); ++i) {
    bytes = Aligned(bytes) + array.Get(i).bytes();
  }
  LoDTensor packed(Dims({static_cast<int64_t>(bytes)}), DataType::kUInt8);
  auto* to = static_cast<char*>(packed.raw_mutable_data());
  // Gaps are zeros, so that equal arrays are equal bytes.
  std::memset(to, 0, bytes);
  std::memcpy(to, header.data(), begin);
  size_t offset = begin;
  for (int64_t i = 0; i < array.size(); ++i) {
    const Tensor element = OnCPU(array.Get(i));
    offset = Aligned(offset);
    std::memcpy(to + offset, element.raw_data(), element.bytes());
    offset += element.bytes();
  }
  return packed;
}

TensorArray UnpackArray(const LoDTensor& packed) {
  Check(IsPacked(packed));
  if (!IsAligned(packed)) return UnpackArray(LoDTensor(Copy(packed)));
  HeaderReader header(packed);
  Check(header.Next() == kMagic);
  const int64_t type = header.Next();
  Check(type >= 0 && type <= INT32_MAX);
  TensorArray array(DataTypeFromNumber(static_cast<int>(type)));
  const int64_t size = header.Next();
  Check(size >= 0 && size <= header.left());
  std::vector<Dims> shapes;
  for (int64_t i = 0; i < size; ++i) shapes.push_back(ReadDims(&header));
  size_t offset = header.bytes();
  for (int64_t i = 0; i < size; ++i) {
    offset = Aligned(offset);
    // Throws if the product overflows; the bytes of an element may, too.
    const int64_t numel = shapes[i].Numel();
    size_t bytes = 0;
    Check(!__builtin_mul_overflow(numel, SizeOf(array.dtype()), &bytes) &&
          offset <= packed.bytes() && bytes <= packed.bytes() - offset);
    LoDTensor element;
    element.Bind(packed.holder(), packed.offset() + offset, shapes[i],
                 array.dtype());
    array.Set(i, element);
    offset += bytes;
  }
  return array;
}

}  // namespace paddle::framework

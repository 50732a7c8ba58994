#include "paddle/framework/io/idx.h"

#include <string>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

constexpr size_t kWord = 4;  // bytes

absl::optional<DataType> TypeOf(char code) {
  switch (code) {
    case 0x08:
      return DataType::kUInt8;
    case 0x09:
      return DataType::kInt8;
    case 0x0B:
      return DataType::kInt16;
    case 0x0C:
      return DataType::kInt32;
    case 0x0D:
      return DataType::kFloat32;
    case 0x0E:
      return DataType::kFloat64;
  }
  return absl::nullopt;
}

uint32_t Number(absl::string_view bytes) {
  uint32_t number = 0;
  for (const char byte : bytes)
    number = number << 8 | static_cast<uint8_t>(byte);
  return number;
}

}  // namespace

bool IsIdx(absl::string_view start) {
  return start.size() >= kWord && start[0] == 0 && start[1] == 0 &&
         TypeOf(start[2]).has_value() && start[3] >= 1 &&
         start[3] <= Dims::kMaxRank;
}

StoredArray ParseIdx(const std::shared_ptr<ByteSource>& source) {
  const std::string& name = source->name();
  const std::string start = source->Text(0, kWord);
  PADDLE_ENFORCE(IsIdx(start), InvalidArgument, name, ", byte 0: begins with ",
                 Number(start), ", as no IDX file does");
  const auto rank = static_cast<size_t>(start[3]);
  const std::string header = source->Text(kWord, rank * kWord);
  std::vector<int64_t> sizes;
  for (size_t i = 0; i < rank; ++i) {
    sizes.push_back(Number(absl::string_view(header).substr(i * kWord, kWord)));
  }
  const DataType dtype = *TypeOf(start[2]);
  const Dims dims = CheckedDims(sizes, dtype, name);
  const uint64_t begin = kWord + header.size();
  source->Expect(begin + BytesOf(dims, dtype));
  return StoredArray(source, begin, dtype, dims, /*big_endian=*/true);
}

}  // namespace paddle::framework

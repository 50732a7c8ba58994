#include <cstring>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/tensor/serialization.h"
#include "paddle/framework/tensor/serialization_format.h"
#include "paddle/platform/crc32c.h"
#include "paddle/platform/file.h"

namespace paddle::framework {
namespace {

using tensor_file::Kind;

// Takes pieces off the front of bytes; never reads beyond their end.
class Reader {
 public:
  explicit Reader(absl::string_view bytes) : rest_(bytes) {}

  absl::string_view rest() const { return rest_; }

  absl::string_view Bytes(uint64_t count, const char* what) {
    PADDLE_ENFORCE(count <= rest_.size(), DataLoss, what, " needs ", count,
                   " bytes, ", rest_.size(), " are left");
    const absl::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }

  template <typename T>
  T Number(const char* what) {
    T value;
    std::memcpy(&value, Bytes(sizeof(T), what).data(), sizeof(T));
    return value;
  }

  // A count and that many numbers.
  template <typename T>
  std::vector<T> Numbers(const char* what) {
    const uint64_t count = Number<uint64_t>(what);
    PADDLE_ENFORCE(count <= rest_.size() / sizeof(T), DataLoss, what, " has ",
                   count, " numbers, ", rest_.size(), " bytes are left");
    std::vector<T> values(count);
    if (count > 0) {
      const absl::string_view bytes = Bytes(count * sizeof(T), what);
      std::memcpy(values.data(), bytes.data(), bytes.size());
    }
    return values;
  }

 private:
  absl::string_view rest_;
};

void CheckSum(Reader* reader, absl::string_view of, const char* what) {
  const auto stored = reader->Number<uint32_t>("a checksum");
  const uint32_t computed = platform::Crc32c(of.data(), of.size());
  PADDLE_ENFORCE(stored == computed, DataLoss, "the checksum of ", what,
                 " does not match: it was damaged");
}

// What stands before the elements of an entry.
struct EntryHeader {
  std::string name;
  Kind kind = Kind::kLoDTensor;
  DataType dtype = DataType::kFloat32;
  Dims dims;
  LoD::Levels lod;
  int64_t height = 0;
  std::vector<int64_t> rows;
  uint64_t bytes = 0;
};

Kind KindOfNumber(uint8_t number) {
  PADDLE_ENFORCE(number <= static_cast<uint8_t>(Kind::kSelectedRows), DataLoss,
                 "no kind of entry has the number ", number);
  return static_cast<Kind>(number);
}

Dims ReadDims(Reader* reader) {
  const std::vector<int64_t> sizes = reader->Numbers<int64_t>("dims");
  const Dims dims{absl::MakeConstSpan(sizes)};
  PADDLE_ENFORCE(dims.IsStatic(), DataLoss,
                 "a size is negative: ", dims.ToString());
  return dims;
}

LoD::Levels ReadLoD(Reader* reader) {
  LoD::Levels levels;
  const auto count = reader->Number<uint32_t>("the LoD");
  for (uint32_t level = 0; level < count; ++level) {
    levels.push_back(reader->Numbers<int64_t>("a LoD level"));
  }
  return levels;
}

EntryHeader ReadHeader(absl::string_view bytes) {
  Reader reader(bytes);
  EntryHeader header;
  const std::vector<char> name = reader.Numbers<char>("the name");
  header.name.assign(name.begin(), name.end());
  header.kind = KindOfNumber(reader.Number<uint8_t>("the kind"));
  header.dtype = DataTypeFromNumber(reader.Number<uint8_t>("the data type"));
  header.dims = ReadDims(&reader);
  if (header.kind == Kind::kLoDTensor) {
    header.lod = ReadLoD(&reader);
  } else {
    header.height = reader.Number<int64_t>("the height");
    header.rows = reader.Numbers<int64_t>("the rows");
  }
  header.bytes = reader.Number<uint64_t>("the length");
  PADDLE_ENFORCE(reader.rest().empty(), DataLoss, reader.rest().size(),
                 " bytes too many in the header");
  return header;
}

void CheckLength(const EntryHeader& header) {
  const auto numel = static_cast<uint64_t>(header.dims.Numel());
  const uint64_t size = SizeOf(header.dtype);
  PADDLE_ENFORCE(header.bytes / size == numel && header.bytes % size == 0,
                 DataLoss, header.bytes, " bytes cannot be ",
                 DataTypeName(header.dtype), " ", header.dims.ToString());
}

// Other values of a bool are undefined behaviour, and no checksum protects from
// a file that was made that way.
void CheckBools(absl::string_view data) {
  for (const char byte : data) {
    PADDLE_ENFORCE(byte == 0 || byte == 1, DataLoss, "a bool is the byte ",
                   static_cast<int>(byte));
  }
}

Tensor MakeTensor(const EntryHeader& header, absl::string_view data) {
  if (header.dtype == DataType::kBool) CheckBools(data);
  Tensor tensor(header.dims, header.dtype);
  if (!data.empty()) {
    std::memcpy(tensor.raw_mutable_data(), data.data(), data.size());
  }
  return tensor;
}

LoDTensor MakeLoDTensor(const EntryHeader& header, absl::string_view data) {
  LoDPtr lod;
  if (!header.lod.empty()) {
    lod = LoD::FromOffsets(header.lod);
    PADDLE_ENFORCE(header.dims.rank() >= 1 && lod->rows() == header.dims[0],
                   DataLoss, "a LoD of ", lod->rows(), " rows on ",
                   header.dims.ToString());
  }
  return LoDTensor(MakeTensor(header, data), std::move(lod));
}

SelectedRows MakeSelectedRows(const EntryHeader& header,
                              absl::string_view data) {
  SelectedRows rows;
  rows.set_height(header.height);
  *rows.mutable_rows() = header.rows;
  *rows.mutable_value() = MakeTensor(header, data);
  rows.Check();
  return rows;
}

// Reads one entry; `where` becomes its description as soon as it has one.
void ReadEntry(Reader* reader, NamedTensors* tensors, std::string* where) {
  const absl::string_view from_length = reader->rest();
  const auto length = reader->Number<uint64_t>("the length of the header");
  const absl::string_view bytes = reader->Bytes(length, "the header");
  CheckSum(reader, from_length.substr(0, sizeof(length) + bytes.size()),
           "the header");

  const EntryHeader header = ReadHeader(bytes);
  absl::StrAppend(where, " \"", header.name, "\"");
  CheckLength(header);
  const absl::string_view data = reader->Bytes(header.bytes, "the data");
  CheckSum(reader, data, "the data");
  PADDLE_ENFORCE(tensors->count(header.name) == 0, DataLoss,
                 "there is another entry of this name");
  if (header.kind == Kind::kLoDTensor) {
    tensors->emplace(header.name, MakeLoDTensor(header, data));
  } else {
    tensors->emplace(header.name, MakeSelectedRows(header, data));
  }
}

uint64_t ReadStart(Reader* reader) {
  const absl::string_view all = reader->rest();
  const absl::string_view magic =
      reader->Bytes(tensor_file::kMagic.size(), "the magic number");
  PADDLE_ENFORCE(magic == tensor_file::kMagic, DataLoss,
                 "this is no file of tensors");
  const auto version = reader->Number<uint32_t>("the version");
  PADDLE_ENFORCE(version == tensor_file::kVersion, DataLoss, "version ",
                 version, " of the format is not known; this program reads ",
                 tensor_file::kVersion);
  const auto count = reader->Number<uint64_t>("the number of entries");
  CheckSum(reader, all.substr(0, all.size() - reader->rest().size()),
           "the beginning");
  return count;
}

NamedTensors ReadAll(absl::string_view bytes, std::string* where) {
  Reader reader(bytes);
  NamedTensors tensors;
  const uint64_t count = ReadStart(&reader);
  for (uint64_t entry = 0; entry < count; ++entry) {
    *where = absl::StrCat(", entry ", entry);
    ReadEntry(&reader, &tensors, where);
  }
  where->clear();
  PADDLE_ENFORCE(reader.rest().empty(), DataLoss, reader.rest().size(),
                 " bytes follow the last entry");
  return tensors;
}

}  // namespace

NamedTensors ParseTensors(absl::string_view bytes, const std::string& source) {
  std::string where;
  try {
    return ReadAll(bytes, &where);
  } catch (const platform::Error& error) {
    PADDLE_ENFORCE(error.code() != platform::ErrorCode::kResourceExhausted,
                   ResourceExhausted, "file ", source, where, ": ",
                   error.message());
    PADDLE_THROW(DataLoss, "file ", source, where, ": ", error.message());
  }
}

NamedTensors LoadTensors(const std::string& path) {
  return ParseTensors(platform::ReadFile(path), path);
}

}  // namespace paddle::framework

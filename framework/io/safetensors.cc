#include "paddle/framework/io/safetensors.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/io/json_reader.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

constexpr uint64_t kPrefix = 8;                         // bytes
constexpr uint64_t kLongestHeader = 100 * 1000 * 1000;  // as the format says

constexpr std::pair<absl::string_view, DataType> kTypes[] = {
    {"BOOL", DataType::kBool},
    {"U8", DataType::kUInt8},
    {"I8", DataType::kInt8},
    {"I16", DataType::kInt16},
    {"I32", DataType::kInt32},
    {"I64", DataType::kInt64},
    {"F16", DataType::kFloat16},
    {"BF16", DataType::kBFloat16},
    {"F32", DataType::kFloat32},
    {"F64", DataType::kFloat64},
    {"U16", DataType::kUInt16},
    {"U32", DataType::kUInt32},
    {"U64", DataType::kUInt64},
    {"F8_E4M3", DataType::kFloat8E4M3FN},
    {"F8_E5M2", DataType::kFloat8E5M2},
    {"F8_E8M0", DataType::kFloat8E8M0FNU},
};

struct Entry {
  std::string name;
  std::string dtype;
  std::vector<int64_t> shape;
  std::vector<int64_t> place;  // begin and end, in bytes behind the header
  int members = 0;
};

std::vector<int64_t> Integers(JsonReader* json) {
  std::vector<int64_t> numbers;
  json->Array([&] { numbers.push_back(json->Integer()); });
  return numbers;
}

Entry ReadEntry(const std::string& name, JsonReader* json) {
  Entry entry;
  entry.name = name;
  json->Object([&](const std::string& key) {
    ++entry.members;
    if (key == "dtype") return void(entry.dtype = json->String());
    if (key == "shape") return void(entry.shape = Integers(json));
    if (key == "data_offsets") return void(entry.place = Integers(json));
    json->Fail(absl::StrCat("array ", name, " has an unknown member ", key));
  });
  if (entry.members != 3 || entry.place.size() != 2) {
    json->Fail(absl::StrCat("the entry of array ", name, " is not whole"));
  }
  return entry;
}

std::vector<Entry> ReadHeader(const std::string& text,
                              const std::string& source) {
  std::vector<Entry> entries;
  JsonReader json(text, source, kPrefix);
  json.Object([&](const std::string& name) {
    if (name != "__metadata__") {
      entries.push_back(ReadEntry(name, &json));
    } else {
      json.Object([&](const std::string&) { json.String(); });
    }
  });
  json.End();
  return entries;
}

DataType TypeOf(const Entry& entry, const std::string& place) {
  const auto* type = std::find_if(
      std::begin(kTypes), std::end(kTypes),
      [&](const auto& known) { return known.first == entry.dtype; });
  PADDLE_ENFORCE(type != std::end(kTypes), InvalidArgument, place,
                 " has an unknown data type ", entry.dtype);
  return type->second;
}

uint64_t HeaderSize(const ByteSource& source) {
  const uint64_t size = LittleEndian(source.Text(0, kPrefix));
  PADDLE_ENFORCE(size <= kLongestHeader && size <= source.size() - kPrefix,
                 InvalidArgument, source.name(), ", byte 0: it has ",
                 source.size(), " bytes, and its header would have ", size);
  return size;
}

}  // namespace

StoredArrays ParseSafetensors(const std::shared_ptr<ByteSource>& source) {
  const std::string text = source->Text(kPrefix, HeaderSize(*source));
  std::vector<Entry> entries = ReadHeader(text, source->name());
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.place < b.place; });
  StoredArrays arrays;
  const uint64_t start = kPrefix + text.size();
  int64_t end = 0;
  for (const Entry& entry : entries) {
    const std::string place =
        absl::StrCat(source->name(), ": array ", entry.name);
    PADDLE_ENFORCE(entry.place[0] == end, InvalidArgument, place, " begins at ",
                   entry.place[0], ", not at ", end,
                   ", where the one before it ends");
    end = entry.place[1];
    const DataType dtype = TypeOf(entry, place);
    const Dims dims = CheckedDims(entry.shape, dtype, place);
    const auto bytes = static_cast<int64_t>(BytesOf(dims, dtype));
    PADDLE_ENFORCE(end - entry.place[0] == bytes, InvalidArgument, place, " ",
                   dims.ToString(), " has ", end - entry.place[0],
                   " bytes, not ", bytes);
    arrays.emplace(entry.name,
                   StoredArray(source, start + entry.place[0], dtype, dims));
  }
  source->Expect(start + static_cast<uint64_t>(end));
  return arrays;
}

}  // namespace paddle::framework

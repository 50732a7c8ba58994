#include "paddle/framework/io/npy.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/io/text_cursor.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

// NumPy pads its own to 64 bytes or a little more; structures have long ones.
constexpr uint64_t kLongestHeader = uint64_t{1} << 20;

constexpr std::pair<absl::string_view, DataType> kTypes[] = {
    {"|b1", DataType::kBool},    {"|u1", DataType::kUInt8},
    {"|i1", DataType::kInt8},    {"<i2", DataType::kInt16},
    {"<i4", DataType::kInt32},   {"<i8", DataType::kInt64},
    {"<f2", DataType::kFloat16}, {"<f4", DataType::kFloat32},
    {"<f8", DataType::kFloat64}, {"<u2", DataType::kUInt16},
    {"<u4", DataType::kUInt32},  {"<u8", DataType::kUInt64},
};

struct Header {
  std::string descr;
  bool fortran_order = false;
  std::vector<int64_t> shape;
  int members = 0;
};

std::string ReadText(TextCursor* cursor) {
  cursor->SkipSpaces();
  const char quote = cursor->Next();
  if (quote != '\'' && quote != '"') {
    cursor->Fail("expected a string; structures are not read");
  }
  std::string text;
  for (char next = cursor->Next(); next != quote; next = cursor->Next()) {
    if (next == '\\') cursor->Fail("a backslash in a string");
    text.push_back(next);
  }
  return text;
}

bool ReadBool(TextCursor* cursor) {
  if (cursor->Take("True")) return true;
  cursor->Expect("False");
  return false;
}

std::vector<int64_t> ReadTuple(TextCursor* cursor) {
  std::vector<int64_t> numbers;
  bool comma = true;
  cursor->Expect("(");
  while (!cursor->Take(")")) {
    if (!comma) cursor->Fail("expected , or )");
    numbers.push_back(cursor->Integer());
    comma = cursor->Take(",");
  }
  // In Python (3) is a number.
  if (numbers.size() == 1 && !comma) cursor->Fail("the shape is no tuple");
  return numbers;
}

void ReadMember(TextCursor* cursor, Header* header) {
  const std::string key = ReadText(cursor);
  cursor->Expect(":");
  if (key == "descr") {
    header->descr = ReadText(cursor);
    header->members |= 1;
  } else if (key == "fortran_order") {
    header->fortran_order = ReadBool(cursor);
    header->members |= 2;
  } else if (key == "shape") {
    header->shape = ReadTuple(cursor);
    header->members |= 4;
  } else {
    cursor->Fail(absl::StrCat("unknown member ", key));
  }
}

Header ReadHeader(const std::string& text, const std::string& source,
                  uint64_t begin) {
  TextCursor cursor(text, source, begin);
  Header header;
  cursor.Expect("{");
  for (int i = 0; i < 3; ++i) {
    ReadMember(&cursor, &header);
    // NumPy writes a comma behind the last one, too.
    if (!cursor.Take(",") && i < 2) cursor.Fail("expected ,");
  }
  cursor.Expect("}");
  cursor.End();
  PADDLE_ENFORCE(header.members == 7, InvalidArgument, source, ", byte ", begin,
                 ": a member of the header stands twice");
  return header;
}

DataType TypeOf(const Header& header, const std::string& source) {
  const auto* type = std::find_if(
      std::begin(kTypes), std::end(kTypes),
      [&](const auto& known) { return known.first == header.descr; });
  PADDLE_ENFORCE(type != std::end(kTypes), InvalidArgument, source,
                 ": its data type ", header.descr,
                 " is none of a tensor, little endian; convert it with astype");
  return type->second;
}

}  // namespace

StoredArray ParseNpy(const std::shared_ptr<ByteSource>& source) {
  const std::string& name = source->name();
  const std::string start = source->Text(0, kNpyMagic.size() + 2);
  PADDLE_ENFORCE(absl::StartsWith(start, kNpyMagic), InvalidArgument, name,
                 ", byte 0: it does not begin as a .npy file");
  const int version = static_cast<uint8_t>(start[kNpyMagic.size()]);
  PADDLE_ENFORCE(1 <= version && version <= 3 && start.back() == 0,
                 InvalidArgument, name, ", byte 6: version ", version, ".",
                 static_cast<uint8_t>(start.back()),
                 " of the format is not known");
  const uint64_t width = version == 1 ? 2 : 4;
  const uint64_t size = LittleEndian(source->Text(start.size(), width));
  PADDLE_ENFORCE(size <= kLongestHeader, InvalidArgument, name,
                 ", byte 8: a header of ", size, " bytes");
  const uint64_t begin = start.size() + width;
  const Header header = ReadHeader(source->Text(begin, size), name, begin);
  PADDLE_ENFORCE(!header.fortran_order, InvalidArgument, name,
                 ": it is in Fortran order; write numpy.ascontiguousarray of "
                 "the array");
  const DataType dtype = TypeOf(header, name);
  const Dims dims = CheckedDims(header.shape, dtype, name);
  source->Expect(begin + size + BytesOf(dims, dtype));
  return StoredArray(source, begin + size, dtype, dims);
}

}  // namespace paddle::framework

// Prints what the readers of framework/io find in files, for tests that write
// them with other programs:
//
//   show_arrays FILE                    each array: name, type, dims, and the
//                                       bytes in hexadecimal digits, read row
//                                       by row
//   show_arrays BATCH SEED FEED FILE... each batch of an epoch: the number of
//                                       the batch, lengths, bytes; FEED is
//                                       "values" or "values:lengths"
//
// Ends with 1 and the error for a bad file.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include "paddle/framework/io/batch_reader.h"
#include "paddle/framework/io/dataset.h"

namespace paddle::framework {
namespace {

std::string Digits(const Tensor& tensor) {
  return absl::BytesToHexString(absl::string_view(
      static_cast<const char*>(tensor.raw_data()), tensor.bytes()));
}

std::string DigitsOf(const StoredArray& array) {
  if (array.dims().rank() == 0) return Digits(array.Read());
  std::string digits;
  for (int64_t row = 0; row < array.rows(); ++row) {
    digits += Digits(array.Read(row, row + 1));
  }
  return digits;
}

void ShowArrays(const std::string& path) {
  const Dataset data = OpenArrays(path);
  for (const auto& [name, array] : data.arrays()) {
    std::printf(
        "%s %s %s %s\n", name.c_str(), DataTypeName(array.dtype()),
        absl::StrCat("[", absl::StrJoin(array.dims(), ","), "]").c_str(),
        DigitsOf(array).c_str());
  }
}

void ShowBatches(int64_t size, uint64_t seed, const std::string& feed,
                 const std::vector<std::string>& files) {
  const std::vector<std::string> names = absl::StrSplit(feed, ':');
  const FeedArrays arrays = {names[0], names.size() > 1 ? names[1] : ""};
  BatchReader reader(files, {{"x", arrays}}, {size, seed});
  while (const auto batch = reader.Next()) {
    const LoDTensor& x = batch->front().second;
    const std::string lengths =
        x.lod() == nullptr ? "" : absl::StrJoin(x.lod()->lengths()[0], ",");
    std::printf("%lld [%s] %s\n", static_cast<long long>(reader.position() - 1),
                lengths.c_str(), Digits(x).c_str());
  }
}

}  // namespace
}  // namespace paddle::framework

int main(int argc, char** argv) {
  try {
    if (argc == 2) {
      paddle::framework::ShowArrays(argv[1]);
    } else if (argc > 4) {
      paddle::framework::ShowBatches(std::atoll(argv[1]),
                                     std::strtoull(argv[2], nullptr, 10),
                                     argv[3], {argv + 4, argv + argc});
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "show_arrays: %s\n", error.what());
    return 1;
  }
  return 0;
}

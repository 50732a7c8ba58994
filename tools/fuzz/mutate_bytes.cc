#include "paddle/tools/fuzz/mutate_bytes.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>

#include "paddle/platform/crc32c.h"

namespace paddle::fuzz {
namespace {

constexpr size_t kSum = sizeof(uint32_t);

size_t Below(size_t bound, Random* random) {
  return bound == 0 ? 0 : (*random)() % bound;
}

// Numbers at which products, sums and conversions of sizes overflow.
uint64_t ExtremeNumber(Random* random) {
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  static const uint64_t kNumbers[] = {0,
                                      1,
                                      2,
                                      3,
                                      7,
                                      8,
                                      9,
                                      10,
                                      64,
                                      255,
                                      256,
                                      65535,
                                      1u << 31,
                                      uint64_t{1} << 32,
                                      uint64_t{1} << 40,
                                      uint64_t{1} << 61,
                                      kMost / 2,
                                      kMost / 2 + 1,
                                      kMost / 8,
                                      kMost - 7,
                                      kMost};
  const uint64_t number = kNumbers[Below(std::size(kNumbers), random)];
  return Below(4, random) == 0 ? number + Below(16, random) : number;
}

void PutNumber(std::string* bytes, Random* random) {
  const uint64_t number = ExtremeNumber(random);
  const size_t size = size_t{1} << Below(4, random);
  if (bytes->size() < size) return;
  char raw[sizeof(number)];
  std::memcpy(raw, &number, sizeof(number));
  if (Below(4, random) == 0) std::reverse(raw, raw + size);  // Big endian.
  std::memcpy(&(*bytes)[Below(bytes->size() - size + 1, random)], raw, size);
}

void MutateOnce(std::string* bytes, Random* random) {
  const size_t place = Below(bytes->size(), random);
  const size_t length = 1 + Below(24, random);
  switch (Below(9, random)) {
    case 0:
      bytes->resize(place);
      break;
    case 1:
      bytes->erase(place, length);
      break;
    case 2:
      bytes->insert(place, bytes->substr(place, length));
      break;
    case 3:
      bytes->insert(place, length, static_cast<char>((*random)()));
      break;
    case 4:
      if (!bytes->empty()) {
        bytes->replace(Below(bytes->size(), random), length,
                       bytes->substr(place, length));
      }
      break;
    case 5:
    case 6:
      PutNumber(bytes, random);
      break;
    default:
      if (!bytes->empty()) {
        (*bytes)[place] ^= static_cast<char>(1 << Below(8, random));
      }
  }
}

// Writes the checksum of `size` bytes at `start` after them; false if there is
// no room for it.
bool PutSum(size_t start, uint64_t size, std::string* bytes) {
  // Written as subtractions, because the sums may overflow.
  if (start > bytes->size() || bytes->size() - start < kSum ||
      size > bytes->size() - start - kSum) {
    return false;
  }
  const uint32_t sum = platform::Crc32c(bytes->data() + start, size);
  std::memcpy(&(*bytes)[start + size], &sum, kSum);
  return true;
}

uint64_t NumberAt(const std::string& bytes, size_t place) {
  uint64_t number = 0;
  if (bytes.size() >= sizeof(number) &&
      place <= bytes.size() - sizeof(number)) {
    std::memcpy(&number, bytes.data() + place, sizeof(number));
  }
  return number;
}

}  // namespace

std::string MutateBytes(std::string bytes, Random* random) {
  for (size_t i = Below(4, random) + 1; i > 0; --i) MutateOnce(&bytes, random);
  return bytes;
}

std::string WithTensorChecksums(std::string bytes) {
  constexpr size_t kStart = 8 + 4 + 8, kLength = sizeof(uint64_t);
  constexpr size_t kAlignment = 64;
  if (!PutSum(0, kStart, &bytes)) return bytes;
  size_t place = kStart + kSum;
  while (place < bytes.size()) {
    const uint64_t header = NumberAt(bytes, place);
    // The header's length may lead nowhere after a mutation.
    if (header < kLength || header > bytes.size() ||
        !PutSum(place, kLength + header, &bytes)) {
      break;
    }
    place += kLength + header;
    const uint64_t data = NumberAt(bytes, place - kLength);
    place = (place + kSum + kAlignment - 1) / kAlignment * kAlignment;
    if (!PutSum(place, data, &bytes)) break;
    place += data + kSum;
  }
  return bytes;
}

std::string WithProgramChecksum(std::string bytes) {
  constexpr size_t kLengthAt = 8 + 4, kHeader = kLengthAt + 8;
  if (bytes.size() < kHeader + kSum) return bytes;
  const uint64_t length = bytes.size() - kHeader - kSum;
  std::memcpy(&bytes[kLengthAt], &length, sizeof(length));
  PutSum(0, bytes.size() - kSum, &bytes);
  return bytes;
}

}  // namespace paddle::fuzz

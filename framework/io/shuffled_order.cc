#include "paddle/framework/io/shuffled_order.h"

#include <cstddef>
#include <exception>
#include <numeric>
#include <utility>

#include "paddle/platform/enforce.h"
#include "paddle/platform/random.h"

namespace paddle::framework {
namespace {

std::vector<int64_t> Identity(int64_t count) {
  std::vector<int64_t> order;
  try {
    order.resize(static_cast<size_t>(count));
  } catch (const std::exception&) {  // bad_alloc or length_error
    PADDLE_THROW(ResourceExhausted, "no memory to shuffle ", count, " items");
  }
  std::iota(order.begin(), order.end(), 0);
  return order;
}

}  // namespace

std::vector<int64_t> ShuffledOrder(int64_t count, uint64_t seed,
                                   uint64_t epoch) {
  std::vector<int64_t> order = Identity(count);
  const platform::RandomStream stream({seed, 0, epoch});
  for (int64_t i = count - 1; i > 0; --i) {
    const auto place = static_cast<uint64_t>(i);
    const platform::PhiloxBlock block = stream.Block(place);
    const uint64_t random = uint64_t{block[1]} << 32 | block[0];
    std::swap(order[place], order[random % (place + 1)]);
  }
  return order;
}

}  // namespace paddle::framework

#include "paddle/framework/distributed/gloo/shared_pool.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"

namespace paddle::distributed {
namespace {

constexpr size_t kSlot = 256 << 10;
constexpr size_t kSlots = SharedPool::kBytes / kSlot;

class SharedPoolTest : public ::testing::Test {
 protected:
  void SetUp() override {
    inbox_ = SharedPool::New();
    ASSERT_NE(inbox_, nullptr);
    outbox_ = SharedPool::Open(inbox_->name());
    ASSERT_NE(outbox_, nullptr);
  }
  uint64_t Put(const std::string& text) {
    return outbox_->Put(text.data(), text.size());
  }
  std::string Take(uint64_t place, size_t bytes) {
    std::string text(bytes, '\0');
    EXPECT_TRUE(inbox_->Take(place, text.data(), bytes));
    return text;
  }

  std::unique_ptr<SharedPool> inbox_, outbox_;
};

TEST_F(SharedPoolTest, CarriesMessagesInAnyOrder) {
  const std::string one(1000, 'a'), two(kSlot + 1, 'b'),
      three(SharedPool::kLongest, 'c');
  const uint64_t a = Put(one), b = Put(two), c = Put(three);
  EXPECT_EQ(Take(b, two.size()), two);
  EXPECT_EQ(Take(c, three.size()), three);
  EXPECT_EQ(Take(a, one.size()), one);
}

TEST_F(SharedPoolTest, IsFullUntilSomethingIsTaken) {
  std::vector<uint64_t> places;
  while (const uint64_t place = Put("x")) places.push_back(place);
  EXPECT_EQ(places.size(), kSlots);
  EXPECT_EQ(Take(places[5], 1), "x");
  EXPECT_EQ(Take(places[7], 1), "x");
  const std::string two(2 * kSlot, 'b');
  EXPECT_EQ(Put(two), 0u);
  EXPECT_EQ(Take(places[6], 1), "x");
  EXPECT_EQ(Put(two), places[5]);
  EXPECT_EQ(Put("y"), places[7]);
  EXPECT_EQ(Put("y"), 0u);
}

TEST_F(SharedPoolTest, LongMessagesAreNotTaken) {
  const std::string longer(SharedPool::kLongest + 1, 'x');
  EXPECT_EQ(Put(longer), 0u);
}

TEST_F(SharedPoolTest, RefusesWhatIsNoPlace) {
  std::string text(SharedPool::kLongest + 1, 'x');
  const std::vector<std::pair<uint64_t, size_t>> wrong{
      {0, 1},           {kSlots + 1, 1},     {kSlots, kSlot + 1}, {~0ull, 1},
      {1, text.size()}, {~0ull, ~size_t{0}}, {1, ~0ull}};
  for (const auto& [place, bytes] : wrong) {
    EXPECT_FALSE(inbox_->Take(place, text.data(), bytes)) << place;
  }
  EXPECT_EQ(text, std::string(text.size(), 'x'));
}

TEST_F(SharedPoolTest, NamesOfOtherPoolsOpenNothing) {
  const std::vector<std::string> parts = absl::StrSplit(inbox_->name(), ' ');
  const auto name = [](const std::vector<std::string>& parts) {
    return absl::StrCat(parts[0], " ", parts[1], " ", parts[2], " ", parts[3]);
  };
  std::vector<std::string> names{"", "1 2 3", inbox_->name() + " 1",
                                 inbox_->name() + "1", "a b c d"};
  for (int part = 0; part < 4; ++part) {
    for (const char* value : {"0", "1", "-1", "99999999", "../..", ""}) {
      std::vector<std::string> other = parts;
      other[part] = value;
      names.push_back(name(other));
    }
  }
  for (const std::string& each : names) {
    EXPECT_EQ(SharedPool::Open(each), nullptr) << each;
  }
}

// Its descriptor is another file's by then.
TEST_F(SharedPoolTest, PoolThatHasGoneIsNotOpened) {
  const std::string name = inbox_->name();
  inbox_.reset();
  const auto next = SharedPool::New();
  EXPECT_EQ(SharedPool::Open(name), nullptr);
  EXPECT_NE(Put("still mapped"), 0u);
}

TEST_F(SharedPoolTest, ProcessesShareIt) {
  const pid_t child = fork();
  if (child == 0) {
    const auto outbox = SharedPool::Open(inbox_->name());
    std::_Exit(outbox == nullptr ? 0 : outbox->Put("from a child", 12));
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(WEXITSTATUS(status), 1);
  EXPECT_EQ(Take(1, 12), "from a child");
}

}  // namespace
}  // namespace paddle::distributed

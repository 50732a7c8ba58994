#include "paddle/framework/plugin/first_error.h"

#include <exception>
#include <new>
#include <stdexcept>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

template <typename Exception>
int Raise(const Exception& exception) {
  std::rethrow_exception(std::make_exception_ptr(exception));
}

struct Owner {
  FirstError error;
};

TEST(FirstErrorTest, TheFirstOneCounts) {
  FirstError error;
  EXPECT_EQ(error.status(), PADDLE_OK);
  error.Rethrow();
  error.Set(PADDLE_OUT_OF_RANGE, "row 7 of 5");
  error.Set(PADDLE_NOT_FOUND, "what follows from it");
  EXPECT_EQ(error.status(), PADDLE_OUT_OF_RANGE);
  EXPECT_ERROR(error.Rethrow(), OutOfRange, "row 7 of 5");
}

TEST(FirstErrorTest, EachStatusIsTheCodeOfItsName) {
  for (PaddleStatus status = 1; status <= PADDLE_INTERNAL; ++status) {
    FirstError error;
    error.Set(status, "text");
    EXPECT_EQ(error.status(), status);
  }
  FirstError error;
  error.Set(PADDLE_UNIMPLEMENTED, "text");
  EXPECT_ERROR(error.Rethrow(), Unimplemented, "text");
}

TEST(FirstErrorTest, NonsenseIsADefectOfThePlugin) {
  for (PaddleStatus status : {0, 12, -1}) {
    FirstError error;
    error.Set(status, nullptr);
    EXPECT_ERROR(error.Rethrow(), Internal, "it says nothing (");
    EXPECT_ERROR(error.Rethrow(), Internal, "is no status)");
  }
}

TEST(FirstErrorTest, TextIsUtf8) {
  for (const char* good : {"", "plain",
                           "gr\xC3\xB6\xC3\x9F"
                           "er",
                           "\xE2\x88\x82", "\xF0\x9F\x98\x80"}) {
    EXPECT_EQ(TextOf(good, "a text"), good);
  }
  for (const char* bad :
       {"\xFF", "\x80", "\xC3", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80",
        "\xF4\x90\x80\x80", "\xF0\x82\x82\xAC", "\xE2\x88", "\xE2\x28\xA1"}) {
    EXPECT_ERROR(TextOf(bad, "a text"), InvalidArgument, "a text is no UTF-8");
  }
  EXPECT_ERROR(TextOf(nullptr, "a text"), InvalidArgument, "a text is NULL");
  FirstError error;
  error.Set(PADDLE_INTERNAL, "byte \xFF here");
  EXPECT_ERROR(error.Rethrow(), Internal, "byte \\xff here");
}

TEST(FirstErrorTest, AnyExceptionBecomesAnError) {
  Owner owner;
  EXPECT_EQ(Guarded(&owner, [] { return 5; }), 5);
  EXPECT_EQ(Guarded(&owner, [] { return Raise(std::bad_alloc()); }), 0);
  EXPECT_EQ(owner.error.status(), PADDLE_RESOURCE_EXHAUSTED);
  EXPECT_EQ(Guarded(&owner, [] { return 5; }), 0);

  Owner standard;
  Guarded(&standard, [] { Raise(std::runtime_error("of the library")); });
  EXPECT_ERROR(standard.error.Rethrow(), Internal,
               "a C++ exception: of the library");
  Owner number;
  Guarded(&number, [] { Raise(5); });
  EXPECT_ERROR(number.error.Rethrow(), Internal, "a C++ exception");
  EXPECT_EQ(Guarded(static_cast<Owner*>(nullptr), [] { return 5; }), 0);
}

}  // namespace
}  // namespace paddle::framework

// Errors of the whole project: one exception type, which only the macros of
// this header throw.
//
//   PADDLE_ENFORCE(index < size, OutOfRange, "index ", index, " of ", size);
//   PADDLE_ENFORCE_EQ(x.rank(), 2, "mul takes a matrix");
//   PADDLE_THROW(NotFound, "no operator is called ", type);
//
// The arguments after the code (text and numbers) are concatenated, and
// evaluated only if the condition fails. Every file includes this header, so it
// must not include any that is slow to compile.
#pragma once

#include <cstdint>
#include <exception>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace paddle::platform {

// Kinds of errors that a caller can react to. The Python binding maps each to a
// Python exception in one place.
enum class ErrorCode {
  kInvalidArgument,     // wrong shape, dtype, slot, attribute: ValueError
  kTypeMismatch,        // a value of another type than asked for: TypeError
  kNotFound,            // a name that does not exist: KeyError
  kOutOfRange,          // an index outside its bounds: IndexError
  kAlreadyExists,       // a name taken: ValueError
  kFailedPrecondition,  // e.g. an uninitialised variable: RuntimeError
  kUnimplemented,       // no such kernel, gradient: NotImplementedError
  kDataLoss,            // a damaged file: OSError
  kUnavailable,         // a file or device that cannot be had: OSError
  kResourceExhausted,   // memory: MemoryError
  kCancelled,           // the caller has ended the run: RuntimeError
  kInternal,            // a defect of ours: RuntimeError
};

// Returns the name of a code, such as "InvalidArgument".
const char* ErrorCodeName(ErrorCode code);

// The exception type. As it propagates, callers add what they know (operator,
// shapes of variables, the user's line) with AddContext. Copyable; not thread
// safe.
class Error : public std::exception {
 public:
  // `file` and `line` say which check failed.
  Error(ErrorCode code, std::string message, const char* file, int line);

  ErrorCode code() const { return code_; }
  // Returns the message alone, without context and source location.
  const std::string& message() const { return message_; }
  // Returns the code, the message and all context lines, outermost last.
  const char* what() const noexcept override { return what_.c_str(); }

  // Appends a line such as "in operator mul (x: [2, 3], y: [4, 5])".
  void AddContext(const std::string& line);

 private:
  ErrorCode code_;
  std::string message_;
  std::string what_;
};

namespace internal {

// char is excluded: in a message it is more likely a letter than a number.
template <typename T>
inline constexpr bool kIsInteger = (std::is_integral_v<T> &&
                                    !std::is_same_v<T, char>) ||
                                   (std::is_enum_v<T> &&
                                    std::is_convertible_v<T, int64_t>);

// One argument of a message: text, or a number formatted as absl::StrCat does.
// A view; its argument must outlive it.
class Word {
 public:
  // Implicit, like all constructors here, so that a macro's arguments become
  // words.
  Word(const char* text) : text_(text) {}  // NOLINT
  // Takes std::string and the string views of any library.
  template <typename T,
            typename = std::enable_if_t<std::is_convertible_v<
                decltype(std::declval<const T&>().data()), const char*>>>
  Word(const T& text) : text_(text.data(), text.size()) {}  // NOLINT
  Word(float value) : kind_(kFloat), real_(value) {}        // NOLINT
  Word(double value) : kind_(kReal), real_(value) {}        // NOLINT
  // Takes integers, bool, and enumerations that convert to int.
  template <typename T, std::enable_if_t<kIsInteger<T>, int> = 0>
  Word(T value)  // NOLINT
      : kind_(std::is_same_v<T, uint64_t> ? kUnsigned : kInteger),
        integer_(static_cast<int64_t>(value)) {}

  // Appends the text or the formatted number to `text`.
  void AppendTo(std::string* text) const;

 private:
  enum Kind { kText, kInteger, kUnsigned, kFloat, kReal };

  Kind kind_ = kText;
  std::string_view text_;
  union {
    int64_t integer_ = 0;
    double real_;
  };
};
using Words = std::initializer_list<Word>;

// Join the words, format and throw. They are out of line, so that a check costs
// its caller a compare and a call.
[[noreturn]] void ThrowError(ErrorCode code, Words words, const char* file,
                             int line);
[[noreturn]] void ThrowComparison(Words words, const std::string& got,
                                  const char* relation,
                                  const std::string& expected, const char* file,
                                  int line);

// Returns the words joined to one text.
std::string Joined(Words words);
// Returns the output of `print`, which is typed by Printed. A function pointer
// keeps <sstream> out of this header.
std::string Streamed(void (*print)(std::ostream&, const void*),
                     const void* value);

// Turns any streamable value into text, which only failing checks do.
template <typename T>
std::string Printed(const T& value) {
  if constexpr (std::is_convertible_v<const T&, Word>) {
    return Joined({value});
  } else {
    return Streamed(
        [](std::ostream& out, const void* printed) {
          out << *static_cast<const T*>(printed);
        },
        &value);
  }
}

}  // namespace internal
}  // namespace paddle::platform

// Throws an Error of the given code (without its k) at this line.
#define PADDLE_THROW(code, ...)                                        \
  ::paddle::platform::internal::ThrowError(                            \
      ::paddle::platform::ErrorCode::k##code, {__VA_ARGS__}, __FILE__, \
      __LINE__)

// Throws an Error of the given code unless the condition holds. Pointers must
// be compared with nullptr explicitly.
#define PADDLE_ENFORCE(condition, code, ...)                               \
  do {                                                                     \
    static_assert(std::is_same_v<std::decay_t<decltype(condition)>, bool>, \
                  "the condition must be a bool");                         \
    if (__builtin_expect(!(condition), 0)) {                               \
      PADDLE_THROW(code, __VA_ARGS__);                                     \
    }                                                                      \
  } while (false)

// Throws InvalidArgument unless the comparison holds, and appends the actual
// and the expected value to the message: "(got 3, expected at most 2)". Both
// values must be streamable, and are evaluated once.
#define PADDLE_ENFORCE_OP_(a, op, relation, b, ...)                        \
  do {                                                                     \
    const auto& paddle_a_ = (a);                                           \
    const auto& paddle_b_ = (b);                                           \
    if (__builtin_expect(!(paddle_a_ op paddle_b_), 0)) {                  \
      ::paddle::platform::internal::ThrowComparison(                       \
          {__VA_ARGS__}, ::paddle::platform::internal::Printed(paddle_a_), \
          relation, ::paddle::platform::internal::Printed(paddle_b_),      \
          __FILE__, __LINE__);                                             \
    }                                                                      \
  } while (false)
// Throw InvalidArgument, like PADDLE_ENFORCE_OP_, unless a and b compare so.
#define PADDLE_ENFORCE_EQ(a, b, ...) \
  PADDLE_ENFORCE_OP_(a, ==, "", b, __VA_ARGS__)
#define PADDLE_ENFORCE_NE(a, b, ...) \
  PADDLE_ENFORCE_OP_(a, !=, "other than ", b, __VA_ARGS__)
#define PADDLE_ENFORCE_LT(a, b, ...) \
  PADDLE_ENFORCE_OP_(a, <, "less than ", b, __VA_ARGS__)
#define PADDLE_ENFORCE_LE(a, b, ...) \
  PADDLE_ENFORCE_OP_(a, <=, "at most ", b, __VA_ARGS__)
#define PADDLE_ENFORCE_GT(a, b, ...) \
  PADDLE_ENFORCE_OP_(a, >, "more than ", b, __VA_ARGS__)
#define PADDLE_ENFORCE_GE(a, b, ...) \
  PADDLE_ENFORCE_OP_(a, >=, "at least ", b, __VA_ARGS__)

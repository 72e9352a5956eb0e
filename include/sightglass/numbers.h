#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace sightglass {

enum class NumberType : std::uint8_t {
  kFloat32,
  kFloat64,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kUint8,
  kUint16,
  kUint32,
  kUint64,
  kBool,
  kFloat16,   // IEEE half, as raw 16 bits
  kBfloat16,  // the upper half of a float32, as raw 16 bits
};

namespace internal {

template <class T>
constexpr NumberType NumberTypeOf() {
  if constexpr (std::is_same_v<T, float>) {
    return NumberType::kFloat32;
  } else if constexpr (std::is_same_v<T, double>) {
    return NumberType::kFloat64;
  } else if constexpr (std::is_same_v<T, bool>) {
    return NumberType::kBool;
  } else {
    constexpr int kLog = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    constexpr auto kFirst = std::is_signed_v<T> ? NumberType::kInt8 : NumberType::kUint8;
    return static_cast<NumberType>(static_cast<int>(kFirst) + kLog);
  }
}

template <class T>
concept Number = std::same_as<T, float> || std::same_as<T, double> ||
    (std::integral<T> && !std::same_as<T, char16_t> && !std::same_as<T, char32_t> &&
     !std::same_as<T, wchar_t>);

template <class R>
concept NumberList = requires(const R& list) {
  { std::size(list) } -> std::convertible_to<std::size_t>;
  requires Number<std::remove_cvref_t<decltype(*std::data(list))>>;
};

}  // namespace internal

// Numbers of any common type, owned by the caller: made from a vector, span, array or a pointer.
// Views are read during the call that takes them and not afterwards.
class Numbers {
 public:
  Numbers() = default;
  template <internal::NumberList R>
  Numbers(const R& list)  // NOLINT(google-explicit-constructor): this is what it is for
      : data_(std::data(list)),
        size_(std::size(list)),
        type_(internal::NumberTypeOf<std::remove_cvref_t<decltype(*std::data(list))>>()) {}
  Numbers(const void* data, std::size_t size, NumberType type)
      : data_(data), size_(size), type_(type) {}

  [[nodiscard]] const void* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] NumberType type() const { return type_; }
  // REQUIRES: T is what type() says.
  template <class T>
  [[nodiscard]] const T* as() const {
    return static_cast<const T*>(data_);
  }

 private:
  const void* data_ = nullptr;
  std::size_t size_ = 0;
  NumberType type_ = NumberType::kFloat32;
};

}  // namespace sightglass

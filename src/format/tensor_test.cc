#include "format/tensor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "format/encode.h"

namespace sightglass::format {
namespace {

using namespace std::string_literals;
using base::AsBytes;
using base::AsText;
using base::ErrorCode;
using ::testing::ElementsAre;

template <class T>
std::string Raw(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::string Head(DataType dtype, const std::vector<std::int64_t>& dims) {
  const std::string with_content = EncodeTensorContent(dtype, dims, "");
  return with_content.substr(0, with_content.size() - 2);
}

std::vector<double> Numbers(const std::string& tensor) {
  const auto numbers = DecodeNumbers(AsBytes(tensor));
  EXPECT_TRUE(numbers.ok()) << (numbers.ok() ? "" : numbers.error().message);
  return numbers.ok() ? *numbers : std::vector<double>{};
}

ErrorCode NumbersError(const std::string& tensor, const TensorLimits& limits = {}) {
  const auto numbers = DecodeNumbers(AsBytes(tensor), limits);
  EXPECT_FALSE(numbers.ok());
  return numbers.ok() ? ErrorCode::kUnknown : numbers.error().code;
}

// One dtype: three elements in tensor_content, the same as entries of its typed list, and their
// values.
struct TypeCase {
  DataType dtype;
  std::string content;
  std::uint32_t field;
  char list;  // 'f' float, 'd' double, 'v' varint, 'b' byte string
  std::vector<double> float_entries;
  std::vector<std::uint64_t> varint_entries;
  std::vector<double> expected;
};

std::uint64_t Signed(std::int64_t value) { return static_cast<std::uint64_t>(value); }

std::vector<TypeCase> TypeCases() {
  using enum DataType;
  constexpr double kInf = std::numeric_limits<double>::infinity();
  std::vector<TypeCase> cases = {
      {kFloat, Raw<float>({0.5F, -3, 1e30F}), 5, 'f', {0.5, -3, 1e30F}, {}, {0.5, -3, 1e30F}},
      {kDouble, Raw<double>({0.1, -3, 1e300}), 6, 'd', {0.1, -3, 1e300}, {}, {0.1, -3, 1e300}},
      {kInt64,
       Raw<std::int64_t>({-1, 0, std::int64_t{1} << 60}),
       10,
       'v',
       {},
       {Signed(-1), 0, std::uint64_t{1} << 60},
       {-1, 0, 0x1p60}},
      {kBool, "\x01\x00\x02"s, 11, 'v', {}, {1, 0, 2}, {1, 0, 1}},
      {kUint32,
       Raw<std::uint32_t>({0xFFFFFFFF, 0, 7}),
       16,
       'v',
       {},
       {0xFFFFFFFF, 0, 7},
       {4294967295.0, 0, 7}},
      {kUint64,
       Raw<std::uint64_t>({~std::uint64_t{0}, 0, 7}),
       17,
       'v',
       {},
       {~std::uint64_t{0}, 0, 7},
       {0x1p64, 0, 7}},
      {kComplex64,
       Raw<float>({1, 2, -3, 4, 0.5F, 6}),
       9,
       'f',
       {1, 2, -3, 4, 0.5, 6},
       {},
       {1, -3, 0.5}},
      {kComplex128,
       Raw<double>({1, 2, -3, 4, 0.1, 6}),
       12,
       'd',
       {1, 2, -3, 4, 0.1, 6},
       {},
       {1, -3, 0.1}},
      {kHalf,
       Raw<std::uint16_t>({0x3C00, 0xFC00, 0x0001}),
       13,
       'v',
       {},
       {0x3C00, 0xFC00, 1},
       {1, -kInf, 0x1p-24}},
      {kBfloat16,
       Raw<std::uint16_t>({0x3F80, 0xFF80, 0x4049}),
       13,
       'v',
       {},
       {0x3F80, 0xFF80, 0x4049},
       {1, -kInf, 3.140625}},
      {kFloat8E5m2, "\x3C\xFC\x01"s, 18, 'b', {}, {}, {1, -kInf, 0x1p-16}},
      {kFloat8E4m3fn, "\x38\xFE\x01"s, 18, 'b', {}, {}, {1, -448, 0x1p-9}},
      {kFloat8E4m3fnuz, "\x40\xFF\x01"s, 18, 'b', {}, {}, {1, -240, 0x1p-10}},
      {kFloat8E4m3b11fnuz, "\x58\xFF\x01"s, 18, 'b', {}, {}, {1, -30, 0x1p-13}},
      {kFloat8E5m2fnuz, "\x40\xFF\x01"s, 18, 'b', {}, {}, {1, -57344, 0x1p-17}},
  };
  for (const DataType dtype : {kInt32, kQint32}) {
    cases.push_back({dtype,
                     Raw<std::int32_t>({-1, 0, 1 << 30}),
                     7,
                     'v',
                     {},
                     {Signed(-1), 0, 1 << 30},
                     {-1, 0, 0x1p30}});
  }
  for (const DataType dtype : {kInt16, kQint16}) {
    cases.push_back({dtype,
                     Raw<std::int16_t>({-32768, 0, 5}),
                     7,
                     'v',
                     {},
                     {Signed(-32768), 0, 5},
                     {-32768, 0, 5}});
  }
  for (const DataType dtype : {kUint16, kQuint16}) {
    cases.push_back(
        {dtype, Raw<std::uint16_t>({65535, 0, 5}), 7, 'v', {}, {65535, 0, 5}, {65535, 0, 5}});
  }
  for (const DataType dtype : {kInt8, kQint8}) {
    cases.push_back({dtype, "\x80\x00\x05"s, 7, 'v', {}, {Signed(-128), 0, 5}, {-128, 0, 5}});
  }
  for (const DataType dtype : {kUint8, kQuint8}) {
    cases.push_back({dtype, "\xFF\x00\x05"s, 7, 'v', {}, {255, 0, 5}, {255, 0, 5}});
  }
  return cases;
}

std::string PackedList(const TypeCase& c) {
  std::string bytes;
  WireWriter writer(bytes);
  if (c.list == 'f') {
    writer.PackedFloats(c.field,
                        std::vector<float>(c.float_entries.begin(), c.float_entries.end()));
  } else if (c.list == 'd') {
    writer.PackedDoubles(c.field, c.float_entries);
  } else if (c.list == 'v') {
    writer.PackedVarints(c.field, c.varint_entries);
  } else {
    writer.Message(c.field, c.content);
  }
  return bytes;
}

std::string UnpackedList(const TypeCase& c) {
  std::string bytes;
  WireWriter writer(bytes);
  for (const double entry : c.float_entries) {
    if (c.list == 'f') writer.Float(c.field, static_cast<float>(entry));
    if (c.list == 'd') writer.Double(c.field, entry);
  }
  for (const std::uint64_t entry : c.varint_entries) writer.Varint(c.field, entry);
  if (c.list == 'b') writer.Message(c.field, c.content);
  return bytes;
}

TEST(DecodeNumbers, EveryTypeInEveryStorage) {
  for (const TypeCase& c : TypeCases()) {
    SCOPED_TRACE(DataTypeName(static_cast<std::uint32_t>(c.dtype)));
    EXPECT_EQ(c.content.size(), 3 * ElementBytes(static_cast<std::uint32_t>(c.dtype)));
    EXPECT_EQ(Numbers(EncodeTensorContent(c.dtype, std::vector<std::int64_t>{3}, c.content)),
              c.expected);
    EXPECT_EQ(Numbers(EncodeTensorContent(c.dtype, std::vector<std::int64_t>{1, 3, 1}, c.content)),
              c.expected);
    EXPECT_EQ(Numbers(Head(c.dtype, {3}) + PackedList(c)), c.expected);
    EXPECT_EQ(Numbers(Head(c.dtype, {3}) + UnpackedList(c)), c.expected);
    // The list before dtype and shape, and a reference type.
    std::string turned = PackedList(c);
    WireWriter(turned).Varint(1, static_cast<std::uint64_t>(c.dtype) + 100);
    turned += Head(c.dtype, {3}).substr(2);
    EXPECT_EQ(Numbers(turned), c.expected);
  }
}

TEST(DecodeNumbers, SeveralPiecesOfOneListJoin) {
  std::string tensor = Head(DataType::kFloat, {2, 2});
  WireWriter writer(tensor);
  writer.PackedFloats(5, std::vector<float>{1, 2});
  writer.Float(5, 3);
  writer.PackedFloats(5, {});
  writer.PackedFloats(5, std::vector<float>{4});
  EXPECT_THAT(Numbers(tensor), ElementsAre(1, 2, 3, 4));
}

TEST(DecodeNumbers, ShortListsRepeatTheLast) {
  std::string tensor = Head(DataType::kInt32, {2, 3});
  EXPECT_THAT(Numbers(tensor), ElementsAre(0, 0, 0, 0, 0, 0));
  WireWriter(tensor).PackedVarints(7, std::vector<std::uint64_t>{4, 9});
  EXPECT_THAT(Numbers(tensor), ElementsAre(4, 9, 9, 9, 9, 9));
}

TEST(DecodeNumbers, NoElements) {
  EXPECT_TRUE(Numbers(Head(DataType::kDouble, {0, 3})).empty());
  EXPECT_TRUE(Numbers(Head(DataType::kDouble, {std::int64_t{1} << 62, 8, 0})).empty());
}

TEST(DecodeNumbers, TorchPutsFloatsIntoHalfVal) {
  std::string tensor = Head(DataType::kHalf, {2});
  WireWriter(tensor).PackedVarints(
      13, std::vector<std::uint64_t>{std::bit_cast<std::uint32_t>(1.5F), Signed(-0x4400)});
  EXPECT_THAT(Numbers(tensor), ElementsAre(1.5, -1));  // the second: 0xBC00, sign-extended
}

TEST(DecodeNumbers, CountsThatDoNotFit) {
  std::string tensor = Head(DataType::kFloat, {2});
  WireWriter(tensor).PackedFloats(5, std::vector<float>{1, 2, 3});
  EXPECT_EQ(NumbersError(tensor), ErrorCode::kInvalidArgument);
  EXPECT_EQ(NumbersError(EncodeTensorContent(DataType::kDouble, std::vector<std::int64_t>{2, 3},
                                             std::string(40, 'x'))),
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(NumbersError(EncodeTensorContent(DataType::kFloat, {}, "abc")),
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(NumbersError(Head(DataType::kFloat, {-1, 3})), ErrorCode::kInvalidArgument);
  std::string half_complex = Head(DataType::kComplex64, {1});
  WireWriter(half_complex).PackedFloats(9, std::vector<float>{1});
  EXPECT_EQ(NumbersError(half_complex), ErrorCode::kInvalidArgument);
}

TEST(DecodeNumbers, NotNumeric) {
  for (const int dtype : {0, 7, 20, 21, 29, 33, 34, 99, 100, 107, 133, 200, 1 << 20}) {
    std::string tensor;
    WireWriter(tensor).Varint(1, static_cast<std::uint64_t>(dtype));
    EXPECT_EQ(NumbersError(tensor), ErrorCode::kInvalidArgument) << dtype;
  }
}

TEST(DecodeNumbers, Limits) {
  // A few bytes that claim a lot must not allocate it.
  EXPECT_EQ(NumbersError(Head(DataType::kDouble, {1'000'000'000, 3})), ErrorCode::kOutOfRange);
  EXPECT_EQ(NumbersError(Head(DataType::kDouble, {1 << 23})), ErrorCode::kOutOfRange);
  EXPECT_EQ(NumbersError(Head(DataType::kFloat, {std::int64_t{1} << 40, 1 << 30})),
            ErrorCode::kInvalidArgument);
  const std::string five =
      EncodeTensorContent(DataType::kUint8, std::vector<std::int64_t>{5}, "12345");
  EXPECT_EQ(NumbersError(five, {.max_elements = 4}), ErrorCode::kOutOfRange);
  EXPECT_TRUE(DecodeNumbers(AsBytes(five), {.max_elements = 5}).ok());
}

TEST(DecodeNumbers, NotProtobuf) {
  EXPECT_EQ(NumbersError(Head(DataType::kFloat, {}) + "\x22\x09x"), ErrorCode::kInvalidArgument);
  // An entry longer than ten bytes shows only when the list is read.
  std::string tensor = Head(DataType::kInt64, {});
  WireWriter(tensor).Message(10, std::string(11, '\x80') + "\x01");
  EXPECT_EQ(NumbersError(tensor), ErrorCode::kInvalidArgument);
}

TEST(ReadSingleNumber, EveryTypeInEveryStorage) {
  for (TypeCase c : TypeCases()) {
    SCOPED_TRACE(DataTypeName(static_cast<std::uint32_t>(c.dtype)));
    const std::size_t stride = c.list == 'v' ? 1 : c.float_entries.size() / 3;
    c.content.resize(c.content.size() / 3);
    c.float_entries.resize(stride);
    c.varint_entries.resize(std::min<std::size_t>(c.varint_entries.size(), 1));
    const double expected = c.expected[0];
    EXPECT_EQ(ReadSingleNumber(AsBytes(EncodeTensorContent(c.dtype, {}, c.content))), expected);
    for (const std::vector<std::int64_t>& dims : {std::vector<std::int64_t>{}, {1}, {1, 1, 1}}) {
      EXPECT_EQ(ReadSingleNumber(AsBytes(Head(c.dtype, dims) + PackedList(c))), expected);
      EXPECT_EQ(ReadSingleNumber(AsBytes(Head(c.dtype, dims) + UnpackedList(c))), expected);
    }
    const std::string without_shape = Head(c.dtype, {}).substr(0, 2) + PackedList(c);
    EXPECT_EQ(ReadSingleNumber(AsBytes(without_shape)), expected);
    const std::string turned = PackedList(c) + Head(c.dtype, {});
    EXPECT_EQ(ReadSingleNumber(AsBytes(turned)), expected);
  }
}

TEST(ReadSingleNumber, NotOneNumber) {
  const auto read = [](const std::string& tensor) { return ReadSingleNumber(AsBytes(tensor)); };
  EXPECT_EQ(read(""), std::nullopt);
  EXPECT_EQ(read(Head(DataType::kFloat, {})), std::nullopt);  // neither content nor values
  EXPECT_EQ(read(EncodeTensorContent(DataType::kFloat, {}, "abc")), std::nullopt);
  EXPECT_EQ(read(EncodeTensorContent(DataType::kFloat, {}, "abcdefgh")), std::nullopt);
  EXPECT_EQ(read(EncodeTensorContent(DataType::kFloat, std::vector<std::int64_t>{2}, "abcdefgh")),
            std::nullopt);
  EXPECT_EQ(read(EncodeTensorContent(DataType::kFloat, std::vector<std::int64_t>{0}, "abcd")),
            std::nullopt);
  EXPECT_EQ(read(EncodeTensorContent(DataType::kString, {}, "abcd")), std::nullopt);
  std::string two = Head(DataType::kFloat, {});
  WireWriter(two).PackedFloats(5, std::vector<float>{1, 2});
  EXPECT_EQ(read(two), std::nullopt);
  std::string short_list = Head(DataType::kFloat, {2});
  WireWriter(short_list).PackedFloats(5, std::vector<float>{1});
  EXPECT_EQ(read(short_list), std::nullopt);
  EXPECT_EQ(read(EncodeFloatScalar(1) + "\x22\x09x"), std::nullopt);
}

// The quick way against the full one, on plain scalars with a byte or two changed.
TEST(ReadSingleNumber, QuickWayEqualsFullOne) {
  std::mt19937 random(3);
  const std::string plain[] = {EncodeFloatScalar(0.25F), "\x08\x01\x2A\x04zzzz"s,
                               "\x08\x01\x12\x00\x2A\x04zzzz"s, "\x08\x01\x22\x04zzzz"s,
                               "\x12\x00\x08\x01\x2Dzzzz"s};
  std::size_t quick = 0;
  for (int round = 0; round < 50000; ++round) {
    std::string tensor = plain[random() % std::size(plain)];
    for (auto i = random() % 3; i > 0; --i) {
      tensor[random() % tensor.size()] = static_cast<char>(random() % 48);
    }
    float value = 0;
    const auto full = tensor_detail::ReadAnySingleNumber(AsBytes(tensor));
    if (!tensor_detail::ReadPlainFloat(AsBytes(tensor), value)) continue;
    ++quick;
    ASSERT_TRUE(full.has_value());
    EXPECT_EQ(std::bit_cast<std::uint64_t>(*full), std::bit_cast<std::uint64_t>(double{value}));
  }
  EXPECT_GT(quick, 1000U);
}

TEST(ParseTensorHeader, ReadsShape) {
  const std::string tensor = EncodeTensorContent(
      DataType::kInt8, std::vector<std::int64_t>{1, 2, 3, 1, 1, 1, 1, 2, 5, 1}, "abc");
  TensorHeader header;
  ASSERT_EQ(ParseTensorHeader(AsBytes(tensor), header), WireError::kOk);
  EXPECT_EQ(header.dtype, 6U);
  EXPECT_EQ(header.rank, 10U);
  EXPECT_THAT(header.dims, ElementsAre(1, 2, 3, 1, 1, 1, 1, 2));
  EXPECT_EQ(header.elements, 60U);
  EXPECT_EQ(AsText(header.content), "abc");
}

TEST(ParseTensorHeader, ElementCounts) {
  const auto elements = [](const std::vector<std::int64_t>& dims) {
    TensorHeader header;
    const std::string tensor = Head(DataType::kFloat, dims);
    EXPECT_EQ(ParseTensorHeader(AsBytes(tensor), header), WireError::kOk);
    return header.elements;
  };
  constexpr std::int64_t k31 = std::int64_t{1} << 31;
  EXPECT_EQ(elements({}), 1U);
  EXPECT_EQ(elements({k31, k31, 2}), std::uint64_t{1} << 63);
  EXPECT_EQ(elements({k31, k31, 3}), std::nullopt);
  EXPECT_EQ(elements({k31, k31, 4}), std::nullopt);
  EXPECT_EQ(elements({k31, k31, k31, 0}), 0U);
  EXPECT_EQ(elements({0, -1}), std::nullopt);
  EXPECT_EQ(elements(std::vector<std::int64_t>(1000, 1)), 1U);
  std::string unknown_rank;
  WireWriter(unknown_rank).Message(2, "\x18\x01");
  TensorHeader header;
  ASSERT_EQ(ParseTensorHeader(AsBytes(unknown_rank), header), WireError::kOk);
  EXPECT_EQ(header.elements, std::nullopt);
}

TEST(ParseTensorHeader, ChecksResourceHandles) {
  const auto wrap = [](std::uint32_t field, std::string_view inner) {
    std::string outer;
    WireWriter(outer).Message(field, inner);
    return outer;
  };
  TensorHeader header;
  const std::string good = wrap(14, wrap(6, wrap(2, wrap(2, "\x08\x05"))));
  EXPECT_EQ(ParseTensorHeader(AsBytes(good), header), WireError::kOk);
  EXPECT_EQ(header.rank, 0U);  // the handle's shape is not the tensor's
  const std::string bad = wrap(14, wrap(6, wrap(2, wrap(2, "\x08\x80"))));
  EXPECT_EQ(ParseTensorHeader(AsBytes(bad), header), WireError::kTruncated);
}

TEST(DecodeStrings, InPlaceAndRepeated) {
  const std::vector<std::string> words = {"a", "", "\xFFz"};
  const std::string tensor = EncodeStringTensor(std::vector<std::int64_t>{5}, words);
  const auto strings = DecodeStrings(AsBytes(tensor));
  ASSERT_TRUE(strings.ok());
  std::vector<std::string_view> texts;
  for (const base::Bytes bytes : *strings) texts.push_back(AsText(bytes));
  EXPECT_THAT(texts, ElementsAre("a", "", "\xFFz", "\xFFz", "\xFFz"));
  EXPECT_GE(texts[0].data(), tensor.data());
  EXPECT_LT(texts[0].data(), tensor.data() + tensor.size());
}

TEST(DecodeStrings, Refuses) {
  const auto error = [](const std::string& tensor, const TensorLimits& limits = {}) {
    const auto strings = DecodeStrings(AsBytes(tensor), limits);
    return strings.ok() ? ErrorCode::kUnknown : strings.error().code;
  };
  const std::vector<std::string> two = {"a", "b"};
  EXPECT_EQ(error(EncodeStringTensor({}, two)), ErrorCode::kInvalidArgument);
  EXPECT_EQ(error(EncodeFloatScalar(1)), ErrorCode::kInvalidArgument);
  EXPECT_EQ(error(Head(DataType::kString, {1 << 30})), ErrorCode::kOutOfRange);
  EXPECT_EQ(error(EncodeStringTensor(std::vector<std::int64_t>{2}, two), {.max_elements = 1}),
            ErrorCode::kOutOfRange);
  EXPECT_EQ(error("\x08\x07\x42\x05x"), ErrorCode::kInvalidArgument);
}

TEST(DataTypeName, NamesAndUnknown) {
  EXPECT_EQ(DataTypeName(1), "float32");
  EXPECT_EQ(DataTypeName(14), "bfloat16");
  EXPECT_EQ(DataTypeName(28), "float8_e5m2fnuz");
  EXPECT_EQ(DataTypeName(99), "unknown");
  EXPECT_EQ(DataTypeName(~0U), "unknown");
}

}  // namespace
}  // namespace sightglass::format

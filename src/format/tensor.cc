#include "format/tensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/small_float.h"

namespace sightglass::format {
namespace {

using base::Error;
using base::ErrorCode;

// How a typed list of TensorProto lies on the wire.
enum class ListKind : std::uint8_t { kNone, kFixed32, kFixed64, kVarint, kByteString };

// One element from its bits: the low bytes of `bits`, as they lie in tensor_content or come out of
// a typed list. A list may hold a wider integer than the type has; the rest is dropped, as
// TensorFlow does.
template <DataType kType>
double FromBits(std::uint64_t bits) {
  using enum DataType;
  if constexpr (kType == kFloat || kType == kComplex64) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  } else if constexpr (kType == kDouble || kType == kComplex128) {
    return std::bit_cast<double>(bits);
  } else if constexpr (kType == kInt32 || kType == kQint32) {
    return static_cast<std::int32_t>(bits);
  } else if constexpr (kType == kUint8 || kType == kQuint8) {
    return static_cast<std::uint8_t>(bits);
  } else if constexpr (kType == kInt16 || kType == kQint16) {
    return static_cast<std::int16_t>(bits);
  } else if constexpr (kType == kInt8 || kType == kQint8) {
    return static_cast<std::int8_t>(bits);
  } else if constexpr (kType == kInt64) {
    return static_cast<double>(static_cast<std::int64_t>(bits));
  } else if constexpr (kType == kBool) {
    return bits != 0 ? 1.0 : 0.0;
  } else if constexpr (kType == kUint16 || kType == kQuint16) {
    return static_cast<std::uint16_t>(bits);
  } else if constexpr (kType == kUint32) {
    return static_cast<std::uint32_t>(bits);
  } else if constexpr (kType == kUint64) {
    return static_cast<double>(bits);
  } else if constexpr (kType == kHalf) {
    return base::HalfToFloat(static_cast<std::uint16_t>(bits));
  } else if constexpr (kType == kBfloat16) {
    return base::Bfloat16ToFloat(static_cast<std::uint16_t>(bits));
  } else if constexpr (kType == kFloat8E5m2) {
    return base::Float8ToFloat(base::Float8::kE5m2, static_cast<std::uint8_t>(bits));
  } else if constexpr (kType == kFloat8E4m3fn) {
    return base::Float8ToFloat(base::Float8::kE4m3fn, static_cast<std::uint8_t>(bits));
  } else if constexpr (kType == kFloat8E4m3fnuz) {
    return base::Float8ToFloat(base::Float8::kE4m3fnuz, static_cast<std::uint8_t>(bits));
  } else if constexpr (kType == kFloat8E4m3b11fnuz) {
    return base::Float8ToFloat(base::Float8::kE4m3b11fnuz, static_cast<std::uint8_t>(bits));
  } else {
    static_assert(kType == kFloat8E5m2fnuz);
    return base::Float8ToFloat(base::Float8::kE5m2fnuz, static_cast<std::uint8_t>(bits));
  }
}

// REQUIRES: content.size() is a multiple of kStride.
template <DataType kType, std::size_t kStride>
void AppendContent(base::Bytes content, std::vector<double>& out) {
  constexpr std::size_t kLoad =
      kType == DataType::kComplex64 ? 4 : std::min<std::size_t>(kStride, 8);
  const std::size_t old_size = out.size();
  out.resize(old_size + content.size() / kStride);
  double* to = out.data() + old_size;
  for (std::size_t i = 0; i < content.size(); i += kStride) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, content.data() + i, kLoad);
    *to++ = FromBits<kType>(bits);
  }
}

struct TypeInfo {
  std::string_view name = "unknown";
  std::size_t element_bytes = 0;  // 0: no numbers
  std::uint32_t field = 0;        // of the typed list
  ListKind kind = ListKind::kNone;
  std::uint64_t list_stride = 1;  // list entries per element: complex numbers have two
  double (*from_bits)(std::uint64_t) = nullptr;
  void (*append_content)(base::Bytes, std::vector<double>&) = nullptr;
};

template <DataType kType, std::size_t kBytes>
constexpr TypeInfo Numeric(std::string_view name, std::uint32_t field, ListKind kind,
                           std::uint64_t list_stride = 1) {
  return {.name = name,
          .element_bytes = kBytes,
          .field = field,
          .kind = kind,
          .list_stride = list_stride,
          .from_bits = &FromBits<kType>,
          .append_content = &AppendContent<kType, kBytes>};
}

constexpr TypeInfo Named(std::string_view name) { return {.name = name}; }

constexpr std::uint32_t kHalfValField = 13;

// By DataType.
constexpr auto kTypes = [] {
  using enum DataType;
  using enum ListKind;
  return std::array<TypeInfo, 34>{
      Named("invalid"),
      Numeric<DataType::kFloat, 4>("float32", 5, kFixed32),
      Numeric<DataType::kDouble, 8>("float64", 6, kFixed64),
      Numeric<kInt32, 4>("int32", 7, kVarint),
      Numeric<kUint8, 1>("uint8", 7, kVarint),
      Numeric<kInt16, 2>("int16", 7, kVarint),
      Numeric<kInt8, 1>("int8", 7, kVarint),
      Named("string"),
      Numeric<kComplex64, 8>("complex64", 9, kFixed32, 2),
      Numeric<kInt64, 8>("int64", 10, kVarint),
      Numeric<kBool, 1>("bool", 11, kVarint),
      Numeric<kQint8, 1>("qint8", 7, kVarint),
      Numeric<kQuint8, 1>("quint8", 7, kVarint),
      Numeric<kQint32, 4>("qint32", 7, kVarint),
      Numeric<kBfloat16, 2>("bfloat16", kHalfValField, kVarint),
      Numeric<kQint16, 2>("qint16", 7, kVarint),
      Numeric<kQuint16, 2>("quint16", 7, kVarint),
      Numeric<kUint16, 2>("uint16", 7, kVarint),
      Numeric<kComplex128, 16>("complex128", 12, kFixed64, 2),
      Numeric<kHalf, 2>("float16", kHalfValField, kVarint),
      Named("resource"),
      Named("variant"),
      Numeric<kUint32, 4>("uint32", 16, kVarint),
      Numeric<kUint64, 8>("uint64", 17, kVarint),
      Numeric<kFloat8E5m2, 1>("float8_e5m2", 18, kByteString),
      Numeric<kFloat8E4m3fn, 1>("float8_e4m3fn", 18, kByteString),
      Numeric<kFloat8E4m3fnuz, 1>("float8_e4m3fnuz", 18, kByteString),
      Numeric<kFloat8E4m3b11fnuz, 1>("float8_e4m3b11fnuz", 18, kByteString),
      Numeric<kFloat8E5m2fnuz, 1>("float8_e5m2fnuz", 18, kByteString),
      Named("int4"),
      Named("uint4"),
      Named("int2"),
      Named("uint2"),
      Named("float4_e2m1fn"),
  };
}();

constexpr TypeInfo kUnknownType;

const TypeInfo& InfoOf(std::uint32_t dtype) {
  return dtype < kTypes.size() ? kTypes[dtype] : kUnknownType;
}

std::uint32_t PlainType(std::uint64_t written) {
  const auto dtype = static_cast<std::uint32_t>(written);
  return dtype > 100 && dtype < 200 ? dtype - 100 : dtype;
}

// One element out of a typed list. Torch puts the bits of a float32, not of a half, into half_val.
// A half never has the upper bits set (unless a negative int16 was sign-extended), a float32 other
// than zero and the tiniest does.
double FromList(const TypeInfo& info, std::uint64_t entry) {
  if (info.field == kHalfValField) {
    const auto bits = static_cast<std::uint32_t>(entry);
    const std::uint32_t upper = bits >> 16;
    if (upper != 0 && upper != 0xFFFF) return std::bit_cast<float>(bits);
  }
  return info.from_bits(entry);
}

// Calls `take(entry)` for each entry of a typed list, packed or not, until it returns false.
template <class Take>
WireError WalkList(base::Bytes tensor, const TypeInfo& info, Take take) {
  WireReader reader(tensor, 3);
  base::Bytes byte_string;
  while (reader.Next()) {
    if (reader.field() != info.field) {
      reader.Skip();
      continue;
    }
    if (info.kind == ListKind::kByteString && reader.type() == WireType::kBytes) {
      byte_string = reader.Bytes();  // a singular field: the last one counts
    } else if (reader.type() == WireType::kBytes) {
      WireReader list(reader.Bytes());
      // A packed list is entries without tags, which the typed reads take as they are.
      while (!list.AtEnd()) {
        std::uint64_t entry = 0;
        switch (info.kind) {
          case ListKind::kFixed32:
            entry = list.Fixed32();
            break;
          case ListKind::kFixed64:
            entry = list.Fixed64();
            break;
          default:
            entry = list.Varint();
        }
        if (list.error() != WireError::kOk) return list.error();
        if (!take(entry)) return WireError::kOk;
      }
    } else if (info.kind == ListKind::kFixed32 && reader.type() == WireType::kFixed32) {
      const std::uint64_t entry = reader.Fixed32();
      if (reader.error() == WireError::kOk && !take(entry)) return WireError::kOk;
    } else if (info.kind == ListKind::kFixed64 && reader.type() == WireType::kFixed64) {
      const std::uint64_t entry = reader.Fixed64();
      if (reader.error() == WireError::kOk && !take(entry)) return WireError::kOk;
    } else if (info.kind == ListKind::kVarint && reader.type() == WireType::kVarint) {
      const std::uint64_t entry = reader.Varint();
      if (reader.error() == WireError::kOk && !take(entry)) return WireError::kOk;
    } else {
      reader.Skip();
    }
  }
  for (const std::byte byte : byte_string) {
    if (!take(std::to_integer<std::uint64_t>(byte))) break;
  }
  return reader.error();
}

// The number of elements while dimensions come in: zero wins over too many, a negative one over
// all.
class ElementCount {
 public:
  void Multiply(std::int64_t dim) {
    if (dim < 0) {
      unknown_ = true;
    } else if (dim == 0) {
      zero_ = true;
    } else if (static_cast<std::uint64_t>(dim) > kMax / product_) {
      too_many_ = true;
    } else {
      product_ *= static_cast<std::uint64_t>(dim);
    }
  }
  void SetUnknown() { unknown_ = true; }

  [[nodiscard]] std::optional<std::uint64_t> count() const {
    if (unknown_) return std::nullopt;
    if (zero_) return 0;
    if (too_many_) return std::nullopt;
    return product_;
  }

 private:
  static constexpr std::uint64_t kMax = std::uint64_t{1} << 63;
  std::uint64_t product_ = 1;
  bool zero_ = false;
  bool too_many_ = false;
  bool unknown_ = false;
};

WireError ParseDim(base::Bytes message, int depth, std::int64_t& size) {
  if (depth > kMaxNesting) return WireError::kTooDeep;
  size = 0;
  WireReader reader(message, depth);
  while (reader.Next()) {
    if (reader.tag() == FieldTag(1, WireType::kVarint)) {
      size = static_cast<std::int64_t>(reader.Varint());
    } else {
      reader.Skip();
    }
  }
  return reader.error();
}

WireError ParseShape(base::Bytes message, int depth, TensorHeader& header, ElementCount& count) {
  if (depth > kMaxNesting) return WireError::kTooDeep;
  WireReader reader(message, depth);
  while (reader.Next()) {
    switch (reader.tag()) {
      case FieldTag(2, WireType::kBytes): {
        std::int64_t size = 0;
        const WireError error = ParseDim(reader.Bytes(), depth + 1, size);
        if (error != WireError::kOk) return error;
        if (reader.error() != WireError::kOk) break;
        if (header.rank < header.dims.size()) header.dims[header.rank] = size;
        ++header.rank;
        count.Multiply(size);
        break;
      }
      case FieldTag(3, WireType::kVarint):
        if (reader.Varint() != 0) count.SetUnknown();
        break;
      default:
        reader.Skip();
    }
  }
  return reader.error();
}

// ResourceHandleProto, down to the shapes it holds.
WireError CheckResource(base::Bytes message, int depth) {
  if (depth > kMaxNesting) return WireError::kTooDeep;
  WireReader reader(message, depth);
  while (reader.Next()) {
    if (reader.tag() != FieldTag(6, WireType::kBytes)) {
      reader.Skip();
      continue;
    }
    WireReader dtype_and_shape(reader.Bytes(), depth + 1);
    while (dtype_and_shape.Next()) {
      if (dtype_and_shape.tag() != FieldTag(2, WireType::kBytes)) {
        dtype_and_shape.Skip();
        continue;
      }
      TensorHeader header;
      ElementCount count;
      const WireError error = ParseShape(dtype_and_shape.Bytes(), depth + 2, header, count);
      if (error != WireError::kOk) return error;
    }
    if (dtype_and_shape.error() != WireError::kOk) return dtype_and_shape.error();
  }
  return reader.error();
}

// VariantTensorDataProto. Recursion is bounded: every level adds two to `depth`.
WireError CheckVariant(base::Bytes message, int depth) {
  if (depth > kMaxNesting) return WireError::kTooDeep;
  WireReader reader(message, depth);
  while (reader.Next()) {
    if (reader.tag() != FieldTag(3, WireType::kBytes)) {
      reader.Skip();
      continue;
    }
    TensorHeader header;
    const WireError error = ParseTensorHeader(reader.Bytes(), header, depth + 1);
    if (error != WireError::kOk) return error;
  }
  return reader.error();
}

// A packed list whose last entry is cut. Entries inside it are looked at when somebody decodes
// them.
bool IsCutList(base::Bytes list, std::uint32_t field) {
  switch (field) {
    case 5:
    case 9:
      return list.size() % 4 != 0;
    case 6:
    case 12:
      return list.size() % 8 != 0;
    default:
      return !list.empty() && std::to_integer<unsigned>(list.back()) >= 0x80;
  }
}

Error NotProtobuf(WireError error) {
  return Error{ErrorCode::kInvalidArgument, fmt::format("tensor: {}", WireErrorText(error))};
}

// May a tensor of header.elements elements be built from `stored` ones?
base::Status CheckCounts(const TensorHeader& header, std::uint64_t stored,
                         const TensorLimits& limits) {
  if (!header.elements.has_value()) {
    return Error{ErrorCode::kInvalidArgument, "tensor with a negative or impossible dimension"};
  }
  if (stored > *header.elements) {
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("tensor holds more values than its shape has room for, {}", *header.elements)};
  }
  if (*header.elements > limits.max_elements) {
    return Error{ErrorCode::kOutOfRange, fmt::format("tensor of {} elements, limit {}",
                                                     *header.elements, limits.max_elements)};
  }
  if (*header.elements - stored > limits.max_repeated) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("tensor repeats its last value {} times, limit {}",
                             *header.elements - stored, limits.max_repeated)};
  }
  return base::OkStatus();
}

}  // namespace

std::string_view DataTypeName(std::uint32_t dtype) { return InfoOf(dtype).name; }

std::size_t ElementBytes(std::uint32_t dtype) { return InfoOf(dtype).element_bytes; }

WireError ParseTensorHeader(base::Bytes tensor, TensorHeader& header, int depth) {
  header = TensorHeader{};
  if (depth > kMaxNesting) return WireError::kTooDeep;
  ElementCount count;
  WireReader reader(tensor, depth);
  WireError nested = WireError::kOk;
  while (nested == WireError::kOk && reader.Next()) {
    const std::uint32_t field = reader.field();
    switch (reader.tag()) {
      case FieldTag(1, WireType::kVarint):
        header.dtype = PlainType(reader.Varint());
        break;
      case FieldTag(2, WireType::kBytes):
        nested = ParseShape(reader.Bytes(), depth + 1, header, count);
        break;
      case FieldTag(4, WireType::kBytes):
        header.content = reader.Bytes();
        break;
      case FieldTag(8, WireType::kBytes):
        reader.Bytes();
        ++header.string_count;
        break;
      case FieldTag(5, WireType::kBytes):
      case FieldTag(6, WireType::kBytes):
      case FieldTag(7, WireType::kBytes):
      case FieldTag(9, WireType::kBytes):
      case FieldTag(10, WireType::kBytes):
      case FieldTag(11, WireType::kBytes):
      case FieldTag(12, WireType::kBytes):
      case FieldTag(13, WireType::kBytes):
      case FieldTag(16, WireType::kBytes):
      case FieldTag(17, WireType::kBytes): {
        const base::Bytes list = reader.Bytes();
        header.typed_bytes += list.size();
        if (IsCutList(list, field)) nested = WireError::kTruncated;
        break;
      }
      case FieldTag(5, WireType::kFixed32):
      case FieldTag(9, WireType::kFixed32):
        reader.Fixed32();
        header.typed_bytes += 4;
        break;
      case FieldTag(6, WireType::kFixed64):
      case FieldTag(12, WireType::kFixed64):
        reader.Fixed64();
        header.typed_bytes += 8;
        break;
      case FieldTag(7, WireType::kVarint):
      case FieldTag(10, WireType::kVarint):
      case FieldTag(11, WireType::kVarint):
      case FieldTag(13, WireType::kVarint):
      case FieldTag(16, WireType::kVarint):
      case FieldTag(17, WireType::kVarint):
        reader.Varint();
        ++header.typed_bytes;
        break;
      case FieldTag(14, WireType::kBytes):
        nested = CheckResource(reader.Bytes(), depth + 1);
        break;
      case FieldTag(15, WireType::kBytes):
        nested = CheckVariant(reader.Bytes(), depth + 1);
        break;
      case FieldTag(18, WireType::kBytes):
        header.typed_bytes += reader.Bytes().size();
        break;
      default:
        reader.Skip();
    }
  }
  header.elements = count.count();
  return nested != WireError::kOk ? nested : reader.error();
}

std::optional<double> tensor_detail::ReadAnySingleNumber(base::Bytes tensor) {
  TensorHeader header;
  if (ParseTensorHeader(tensor, header) != WireError::kOk) return std::nullopt;
  const TypeInfo& info = InfoOf(header.dtype);
  if (header.elements != 1U || info.element_bytes == 0) return std::nullopt;
  if (!header.content.empty()) {
    if (header.content.size() != info.element_bytes) return std::nullopt;
    std::uint64_t bits = 0;
    std::memcpy(&bits, header.content.data(), std::min(info.element_bytes, sizeof(bits)));
    return info.from_bits(bits);
  }
  std::uint64_t entries = 0;
  std::uint64_t first = 0;
  const WireError error = WalkList(tensor, info, [&](std::uint64_t entry) {
    if (entries == 0) first = entry;
    return ++entries <= info.list_stride;
  });
  if (error != WireError::kOk || entries != info.list_stride) return std::nullopt;
  return FromList(info, first);
}

base::Result<std::vector<double>> DecodeNumbers(base::Bytes tensor, const TensorLimits& limits) {
  TensorHeader header;
  if (const WireError error = ParseTensorHeader(tensor, header); error != WireError::kOk) {
    return NotProtobuf(error);
  }
  const TypeInfo& info = InfoOf(header.dtype);
  if (info.element_bytes == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("tensor of type {} ({}) holds no numbers", info.name, header.dtype)};
  }
  std::vector<double> numbers;
  if (!header.content.empty()) {
    if (header.content.size() % info.element_bytes != 0 ||
        header.content.size() / info.element_bytes != header.elements) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("tensor_content of {} bytes does not fill its shape with {}",
                               header.content.size(), info.name)};
    }
    RETURN_IF_ERROR(CheckCounts(header, *header.elements, limits));
    info.append_content(header.content, numbers);
    return numbers;
  }
  // Counted before anything is allocated: the list, not the claim, decides how much is stored.
  std::uint64_t entries = 0;
  const WireError error = WalkList(tensor, info, [&](std::uint64_t) {
    ++entries;
    return true;
  });
  if (error != WireError::kOk) return NotProtobuf(error);
  if (entries % info.list_stride != 0) {
    return Error{ErrorCode::kInvalidArgument, "complex tensor with half a number"};
  }
  RETURN_IF_ERROR(CheckCounts(header, entries / info.list_stride, limits));
  numbers.reserve(*header.elements);
  std::uint64_t position = 0;
  const WireError again = WalkList(tensor, info, [&](std::uint64_t entry) {
    if (position++ % info.list_stride == 0) numbers.push_back(FromList(info, entry));
    return true;
  });
  CHECK(again == WireError::kOk);
  numbers.resize(*header.elements, numbers.empty() ? 0.0 : double{numbers.back()});
  return numbers;
}

base::Result<std::vector<base::Bytes>> DecodeStrings(base::Bytes tensor,
                                                     const TensorLimits& limits) {
  TensorHeader header;
  if (const WireError error = ParseTensorHeader(tensor, header); error != WireError::kOk) {
    return NotProtobuf(error);
  }
  if (header.dtype != static_cast<std::uint32_t>(DataType::kString)) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("tensor of type {} ({}) holds no strings", DataTypeName(header.dtype),
                             header.dtype)};
  }
  RETURN_IF_ERROR(CheckCounts(header, header.string_count, limits));
  std::vector<base::Bytes> strings;
  strings.reserve(*header.elements);
  WireReader reader(tensor, 3);
  while (reader.Next()) {
    if (reader.tag() == FieldTag(8, WireType::kBytes)) {
      strings.push_back(reader.Bytes());
    } else {
      reader.Skip();
    }
  }
  strings.resize(*header.elements, strings.empty() ? base::Bytes() : base::Bytes(strings.back()));
  return strings;
}

}  // namespace sightglass::format

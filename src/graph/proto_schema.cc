#include "graph/proto_schema.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"

namespace sightglass::graph {
namespace {

// Messages as TensorFlow declares them: "number name type", fields by number. After the type: '*'
// any number of them, '|' one of a oneof, '?' may be absent; "key>value" is a map. Messages may
// always be absent.
constexpr std::string_view kMessages = R"(
GraphDef: 1 node NodeDef*, 2 library FunctionDefLibrary, 3 version int32, 4 versions VersionDef, 5
  debug_info GraphDebugInfo
NodeDef: 1 name string, 2 op string, 3 input string*, 4 device string, 5 attr string>AttrValue, 6
  experimental_debug_info NodeDebugInfo, 7 experimental_type FullTypeDef
NodeDebugInfo: 1 original_node_names string*, 2 original_func_names string*
AttrValue: 1 list AttrList|, 2 s bytes|, 3 i int64|, 4 f float|, 5 b bool|, 6 type DataType|, 7
  shape TensorShapeProto|, 8 tensor TensorProto|, 9 placeholder string|, 10 func NameAttrList|
AttrList: 2 s bytes*, 3 i int64*, 4 f float*, 5 b bool*, 6 type DataType*, 7 shape
  TensorShapeProto*, 8 tensor TensorProto*, 9 func NameAttrList*
NameAttrList: 1 name string, 2 attr string>AttrValue
FunctionDefLibrary: 1 function FunctionDef*, 2 gradient GradientDef*, 3 registered_gradients
  RegisteredGradient*
FunctionDef: 1 signature OpDef, 3 node_def NodeDef*, 4 ret string>string, 5 attr string>AttrValue,
  6 control_ret string>string, 7 arg_attr uint32>ArgAttrs, 8 resource_arg_unique_id uint32>uint32
ArgAttrs: 1 attr string>AttrValue
GradientDef: 1 function_name string, 2 gradient_func string
RegisteredGradient: 1 gradient_func string, 2 registered_op_type string
OpDef: 1 name string, 2 input_arg ArgDef*, 3 output_arg ArgDef*, 4 attr AttrDef*, 5 summary
  string, 6 description string, 8 deprecation OpDeprecation, 16 is_aggregate bool, 17 is_stateful
  bool, 18 is_commutative bool, 19 allows_uninitialized_input bool, 20 control_output string*, 21
  is_distributed_communication bool
ArgDef: 1 name string, 2 description string, 3 type DataType, 4 type_attr string, 5 number_attr
  string, 6 type_list_attr string, 7 handle_data DtypeAndShape*, 16 is_ref bool, 17
  experimental_full_type FullTypeDef
AttrDef: 1 name string, 2 type string, 3 default_value AttrValue, 4 description string, 5
  has_minimum bool, 6 minimum int64, 7 allowed_values AttrValue
OpDeprecation: 1 version int32, 2 explanation string
FullTypeDef: 1 type_id FullTypeId, 2 args FullTypeDef*, 3 s string|, 4 i int64|
GraphDebugInfo: 1 files string*, 2 traces string>StackTrace, 4 frames_by_id fixed64>FileLineCol, 5
  name_to_trace_id string>fixed64, 6 traces_by_id fixed64>StackTrace
FileLineCol: 1 file_index int32?, 2 line int32?, 3 col int32?, 4 func string?, 5 code string?
StackTrace: 1 file_line_cols FileLineCol*, 2 frame_id fixed64*
VersionDef: 1 producer int32, 2 min_consumer int32, 3 bad_consumers int32*
TensorProto: 1 dtype DataType, 2 tensor_shape TensorShapeProto, 3 version_number int32, 4
  tensor_content bytes, 5 float_val float*, 6 double_val double*, 7 int_val int32*, 8 string_val
  bytes*, 9 scomplex_val float*, 10 int64_val int64*, 11 bool_val bool*, 12 dcomplex_val double*,
  13 half_val int32*, 14 resource_handle_val ResourceHandleProto*, 15 variant_val
  VariantTensorDataProto*, 16 uint32_val uint32*, 17 uint64_val uint64*, 18 float8_val bytes
VariantTensorDataProto: 1 type_name string, 2 metadata bytes, 3 tensors TensorProto*
TensorShapeProto: 2 dim Dim*, 3 unknown_rank bool
Dim: 1 size int64, 2 name string
ResourceHandleProto: 1 device string, 2 container string, 3 name string, 4 hash_code uint64, 5
  maybe_type_name string, 6 dtypes_and_shapes DtypeAndShape*
DtypeAndShape: 1 dtype DataType, 2 shape TensorShapeProto
RunMetadata: 1 step_stats StepStats, 2 cost_graph CostGraphDef, 3 partition_graphs GraphDef*, 4
  function_graphs FunctionGraphs*, 5 session_metadata SessionMetadata
FunctionGraphs: 1 partition_graphs GraphDef*, 2 pre_optimization_graph GraphDef, 3
  post_optimization_graph GraphDef
SessionMetadata: 1 name string, 2 version int64
StepStats: 1 dev_stats DeviceStepStats*
DeviceStepStats: 1 device string, 2 node_stats NodeExecStats*, 3 thread_names uint32>string
NodeExecStats: 1 node_name string, 2 all_start_micros int64, 3 op_start_rel_micros int64, 4
  op_end_rel_micros int64, 5 all_end_rel_micros int64, 6 memory AllocatorMemoryUsed*, 7 output
  NodeOutput*, 8 timeline_label string, 9 scheduled_micros int64, 10 thread_id uint32, 11
  referenced_tensor AllocationDescription*, 12 memory_stats MemoryStats, 13 all_start_nanos int64,
  14 op_start_rel_nanos int64, 15 op_end_rel_nanos int64, 16 all_end_rel_nanos int64, 17
  scheduled_nanos int64
NodeOutput: 1 slot int32, 3 tensor_description TensorDescription
MemoryStats: 1 temp_memory_size int64, 2 device_temp_memory_size int64, 3 persistent_memory_size
  int64, 4 device_persistent_memory_size int64, 5 persistent_tensor_alloc_ids int64*, 6
  device_persistent_tensor_alloc_ids int64*
AllocatorMemoryUsed: 1 allocator_name string, 2 total_bytes int64, 3 peak_bytes int64, 4
  live_bytes int64, 5 allocator_bytes_in_use int64, 6 allocation_records AllocationRecord*
AllocationRecord: 1 alloc_micros int64, 2 alloc_bytes int64
TensorDescription: 1 dtype DataType, 2 shape TensorShapeProto, 4 allocation_description
  AllocationDescription
AllocationDescription: 1 requested_bytes int64, 2 allocated_bytes int64, 3 allocator_name string,
  4 allocation_id int64, 5 has_single_reference bool, 6 ptr uint64
CostGraphDef: 1 node CostNode*, 2 cost AggregatedCost*
CostNode: 1 name string, 2 device string, 3 id int32, 4 input_info CostInput*, 5 output_info
  CostOutput*, 6 temporary_memory_size int64, 7 is_final bool, 8 control_input int32*, 9
  compute_cost int64, 10 host_temp_memory_size int64, 11 device_temp_memory_size int64, 12
  persistent_memory_size int64, 14 compute_time int64, 15 memory_time int64, 16
  device_persistent_memory_size int64, 17 inaccurate bool
CostInput: 1 preceding_node int32, 2 preceding_port int32
CostOutput: 1 size int64, 2 alias_input_port int64, 3 shape TensorShapeProto, 4 dtype DataType
AggregatedCost: 1 cost float, 2 dimension string
)";

// Without the prefix that all of them have.
constexpr std::string_view kDataTypes =
    R"(0 INVALID, 1 FLOAT, 2 DOUBLE, 3 INT32, 4 UINT8, 5 INT16, 6 INT8, 7 STRING, 8 COMPLEX64, 9 INT64,
10 BOOL, 11 QINT8, 12 QUINT8, 13 QINT32, 14 BFLOAT16, 15 QINT16, 16 QUINT16, 17 UINT16, 18
COMPLEX128, 19 HALF, 20 RESOURCE, 21 VARIANT, 22 UINT32, 23 UINT64, 24 FLOAT8_E5M2, 25
FLOAT8_E4M3FN, 26 FLOAT8_E4M3FNUZ, 27 FLOAT8_E4M3B11FNUZ, 28 FLOAT8_E5M2FNUZ, 29 INT4, 30 UINT4,
31 INT2, 32 UINT2, 33 FLOAT4_E2M1FN)";
constexpr std::string_view kFullTypes =
    R"(0 UNSET, 1 VAR, 2 ANY, 3 PRODUCT, 4 NAMED, 20 FOR_EACH, 100 CALLABLE, 200 BOOL, 201 UINT8, 202
UINT16, 203 UINT32, 204 UINT64, 205 INT8, 206 INT16, 207 INT32, 208 INT64, 209 HALF, 210 FLOAT,
211 DOUBLE, 212 COMPLEX64, 213 COMPLEX128, 214 STRING, 215 BFLOAT16, 1000 TENSOR, 1001 ARRAY, 1002
OPTIONAL, 1003 LITERAL, 1004 ENCODED, 1005 SHAPE_TENSOR, 10102 DATASET, 10103 RAGGED, 10104
ITERATOR, 10202 MUTEX_LOCK, 10203 LEGACY_VARIANT)";

// What stands before the first `mark`; takes it, the mark and blanks after it off `text`.
std::string_view TakeUntil(std::string_view& text, std::string_view marks) {
  const std::size_t end = std::min(text.find_first_of(marks), text.size());
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(std::min(text.find_first_not_of(marks, end), text.size()));
  return taken;
}

template <class Number>
Number TakeNumber(std::string_view& text) {
  const std::string_view digits = TakeUntil(text, " \n");
  Number number = 0;
  const auto [at, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  CHECK(error == std::errc() && at == digits.data() + digits.size());
  return number;
}

class Schemas {
 public:
  Schemas() {
    ReadNames(kDataTypes, "DT_", data_types_);
    // A reference to a tensor has a type of its own, a hundred higher.
    const std::vector<EnumName> plain = data_types_.names;
    for (const EnumName& type : plain) {
      if (type.number == 0) continue;
      data_types_.names.push_back(
          {type.number + 100, texts_.emplace_back(std::string(type.name) + "_REF")});
    }
    ReadNames(kFullTypes, "TFT_", full_types_);
    std::string_view left = kMessages;
    TakeUntil(left, "\n");
    while (!left.empty()) {
      const std::string_view name = TakeUntil(left, ": ");
      // A message ends where a line begins without blanks.
      std::size_t end = left.find('\n');
      while (end + 1 < left.size() && left[end + 1] == ' ') end = left.find('\n', end + 1);
      ReadFields(left.substr(0, end), Message(name));
      left.remove_prefix(end + 1);
    }
    for (const auto& [name, message] : messages_) CHECK(!message->fields.empty());
  }

  const MessageSchema& Find(std::string_view name) const {
    const auto found = messages_.find(name);
    CHECK(found != messages_.end());
    return *found->second;
  }
  [[nodiscard]] const EnumNames& data_types() const { return data_types_; }

 private:
  void ReadNames(std::string_view left, std::string_view prefix, EnumNames& names) {
    while (!left.empty()) {
      const auto number = TakeNumber<std::int32_t>(left);
      names.names.push_back(
          {number, texts_.emplace_back(std::string(prefix).append(TakeUntil(left, ", \n")))});
    }
  }

  MessageSchema& Message(std::string_view name) {
    MessageSchema*& message = messages_[name];
    if (message == nullptr) message = &all_.emplace_back(MessageSchema{.name = name});
    return *message;
  }

  void ReadFields(std::string_view left, MessageSchema& message) {
    while (!left.empty()) {
      FieldSchema field{.number = TakeNumber<std::uint32_t>(left)};
      field.name = TakeUntil(left, " \n");
      std::string_view type = TakeUntil(left, ", \n");
      const std::size_t arrow = type.find('>');
      if (arrow != std::string_view::npos) {
        field.label = FieldLabel::kMap;
        field.type = FieldType::kMessage;
        field.message = &Entry(type.substr(0, arrow), type.substr(arrow + 1));
      } else {
        if (type.ends_with('*')) field.label = FieldLabel::kRepeated;
        if (type.ends_with('|') || type.ends_with('?')) field.label = FieldLabel::kPresence;
        field.in_oneof = type.ends_with('|');
        if (field.label != FieldLabel::kImplicit) type.remove_suffix(1);
        SetType(type, field);
        if (field.type == FieldType::kMessage && field.label == FieldLabel::kImplicit) {
          field.label = FieldLabel::kPresence;
        }
      }
      message.fields.push_back(field);
    }
  }

  const MessageSchema& Entry(std::string_view key, std::string_view value) {
    MessageSchema& entry = all_.emplace_back();
    FieldSchema field{.number = 1, .name = "key", .label = FieldLabel::kAlways};
    SetType(key, field);
    entry.fields.push_back(field);
    field = {.number = 2, .name = "value", .label = FieldLabel::kAlways};
    SetType(value, field);
    entry.fields.push_back(field);
    return entry;
  }

  void SetType(std::string_view name, FieldSchema& field) {
    static constexpr std::pair<std::string_view, FieldType> kScalars[] = {
        {"int32", FieldType::kInt32},   {"int64", FieldType::kInt64},
        {"uint32", FieldType::kUint32}, {"uint64", FieldType::kUint64},
        {"bool", FieldType::kBool},     {"float", FieldType::kFloat},
        {"double", FieldType::kDouble}, {"fixed64", FieldType::kFixed64},
        {"string", FieldType::kString}, {"bytes", FieldType::kBytes},
        {"DataType", FieldType::kEnum}, {"FullTypeId", FieldType::kEnum},
    };
    for (const auto& [scalar, type] : kScalars) {
      if (scalar != name) continue;
      field.type = type;
      if (name == "DataType") field.names = &data_types_;
      if (name == "FullTypeId") field.names = &full_types_;
      return;
    }
    field.type = FieldType::kMessage;
    field.message = &Message(name);
  }

  EnumNames data_types_;
  EnumNames full_types_;
  std::deque<std::string> texts_;
  std::deque<MessageSchema> all_;  // does not move what it holds
  std::map<std::string_view, MessageSchema*> messages_;
};

const Schemas& AllSchemas() {
  static const Schemas schemas;
  return schemas;
}

}  // namespace

const FieldSchema* MessageSchema::Find(std::uint32_t number) const {
  const auto found = std::ranges::lower_bound(fields, number, {}, &FieldSchema::number);
  return found == fields.end() || found->number != number ? nullptr : &*found;
}

const FieldSchema* MessageSchema::Find(std::string_view wanted) const {
  const auto found = std::ranges::find(fields, wanted, &FieldSchema::name);
  return found == fields.end() ? nullptr : &*found;
}

std::string_view EnumNames::Find(std::int32_t number) const {
  const auto found = std::ranges::lower_bound(names, number, {}, &EnumName::number);
  return found == names.end() || found->number != number ? std::string_view() : found->name;
}

std::optional<std::int32_t> EnumNames::Find(std::string_view name) const {
  const auto found = std::ranges::find(names, name, &EnumName::name);
  return found == names.end() ? std::nullopt : std::optional(found->number);
}

const MessageSchema& GraphDefSchema() { return AllSchemas().Find("GraphDef"); }
const MessageSchema& RunMetadataSchema() { return AllSchemas().Find("RunMetadata"); }

}  // namespace sightglass::graph

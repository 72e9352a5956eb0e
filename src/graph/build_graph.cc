#include "graph/build_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <utility>

#include "base/check.h"
#include "base/utf8_text.h"
#include "graph/op_outputs.h"
#include "graph/output_lists.h"

namespace sightglass::graph {
namespace {

constexpr std::string_view kNoName = "(no name)";

// Names in messages: as long as anybody reads, in UTF-8.
std::string Shown(std::string_view name) {
  constexpr std::size_t kLongest = 300;
  if (name.size() <= kLongest) return base::EscapeInvalidUtf8(name);
  return base::EscapeInvalidUtf8(name.substr(0, kLongest)) + "...";
}

// Takes ":DIGITS" off the end of `text`; false: it does not end so.
bool TakeNumber(std::string_view& text, std::uint32_t& number) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return false;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data() + colon + 1, end, number);
  if (error != std::errc() || at != end || colon + 1 == text.size()) return false;
  text = text.substr(0, colon);
  return true;
}

bool HasEmptyPart(std::string_view name) {
  return name.front() == '/' || name.back() == '/' || name.find("//") != std::string_view::npos;
}

}  // namespace

GraphBuilder::GraphBuilder(const GraphLimits& limits)
    : limits_(limits), graph_(std::shared_ptr<Graph>(new Graph)) {
  // Where the graph lies in memory differs from process to process, so nobody can make up names
  // that all meet in one slot.
  graph_->seed_ = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(graph_.get()));
  NumberOf({}, graph_->texts_, text_numbers_);
  NumberOf({}, graph_->definitions_, definition_numbers_);
  graph_->output_lists_.emplace_back();
  MakeSlots(16);
}

void GraphBuilder::Reserve(std::size_t nodes) {
  nodes = std::min<std::size_t>(nodes, limits_.max_nodes);
  graph_->nodes_.reserve(nodes);
  MakeSlots(nodes);
}

std::uint32_t GraphBuilder::AddNode(std::string_view name, std::string_view op,
                                    std::initializer_list<std::string_view> inputs) {
  return AddNode({.name = name, .op = op, .inputs = std::span(inputs.begin(), inputs.size())});
}

std::uint32_t GraphBuilder::AddNode(const NodeFields& fields) {
  if (!HasRoom(fields)) return kNoNode;
  TakeName(fields.name);
  const std::uint32_t number = graph_->size() - 1;
  Graph::Node& node = graph_->nodes_.back();
  node.op = NumberOf(fields.op, graph_->texts_, text_numbers_);
  node.device = NumberOf(fields.device, graph_->texts_, text_numbers_);
  node.xla_cluster = NumberOf(fields.xla_cluster, graph_->texts_, text_numbers_);
  node.outputs = NumberOf(fields.outputs);
  node.definition = NumberOf(base::AsText(fields.definition), graph_->definitions_,  //
                             definition_numbers_);
  for (const SkippedAttribute& skipped : fields.skipped) {
    graph_->skipped_.push_back({.node = number,
                                .key = NumberOf(skipped.key, graph_->texts_, text_numbers_),
                                .bytes = skipped.bytes});
  }
  for (const std::string_view input : fields.inputs) AddInput(input, number);
  node.inputs_end = static_cast<std::uint32_t>(graph_->inputs_.size());
  return number;
}

void GraphBuilder::BeginFunction(std::string_view name) {
  CHECK(scope_.empty());
  if (graph_->functions_.empty()) {
    ResolveWaiting();
    graph_->main_size_ = graph_->size();
  }
  std::string own(name.empty() ? kNoName : name);
  if (graph_->function_numbers_.contains(own)) {
    AddIssue("a function of this name is there already", name);
    const std::size_t length = own.size();
    for (std::uint32_t& repeat = function_repeats_[own]; graph_->function_numbers_.contains(own);) {
      repeat = std::max(repeat, 1U) + 1;
      own.resize(length);
      own += fmt::format(" ({})", repeat);
    }
  }
  const std::string_view kept = graph_->texts_.At(NumberOf(own, graph_->texts_, text_numbers_));
  graph_->function_numbers_.emplace(kept, static_cast<std::uint32_t>(graph_->functions_.size()));
  graph_->functions_.push_back({.name = kept, .begin = graph_->size(), .end = graph_->size()});
  scope_ = fmt::format("{}/{}/", kFunctionScope, own);
}

void GraphBuilder::EndFunction() {
  CHECK(!scope_.empty());
  ResolveWaiting();
  graph_->functions_.back().end = graph_->size();
  scope_.clear();
}

void GraphBuilder::AddIssue(std::string_view what, std::string_view node) {
  ++graph_->issue_count_;
  if (graph_->issues_.size() < kMaxToldIssues) {
    graph_->issues_.push_back({.what = std::string(what), .node = Shown(node)});
  }
}

std::shared_ptr<const Graph> GraphBuilder::Build() {
  if (!scope_.empty()) EndFunction();
  ResolveWaiting();
  if (graph_->functions_.empty()) graph_->main_size_ = graph_->size();
  graph_->nodes_.shrink_to_fit();
  graph_->names_.shrink_to_fit();
  graph_->inputs_.shrink_to_fit();
  graph_->output_lists_.shrink_to_fit();
  graph_->skipped_.shrink_to_fit();
  graph_->functions_.shrink_to_fit();
  graph_->texts_.Shrink();
  graph_->definitions_.Shrink();
  return std::move(graph_);
}

std::uint32_t GraphBuilder::NumberOf(std::string_view text, TextTable& table,
                                     TextNumbers& numbers) const {
  const auto found = numbers.find(text);
  if (found != numbers.end()) return found->second;
  const std::uint32_t number = table.Add(text);
  numbers.emplace(table.At(number), number);
  return number;
}

std::uint32_t GraphBuilder::NumberOf(std::span<const Shape> outputs) {
  if (outputs.empty()) return 0;
  const auto [at, is_new] = output_numbers_.try_emplace(
      OutputsKey(outputs), static_cast<std::uint32_t>(graph_->output_lists_.size()));
  if (is_new) graph_->output_lists_.push_back(CopyOutputs(outputs, graph_->shapes_));
  return at->second;
}

bool GraphBuilder::HasRoom(const NodeFields& fields) {
  // Numbers of 32 bits hold where in names and inputs a node's part ends.
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  constexpr std::size_t kSuffix = 16;  // " (2)" and the like
  const std::uint64_t name_bytes =
      graph_->names_.size() + scope_.size() + fields.name.size() + kSuffix;
  const bool fits =
      graph_->nodes_.size() < limits_.max_nodes &&
      name_bytes <= std::min(limits_.max_name_bytes, kMost) &&
      graph_->inputs_.size() + fields.inputs.size() <= std::min(limits_.max_inputs, kMost);
  if (!fits && !full_) {
    full_ = true;
    AddIssue(fmt::format("the graph is too large: after {} nodes the rest is left out",
                         graph_->nodes_.size()));
  }
  return fits;
}

// Appends the node with its name, made the only one of its kind.
void GraphBuilder::TakeName(std::string_view name) {
  if (name.empty()) {
    AddIssue("a node has no name");
    name = kNoName;
  } else if (HasEmptyPart(name)) {
    AddIssue("a part of the name is empty", name);
  }
  full_name_.assign(scope_).append(name);
  if ((graph_->nodes_.size() + 1) * 2 > graph_->slots_.size()) MakeSlots(graph_->nodes_.size() * 2);
  std::size_t slot = SlotOf(full_name_);
  if (graph_->slots_[slot] != kNoNode) {
    AddIssue("another node has the same name", full_name_);
    std::uint32_t& repeat = repeats_[graph_->slots_[slot]];
    const std::size_t length = full_name_.size();
    for (; graph_->slots_[slot] != kNoNode; slot = SlotOf(full_name_)) {
      repeat = std::max(repeat, 1U) + 1;
      full_name_.resize(length);
      full_name_ += fmt::format(" ({})", repeat);
    }
  }
  graph_->slots_[slot] = graph_->size();
  graph_->names_ += full_name_;
  graph_->nodes_.push_back({.name_end = static_cast<std::uint32_t>(graph_->names_.size())});
  // Until its inputs are added: those of the node before end here.
  graph_->nodes_.back().inputs_end = static_cast<std::uint32_t>(graph_->inputs_.size());
}

void GraphBuilder::AddInput(std::string_view text, std::uint32_t taker) {
  Input input;
  if (!Resolve(text, input)) {
    waiting_text_ += text;
    waiting_.push_back(
        {.input = graph_->inputs_.size(), .text_end = waiting_text_.size(), .taker = taker});
  }
  graph_->inputs_.push_back(input);
}

bool GraphBuilder::Resolve(std::string_view text, Input& input) {
  input = {};
  if (text.starts_with('^')) {
    input.control = true;
    text.remove_prefix(1);
    return FindInScope(text, input);
  }
  // A name may hold ':' itself, though TensorFlow gives none such.
  if (FindInScope(text, input)) return true;
  std::string_view name = text;
  std::uint32_t output = 0;
  if (!TakeNumber(name, output)) return false;
  input.output = output;
  if (FindInScope(name, input)) return true;
  const std::size_t colon = name.rfind(':');
  if (colon == std::string_view::npos || !FindInScope(name.substr(0, colon), input)) {
    input.output = 0;
    return false;
  }
  const std::string_view op = graph_->op(input.node);
  input.output += FirstOutputOf(op, name.substr(colon + 1));
  return true;
}

bool GraphBuilder::FindInScope(std::string_view name, Input& input) {
  if (!scope_.empty()) name = sought_.assign(scope_).append(name);
  input.node = graph_->slots_[SlotOf(name)];
  return input.node != kNoNode;
}

void GraphBuilder::ResolveWaiting() {
  std::uint64_t begin = 0;
  for (const Waiting& waiting : waiting_) {
    const std::string_view text =
        std::string_view(waiting_text_).substr(begin, waiting.text_end - begin);
    begin = waiting.text_end;
    if (!Resolve(text, graph_->inputs_[waiting.input])) {
      AddIssue(fmt::format("input '{}' names no node of the graph", Shown(text)),
               graph_->name(waiting.taker));
    }
  }
  waiting_.clear();
  waiting_text_.clear();
}

void GraphBuilder::MakeSlots(std::size_t nodes) {
  const std::size_t wanted = std::bit_ceil(std::max<std::size_t>(nodes, 8) * 2);
  if (wanted <= graph_->slots_.size()) return;
  graph_->slots_.assign(wanted, kNoNode);
  for (std::uint32_t node = 0; node < graph_->size(); ++node) {
    graph_->slots_[SlotOf(graph_->name(node))] = node;
  }
}

std::size_t GraphBuilder::SlotOf(std::string_view name) const {
  const std::size_t mask = graph_->slots_.size() - 1;
  std::size_t slot = graph_->Hash(name) & mask;
  while (graph_->slots_[slot] != kNoNode && graph_->name(graph_->slots_[slot]) != name) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

}  // namespace sightglass::graph

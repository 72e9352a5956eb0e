#include "kinds/text/text_search.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "kinds/text/text_cells.h"

namespace sightglass::kinds {
namespace {

// The tensor of a stored value; nullopt if the bytes are no longer a text of this tag. Only the few
// fields that matter are looked at: this runs for every value that is searched.
std::optional<TextTensor> ParseStoredText(base::Bytes bytes, std::string_view tag_name) {
  using format::FieldTag;
  using format::WireType;
  format::WireReader reader(bytes, 2);
  format::ValueView value;
  value.whole = bytes;
  while (reader.Next()) {
    switch (reader.tag()) {
      case FieldTag(1, WireType::kBytes):
        value.tag = reader.Bytes();
        break;
      case FieldTag(7, WireType::kBytes):
        value.node_name = reader.Bytes();
        break;
      case FieldTag(8, WireType::kBytes):
        value.form = format::ValueForm::kTensor;
        value.body = reader.Bytes();
        break;
      default:
        reader.Skip();
    }
  }
  if (reader.error() != format::WireError::kOk) return std::nullopt;
  if (base::AsText(value.tag.empty() ? value.node_name : value.tag) != tag_name) {
    return std::nullopt;
  }
  auto tensor = ReadTextTensor(value);
  return tensor.ok() ? std::optional(std::move(tensor).value()) : std::nullopt;
}

// The place of element `number`.
std::vector<std::int64_t> CellOf(const TextTensor& tensor, std::uint64_t number) {
  const std::size_t rank = tensor.shape.size();
  if (rank < 2) return {static_cast<std::int64_t>(number), 0};
  std::vector<std::int64_t> cell(rank);
  for (std::size_t axis = rank; axis-- > 0;) {
    const auto length = static_cast<std::uint64_t>(tensor.shape[axis]);
    cell[axis] = static_cast<std::int64_t>(number % length);
    number /= length;
  }
  return cell;
}

}  // namespace

TextSearch::TextSearch(std::vector<values::ScanSeries> series, TextFinder finder, std::size_t limit)
    : series_(std::move(series)), finder_(std::move(finder)), limit_(limit), scan_(series_) {}

bool TextSearch::Next(base::ThreadPool& pool, const base::CancelFlag& cancel,
                      std::vector<TextHit>& hits) {
  if (counts_.truncated || !scan_.Next(window_)) return false;
  std::vector<SpanResult> results(window_.spans.size());
  pool.ForEach(results.size(), [&](std::size_t i) {
    if (!cancel.cancelled()) results[i] = SearchSpan(window_.spans[i]);
  });
  for (std::size_t i = 0; i < results.size(); ++i) {
    const values::ValueSpan& span = window_.spans[i];
    counts_.values += span.end - span.begin;
    for (std::size_t p = span.begin; p < span.end; ++p) {
      counts_.bytes += window_.points[p].point.bytes;
    }
    counts_.unreadable += results[i].unreadable;
    std::vector<TextHit>& found = results[i].hits;
    const std::size_t room = limit_ - static_cast<std::size_t>(counts_.hits);
    if (found.size() > room) {
      found.resize(room);
      counts_.truncated = true;
    }
    counts_.hits += found.size();
    std::ranges::move(found, std::back_inserter(hits));
    if (counts_.truncated) return false;
  }
  return true;
}

TextSearch::SpanResult TextSearch::SearchSpan(const values::ValueSpan& span) {
  SpanResult result;
  std::unique_ptr<Buffer> buffer = TakeBuffer();
  if (const auto bytes = window_.Read(span, *buffer); !bytes.ok()) {
    result.unreadable = span.end - span.begin;
  } else if (finder_.literal() != nullptr) {
    SearchByLiteral(span, *bytes, result);
  } else {
    for (std::size_t p = span.begin; p < span.end && result.hits.size() <= limit_; ++p) {
      SearchPoint(window_.points[p], values::PointBytes(span, *bytes, window_.points[p].point),
                  result);
    }
  }
  GiveBack(std::move(buffer));
  return result;
}

void TextSearch::SearchByLiteral(const values::ValueSpan& span, base::Bytes bytes,
                                 SpanResult& result) const {
  const std::string_view text = base::AsText(bytes);
  std::size_t p = span.begin;
  std::size_t at = 0;
  // One more than the limit tells that there are more.
  while (result.hits.size() <= limit_) {
    at = finder_.literal()->Find(text, at);
    if (at == std::string_view::npos) return;
    const std::uint64_t place = span.offset + at;
    while (p < span.end &&
           window_.points[p].point.offset + window_.points[p].point.bytes <= place) {
      ++p;
    }
    if (p == span.end) return;
    const store::RefPoint& point = window_.points[p].point;
    if (place < point.offset) {
      // Between values: bytes of something else.
      at = static_cast<std::size_t>(point.offset - span.offset);
      continue;
    }
    SearchPoint(window_.points[p], values::PointBytes(span, bytes, point), result);
    at = static_cast<std::size_t>(point.offset + point.bytes - span.offset);
  }
}

void TextSearch::SearchPoint(const values::ScannedPoint& point, base::Bytes bytes,
                             SpanResult& result) const {
  const auto tensor = ParseStoredText(bytes, series_[point.series].series->tag_name);
  if (!tensor) {
    ++result.unreadable;
    return;
  }
  ForEachText(*tensor, [&](std::uint64_t number, std::string_view text) {
    if (const auto match = finder_.Find(text)) {
      result.hits.push_back({.series = point.series,
                             .point = point.point,
                             .cell = CellOf(*tensor, number),
                             .snippet = CutSnippet(text, *match)});
    }
    return result.hits.size() <= limit_;
  });
}

std::unique_ptr<TextSearch::Buffer> TextSearch::TakeBuffer() {
  const base::MutexLock lock(mutex_);
  if (buffers_.empty()) return std::make_unique<Buffer>();
  std::unique_ptr<Buffer> buffer = std::move(buffers_.back());
  buffers_.pop_back();
  return buffer;
}

void TextSearch::GiveBack(std::unique_ptr<Buffer> buffer) {
  const base::MutexLock lock(mutex_);
  buffers_.push_back(std::move(buffer));
}

}  // namespace sightglass::kinds

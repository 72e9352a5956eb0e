#pragma once

#include <charconv>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"

namespace sightglass::format {

// An element on its way from Markdown to HTML. As in the trees of XML libraries, text stands at the
// beginning of an element and after it: lists of this dialect need both.
struct MarkdownNode {
  std::string tag{};
  std::string text{};
  bool is_literal = false;  // the text is HTML already
  std::vector<std::unique_ptr<MarkdownNode>> children{};
  std::string tail{};  // what follows the element inside its parent

  MarkdownNode& Add(std::string_view child_tag) {
    children.push_back(std::make_unique<MarkdownNode>());
    children.back()->tag = child_tag;
    return *children.back();
  }
  [[nodiscard]] MarkdownNode* last() const {
    return children.empty() ? nullptr : children.back().get();
  }
  [[nodiscard]] bool IsList() const { return tag == "ul" || tag == "ol"; }
};

// Does Markdown leave alone what is inside this tag (in lower case), where it begins a line?
bool IsBlockTag(std::string_view tag);
// Does this HTML begin with such a tag, or with a comment or instruction?
bool IsBlockHtml(std::string_view html);

// Finished pieces, taken out of the text so that nothing looks into them again. In their place the
// text has marks: "\x02", a number, "\x03"; neither byte can be in the source.
class MarkdownPieces {
 public:
  struct Piece {
    std::string html{};   // may have marks of earlier pieces
    std::string plain{};  // what it is in an attribute
    bool is_block = false;
  };

  std::string Put(Piece piece) {
    pieces_.push_back(std::move(piece));
    return '\x02' + std::to_string(pieces_.size() - 1) + '\x03';
  }
  // The piece whose mark `text` begins with, and the mark's length; nullptr if there is none.
  [[nodiscard]] std::pair<const Piece*, std::size_t> At(std::string_view text) const {
    if (text.empty() || text[0] != '\x02') return {};
    std::size_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + 1, end, number);
    if (error != std::errc() || stop == end || *stop != '\x03' || number >= pieces_.size()) {
      return {};
    }
    return {&pieces_[number], static_cast<std::size_t>(stop + 1 - text.data())};
  }

 private:
  std::vector<Piece> pieces_;
};

// Counts what was looked at. Texts that would take too long are shown as they are.
class MarkdownBudget {
 public:
  explicit MarkdownBudget(std::size_t work) : left_(work) {}

  void Spend(std::size_t bytes) { left_ -= bytes < left_ ? bytes : left_; }
  [[nodiscard]] bool spent() const { return left_ == 0; }

 private:
  std::size_t left_;
};

}  // namespace sightglass::format

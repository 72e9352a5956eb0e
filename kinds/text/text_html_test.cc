#include "kinds/text/text_html.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "format/encode.h"
#include "format/tensor.h"
#include "tests/support/is_ok.h"

namespace sightglass::kinds {
namespace {

// A text with its bytes.
struct MadeText {
  MadeText(const std::vector<std::int64_t>& dims, const std::vector<std::string>& strings)
      : bytes(format::EncodeStringTensor(dims, strings)) {
    format::ValueView value;
    value.form = format::ValueForm::kTensor;
    value.body = base::AsBytes(bytes);
    auto read = ReadTextTensor(value);
    EXPECT_THAT(read, testing::IsOk());
    tensor = std::move(read).value();
  }
  std::string Html(TextMarkup markup = TextMarkup::kMarkdown) const {
    return TextToSafeHtml(tensor, ShownCells(tensor), markup);
  }
  std::string bytes;
  TextTensor tensor;
};

TEST(TextCells, LieInRowsAndColumns) {
  const MadeText text({2, 3}, {"a", "b", "c", "d", "e", "f"});
  const TextCells all = ShownCells(text.tensor);
  EXPECT_EQ(all.rows, 2U);
  EXPECT_EQ(all.columns, 3U);
  EXPECT_EQ(all.cells, (std::vector<std::string_view>{"a", "b", "c", "d", "e", "f"}));
  EXPECT_FALSE(all.truncated);
  const TextCells rows = ShownCells(text.tensor, {.max_cells = 5});
  EXPECT_EQ(rows.cells, (std::vector<std::string_view>{"a", "b", "c"}));
  EXPECT_TRUE(rows.truncated);
  const TextCells columns = ShownCells(text.tensor, {.max_cells = 2});
  EXPECT_EQ(columns.cells, (std::vector<std::string_view>{"a", "b"}));
  const TextCells bytes = ShownCells(text.tensor, {.max_bytes = 2});
  EXPECT_EQ(bytes.cells, (std::vector<std::string_view>{"a", "b", "", "", "", ""}));
  EXPECT_TRUE(bytes.truncated);
}

TEST(TextCells, AreCutBetweenCharacters) {
  const MadeText text({}, {"aé"});
  EXPECT_EQ(ShownCells(text.tensor, {.max_bytes = 2}).cells[0], "a");
}

TEST(TextCells, RepeatTheLastString) {
  EXPECT_EQ(ShownCells(MadeText({3}, {"a", "b"}).tensor).cells,
            (std::vector<std::string_view>{"a", "b", "b"}));
  EXPECT_EQ(ShownCells(MadeText({2}, {}).tensor).cells, (std::vector<std::string_view>{"", ""}));
  EXPECT_EQ(ShownCells(MadeText({0}, {}).tensor).rows, 0U);
}

TEST(TextCells, RefuseWhatIsNoText) {
  format::ValueView value;
  EXPECT_EQ(ReadTextTensor(value).error().code, base::ErrorCode::kInvalidArgument);
  value.form = format::ValueForm::kTensor;
  const std::string numbers("\x08\x01\x12\x00", 4);
  value.body = base::AsBytes(numbers);
  EXPECT_EQ(ReadTextTensor(value).error().code, base::ErrorCode::kInvalidArgument);
  const std::string many =
      format::EncodeStringTensor(std::vector<std::int64_t>{1}, std::vector<std::string>{"a", "b"});
  value.body = base::AsBytes(many);
  EXPECT_EQ(ReadTextTensor(value).error().code, base::ErrorCode::kInvalidArgument);
  const std::string deep =
      format::EncodeStringTensor(std::vector<std::int64_t>(9, 1), std::vector<std::string>{"a"});
  value.body = base::AsBytes(deep);
  EXPECT_EQ(ReadTextTensor(value).error().code, base::ErrorCode::kOutOfRange);
}

TEST(TextHtml, IsATableUnlessItIsOneText) {
  EXPECT_EQ(MadeText({}, {"*a*"}).Html(), "<p><em>a</em></p>");
  EXPECT_EQ(MadeText({}, {"*a*"}).Html(TextMarkup::kHtml), "*a*");
  EXPECT_EQ(MadeText({2}, {"*a*", "b"}).Html(),
            "<table>\n<tbody>\n<tr>\n<td><p><em>a</em></p></td>\n</tr>\n<tr>\n<td><p>b</p></td>\n"
            "</tr>\n</tbody>\n</table>");
  EXPECT_EQ(MadeText({1, 2}, {"a\r\nb", "<i>"}).Html(TextMarkup::kHtml),
            "<table>\n<tbody>\n<tr>\n<td>a\nb</td>\n<td>&lt;i&gt;</td>\n</tr>\n</tbody>\n</table>");
  EXPECT_EQ(MadeText({0}, {}).Html(), "<table>\n<tbody>\n</tbody>\n</table>");
  const std::string deep = MadeText({2, 1, 1}, {"a", "b"}).Html();
  EXPECT_TRUE(deep.starts_with("<p><strong>Warning:</strong> This text summary")) << deep;
  EXPECT_TRUE(deep.ends_with("<td><p>a</p></td>\n</tr>\n</tbody>\n</table>")) << deep;
}

TEST(TextHtml, TellsOfNulBytesOnce) {
  const std::string nul(1, '\0');
  const std::string html = MadeText({2}, {"a" + nul, nul + "b" + nul}).Html();
  EXPECT_TRUE(html.starts_with("<!-- WARNING: discarded 3 null bytes")) << html;
}

TEST(TextHtml, NoCellReachesOutOfItsPlace) {
  EXPECT_EQ(MadeText({2}, {"</td></tr></table><em>x", "<td>y"}).Html(TextMarkup::kHtml),
            "<table>\n<tbody>\n<tr>\n<td><em>x</em></td>\n</tr>\n<tr>\n<td>y</td>\n</tr>\n"
            "</tbody>\n</table>");
}

}  // namespace
}  // namespace sightglass::kinds

#include "format/markdown.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "format/safe_html.h"

namespace sightglass::format {
namespace {

struct Example {
  std::string_view from;
  std::string_view to;
};

// What TensorBoard makes of the same text.
TEST(Markdown, LooksLikeTensorboards) {
  for (const Example& example : std::vector<Example>{
           {"", ""},
           {"hello", "<p>hello</p>"},
           {"# _Hello_, **world!**", "<h1><em>Hello</em>, <strong>world!</strong></h1>"},
           {"Training loss, _per batch_.\n\n[docs](https://example.com/a?b=1&c=2)",
            "<p>Training loss, <em>per batch</em>.</p>\n<p><a "
            "href=\"https://example.com/a?b=1&amp;c=2\">docs</a></p>"},
           {"a\r\nb\r\n\r\nc", "<p>a\nb</p>\n<p>c</p>"},
           {"line one  \nline two", "<p>line one<br>\nline two</p>"},
           {"---", "<hr>"},
           {"| a | b |\n|---|--:|\n| 1 | `x` |",
            "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n"
            "<td>1</td>\n<td><code>x</code></td>\n</tr>\n</tbody>\n</table>"},
           {"```python\nprint('<b>')\n```", "<pre><code>print('&lt;b&gt;')\n</code></pre>"},
           {"![alt text](https://example.com/p.png \"t\")",
            "<p><img alt=\"alt text\" src=\"https://example.com/p.png\" title=\"t\"></p>"},
           {"<script>alert(1)</script>\n\ntext",
            "&lt;script&gt;alert(1)&lt;/script&gt;\n<p>text</p>"},
           {"[click](javascript:alert(1))", "<p><a>click</a></p>"},
           {"![bad](data:image/png;base64,AAAA)", "<p><img alt=\"bad\"></p>"},
           {"| a |\n|---|\n| x<br>y |",
            "<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n"
            "<td>x<br>y</td>\n</tr>\n</tbody>\n</table>"},
           {"say \"hi\" & <b>bye</b>", "<p>say \"hi\" &amp; &lt;b&gt;bye&lt;/b&gt;</p>"},
       }) {
    EXPECT_EQ(MarkdownToSafeHtml(example.from), example.to) << example.from;
  }
}

TEST(Markdown, LeavesOutNulBytesAndSaysSo) {
  EXPECT_EQ(MarkdownToSafeHtml(std::string_view("a\0b\0", 4)),
            "<!-- WARNING: discarded 2 null bytes in markdown string after UTF-8 decoding -->\n"
            "<p>ab</p>");
}

TEST(Markdown, MarksBytesThatAreNotUtf8) {
  EXPECT_EQ(MarkdownToSafeHtml("a\xFFz"), "<p>a\xEF\xBF\xBDz</p>");
}

TEST(Markdown, ShowsLongTextAsItIs) {
  const std::string text = "*a* <b>\xFF" + std::string(kMaxMarkdownBytes, 'x');
  EXPECT_EQ(MarkdownToSafeHtml(text),
            "<pre>*a* &lt;b&gt;\xEF\xBF\xBD" + std::string(kMaxMarkdownBytes, 'x') + "</pre>");
  std::string declarations;
  for (std::size_t i = 0; i < kMaxDeclarations; ++i) declarations += i % 2 == 0 ? "<?" : "<!A <!--";
  EXPECT_TRUE(MarkdownToSafeHtml("a" + declarations).starts_with("<p>a"));
  EXPECT_TRUE(MarkdownToSafeHtml("a" + declarations + "<!A").starts_with("<pre>a"));
  const std::string quotes(5000, '>');
  const std::string lines(kMaxNestedLines / 5000, '\n');
  EXPECT_TRUE(MarkdownToSafeHtml(quotes + "a" + lines.substr(1)).starts_with("<blockquote>"));
  EXPECT_TRUE(MarkdownToSafeHtml(quotes + "a" + lines).starts_with("<pre>"));
  const std::string longest = "*a*" + std::string(kMaxMarkdownBytes - 3, 'x');
  EXPECT_TRUE(MarkdownToSafeHtml(longest).starts_with("<p>"));
}

TEST(Markdown, ShowsTablesThatAreTooLargeAsText) {
  const auto table = [](std::size_t columns, std::size_t rows) {
    std::string text;
    for (const char cell : {'a', '-'}) {
      for (std::size_t i = 0; i < columns; ++i) (text += '|') += cell;
      text += '\n';
    }
    for (std::size_t i = 0; i < rows; ++i) text += "|x\n";
    return text;
  };
  EXPECT_TRUE(MarkdownToSafeHtml(table(kMaxTableColumns, 10)).starts_with("<table>"));
  EXPECT_TRUE(MarkdownToSafeHtml(table(kMaxTableColumns + 1, 1)).starts_with("<p>|a|a"));
  EXPECT_TRUE(MarkdownToSafeHtml(table(16, kMaxTableCells / 16 - 3)).starts_with("<table>"));
  EXPECT_TRUE(MarkdownToSafeHtml(table(16, kMaxTableCells / 16)).starts_with("<p>|a|a"));
}

TEST(Markdown, EveryThreadGetsTheSame) {
  const std::string text = "| a |\n|---|\n| *x* |\n\n<b> and [l](http://x.y)";
  const std::string expected = MarkdownToSafeHtml(text);
  std::vector<std::string> found(4);
  {
    std::vector<std::jthread> threads;
    for (std::string& result : found) {
      threads.emplace_back([&result, &text] {
        for (int i = 0; i < 50; ++i) result = MarkdownToSafeHtml(text);
      });
    }
  }
  for (const std::string& result : found) EXPECT_EQ(result, expected);
}

TEST(Descriptions, OfOneSortStandAlone) {
  EXPECT_EQ(DescriptionsToSafeHtml({}), "");
  EXPECT_EQ(DescriptionsToSafeHtml({{"*a*", {"r1", "r2"}}}), "<p><em>a</em></p>");
}

TEST(Descriptions, OfSeveralSortsHaveHeadings) {
  EXPECT_EQ(DescriptionsToSafeHtml({{"b", {"r2"}}, {"a", {"r3", "r1"}}}),
            "<h1>Multiple descriptions</h1>\n<h2>For runs: r1, r3</h2>\n<p>a</p>\n"
            "<h2>For run: r2</h2>\n<p>b</p>");
}

TEST(SafeHtml, KeepsWhatCannotAct) {
  for (const Example& example : std::vector<Example>{
           {"a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"},
           {"&copy; &#39; &#x6A; &unknown; &", "&copy; &#39; &#x6A; &unknown; &amp;"},
           {"<P ID=x>a</p >", "<p>a</p>"},
           {"<br/><hr><img>", "<br><hr><img>"},
           {"<a title='\"' href=x>t</a>", "<a href=\"x\" title=\"&quot;\">t</a>"},
           {"<td>x", "<td>x</td>"},
           {"</td>x", "x"},
           {"<em><strong>x</em>y", "<em><strong>x</strong></em>y"},
           {"<!-- c -->x<!-- open", "x&lt;!-- open"},
           {"<a href=//x.y/z>t</a>", "<a href=\"//x.y/z\">t</a>"},
           {"<a href=MAILTO:a@b.c>t</a>", "<a href=\"MAILTO:a@b.c\">t</a>"},
           {"<a href=\"a/b:c\">t</a>", "<a href=\"a/b:c\">t</a>"},
           {"<a\nhref = 'x' >t</a>", "<a href=\"x\">t</a>"},
       }) {
    EXPECT_EQ(SanitizeHtml(example.from), example.to) << example.from;
  }
}

TEST(SafeHtml, DisarmsAttacks) {
  for (const Example& example : std::vector<Example>{
           {"<img src=x onerror=alert(1)>", "<img src=\"x\">"},
           {"<a href=\"JaVa\tScript:alert(1)\">x</a>", "<a>x</a>"},
           {"<a href=\" javascript:x\">x</a>", "<a>x</a>"},
           {"<a href=\"&#106;avascript&#58alert(1)\">x</a>", "<a>x</a>"},
           {"<a href=\"javascript&colon;alert(1)\">x</a>",
            "<a href=\"javascript&amp;colon;alert(1)\">x</a>"},
           {"<a href=vbscript:x>x</a><a href=data:x>x</a>", "<a>x</a><a>x</a>"},
           {"<a title='<script>' href='\"onclick=x'>x</a>",
            "<a href=\"&quot;onclick=x\" title=\"&lt;script&gt;\">x</a>"},
           {"<svg onload=alert(1)>", "&lt;svg onload=alert(1)&gt;"},
           {"<<!-- -->script>", "&lt;script&gt;"},
           {"<scr<script>ipt>", "&lt;scr&lt;script&gt;ipt&gt;"},
           {"<iframe src='&lt;'></iframe>", "&lt;iframe src='&lt;'&gt;&lt;/iframe&gt;"},
           {"<p/onclick=x>", "<p></p>"},
           {"<a href=x href=javascript:y>x</a>", "<a href=\"x\">x</a>"},
           {"<img src=\"x", "&lt;img src=\"x"},
           {"<p style=\"position:fixed\" class=x id=y>z</p>", "<p>z</p>"},
       }) {
    EXPECT_EQ(SanitizeHtml(example.from), example.to) << example.from;
  }
}

TEST(SafeHtml, ShowsATagThatIsTooLongAsText) {
  const std::string href(kMaxHtmlTagBytes, 'x');
  EXPECT_EQ(SanitizeHtml("<a href=" + href + ">"), "&lt;a href=" + href + "&gt;");
}

TEST(SafeHtml, EscapesText) {
  EXPECT_EQ(EscapeHtml("<a href=\"x\">&amp;</a>"), "&lt;a href=\"x\"&gt;&amp;amp;&lt;/a&gt;");
}

}  // namespace
}  // namespace sightglass::format

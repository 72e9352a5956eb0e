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
            "&lt;script&gt;alert(1)&lt;/script&gt;\n\n<p>text</p>"},
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

TEST(Markdown, ReadsTheDialectOfTensorboard) {
  for (const Example& example : std::vector<Example>{
           {"#nospace", "<h1>nospace</h1>"},
           {"####### seven", "<h6># seven</h6>"},
           {"a\nb\n===", "<p>a\nb\n===</p>"},
           {"text\n* no list", "<p>text\n* no list</p>"},
           {"10) paren", "<p>10) paren</p>"},
           {"* a\n  * b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"},
           {"* a\n    * b", "<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>"},
           {"* a\n1. b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"},
           {"* a\n\n1. b", "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>"},
           {"* a\n\n        code", "<ul>\n<li>a<pre><code>code\n</code></pre>\n</li>\n</ul>"},
           {"> a\n\n> b", "<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>"},
           {"para\n> quote", "<p>para</p>\n<blockquote>\n<p>quote</p>\n</blockquote>"},
           {"    a\n\n    b", "<pre><code>a\n\nb\n</code></pre>"},
           {"```\nopen", "<p>```\nopen</p>"},
           {"~~~\na\n~~~\nb", "<pre><code>a\n</code></pre>\n<p>b</p>"},
           {"a\n- - -\nb", "<p>a</p>\n<hr>\n<p>b</p>"},
           {"***a***", "<p><strong><em>a</em></strong></p>"},
           {"a_b_c 2 * 3 * 4", "<p>a_b_c 2 * 3 * 4</p>"},
           {"*a **b** c*", "<p><em>a <strong>b</strong> c</em></p>"},
           {"``a`b`` \\` `x", "<p><code>a`b</code> ` `x</p>"},
           {"\\*a\\* \\z \\|", "<p>*a* \\z |</p>"},
           {"[a](<b c> 't') [n] [x][N]\n\n[n]: u \"T\"",
            "<p><a href=\"b c\" title=\"t\">a</a> <a href=\"u\" title=\"T\">n</a> "
            "<a href=\"u\" title=\"T\">x</a></p>"},
           {"[![i](u)](v(w))", "<p><a href=\"v(w)\"><img alt=\"i\" src=\"u\"></a></p>"},
           {"<a@b>",
            "<p><a href=\"&#109;&#97;&#105;&#108;&#116;&#111;&#58;&#97;&#64;&#98;\">"
            "&#97;&#64;&#98;</a></p>"},
           {"<div>\n\n*a*\n\n</div>\n*b*", "&lt;div&gt;\n\n*a*\n\n&lt;/div&gt;\n<p><em>b</em></p>"},
           {"<b>*a*</b>", "<p>&lt;b&gt;<em>a</em>&lt;/b&gt;</p>"},
           {"a|b\n-|-\n`x|y`|2",
            "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n"
            "<tbody>\n<tr>\n<td><code>x|y</code></td>\n<td>2</td>\n</tr>\n"
            "</tbody>\n</table>"},
           {" \n\t\n", ""},
       }) {
    EXPECT_EQ(MarkdownToSafeHtml(example.from), example.to) << example.from;
  }
}

TEST(Markdown, MarksInTheSourceAreNoMarksOfOurs) {
  EXPECT_EQ(MarkdownToSafeHtml("`a` \x02"
                               "0\x03"),
            "<p><code>a</code> 0</p>");
}

TEST(Markdown, ShowsLongTextAsItIs) {
  const std::string text = "*a* <b>\xFF" + std::string(kMaxMarkdownBytes, 'x');
  EXPECT_EQ(MarkdownToSafeHtml(text),
            "<pre>*a* &lt;b&gt;\xEF\xBF\xBD" + std::string(kMaxMarkdownBytes, 'x') + "</pre>");
  const std::string longest = "*a*" + std::string(kMaxMarkdownBytes - 3, 'x');
  EXPECT_TRUE(MarkdownToSafeHtml(longest).starts_with("<p>"));
}

// Each makes the reader look at the same bytes again and again.
TEST(Markdown, ShowsWhatWouldTakeTooLongAsItIs) {
  for (const std::string_view piece : {"<!--", "[", "![", "[a](\"", ">", "> > "}) {
    std::string text;
    while (text.size() + piece.size() <= kMaxMarkdownBytes) text += piece;
    EXPECT_EQ(MarkdownToSafeHtml(text), "<pre>" + EscapeHtml(text) + "</pre>");
  }
  std::string table = "a";
  for (int i = 0; i < 400; ++i) table += "|a";
  table += "\n-";
  for (int i = 0; i < 400; ++i) table += "|-";
  for (int i = 0; i < 100'000; ++i) table += "\na";
  EXPECT_TRUE(MarkdownToSafeHtml(table).starts_with("<pre>a|a"));
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
           {"&copy; &#39; &#x6A; &unknown; &", "&copy; &#39; &#x6A; &amp;unknown; &amp;"},
           {"<P ID=x>a</p >", "<p>a</p>"},
           {"<br/><hr><img>", "<br><hr><img>"},
           {"<a title='\"' href=x>t</a>", "<a href=\"x\" title=\"&quot;\">t</a>"},
           {"<td>x", "x"},
           {"<table><td>x<tr><th>y",
            "<table><tbody><tr><td>x</td></tr><tr><th>y</th></tr></tbody></table>"},
           {"<p>a<p>b<ul><li>c<li>d", "<p>a</p><p>b</p><ul><li>c</li><li>d</li></ul>"},
           {"<table><td><p>a<table><td>b</table>c",
            "<table><tbody><tr><td><p>a</p><table><tbody><tr><td>b</td></tr></tbody></table>c"
            "</td></tr></tbody></table>"},
           {"<a href='&#120;&amp;y&copy;'>t</a>", "<a href=\"&#120;&amp;y&amp;copy;\">t</a>"},
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

TEST(SafeHtml, CleansText) {
  const CleanedText cleaned = CleanText(std::string_view("a\r\nb\rc\0\xC3\xA9\xC3", 10));
  EXPECT_EQ(cleaned.text, "a\nb\nc\xC3\xA9\xEF\xBF\xBD");
  EXPECT_EQ(cleaned.nul_bytes, 1U);
}

TEST(SafeHtml, EscapesText) {
  EXPECT_EQ(EscapeHtml("<a href=\"x\">&amp;</a>"), "&lt;a href=\"x\"&gt;&amp;amp;&lt;/a&gt;");
}

}  // namespace
}  // namespace sightglass::format

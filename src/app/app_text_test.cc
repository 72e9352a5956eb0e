// The small pure functions that make text: UTF-8, names, human numbers, tables, the bar.
#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): setenv is POSIX's
#include <time.h>    // NOLINT(modernize-deprecated-headers): tzset is POSIX's

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "app/human_text.h"
#include "app/issue_advice.h"
#include "app/progress.h"
#include "app/text_table.h"
#include "base/utf8_text.h"

namespace sightglass::app {
namespace {

TEST(Utf8Text, EscapesOnlyWhatIsNotUtf8) {
  EXPECT_EQ(base::EscapeInvalidUtf8("\xE6\x8D\x9F"), "\xE6\x8D\x9F");
  EXPECT_EQ(base::EscapeInvalidUtf8("\xE6\x8D"), "\\xE6\\x8D");
  EXPECT_EQ(base::EscapeInvalidUtf8("a\n\\"), "a\n\\");
  EXPECT_EQ(base::EscapeInvalidUtf8("\xF4\x90\x80\x80"), "\\xF4\\x90\\x80\\x80") << "past U+10FFFF";
}

TEST(Utf8Text, KnowsColumns) {
  EXPECT_EQ(base::DisplayWidth("abc"), 3U);
  EXPECT_EQ(base::DisplayWidth("\xE6\x8D\x9F\xE5\xA4\xB1"), 4U) << "two Chinese characters";
  EXPECT_EQ(base::DisplayWidth("e\xCC\x81"), 1U) << "a letter and a combining accent";
  EXPECT_EQ(base::DisplayWidth("\xF0\x9F\x94\xA5"), 2U) << "an emoji";
  EXPECT_EQ(base::DisplayWidth("\xC3\xA9"), 1U);
}

TEST(Utf8Text, ShortensInTheMiddleBetweenCharacters) {
  EXPECT_EQ(base::ShortenMiddle("short", 10), "short");
  EXPECT_EQ(base::ShortenMiddle("abcdefghijklmnop", 9), "abc...nop");
  EXPECT_EQ(base::ShortenMiddle("abcdefghijklmnop", 10), "abcd...nop");
  const std::string chinese =
      "\xE6\x8D\x9F\xE5\xA4\xB1\xE6\x8D\x9F\xE5\xA4\xB1\xE6\x8D\x9F\xE5\xA4\xB1";
  EXPECT_EQ(base::ShortenMiddle(chinese, 12), chinese);
  EXPECT_EQ(base::ShortenMiddle(chinese, 8), "\xE6\x8D\x9F...\xE5\xA4\xB1") << "no half characters";
}

TEST(HumanText, GroupsDigits) {
  EXPECT_EQ(CountText(0), "0");
  EXPECT_EQ(CountText(999), "999");
  EXPECT_EQ(CountText(1000), "1,000");
  EXPECT_EQ(CountText(1234567), "1,234,567");
  EXPECT_EQ(IntegerText(-1234), "-1,234");
  EXPECT_EQ(IntegerText(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(HumanText, ScalesBytes) {
  EXPECT_EQ(BytesText(0), "0 B");
  EXPECT_EQ(BytesText(999), "999 B");
  EXPECT_EQ(BytesText(1500), "1.5 kB");
  EXPECT_EQ(BytesText(99'949), "99.9 kB");
  EXPECT_EQ(BytesText(99'951), "100 kB");
  EXPECT_EQ(BytesText(999'499), "999 kB");
  EXPECT_EQ(BytesText(999'500), "1.0 MB");
  EXPECT_EQ(BytesText(324'000'000), "324 MB");
  EXPECT_EQ(BytesText(std::numeric_limits<std::uint64_t>::max()), "18.4 EB");
  EXPECT_EQ(RateText(1.6e9), "1.6 GB/s");
  EXPECT_EQ(RateText(-1), "0 B/s");
}

TEST(HumanText, WritesDurations) {
  EXPECT_EQ(DurationText(0), "0.0 ms");
  EXPECT_EQ(DurationText(0.0123), "12.3 ms");
  EXPECT_EQ(DurationText(0.25), "0.25 s");
  EXPECT_EQ(DurationText(9.99), "9.99 s");
  EXPECT_EQ(DurationText(12.34), "12.3 s");
  EXPECT_EQ(DurationText(59.96), "1 min 0 s");
  EXPECT_EQ(DurationText(250), "4 min 10 s");
  EXPECT_EQ(DurationText(3599.6), "1 h 0 min");
  EXPECT_EQ(DurationText(11100), "3 h 5 min");
  EXPECT_EQ(DurationText(86400.0 * 12 + 4 * 3600), "12 d 4 h");
  EXPECT_EQ(DurationText(-2), "-2.00 s");
  EXPECT_EQ(DurationText(1e300), "1.16e+295 d");
}

TEST(HumanText, WritesValuesAndPlurals) {
  EXPECT_EQ(ValueText(0.10000000149011612), "0.1");
  EXPECT_EQ(ValueText(-std::nan("")), "nan");
  EXPECT_EQ(ValueText(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(PluralText(1, "run"), "1 run");
  EXPECT_EQ(PluralText(2000, "run"), "2,000 runs");
  EXPECT_EQ(PluralText(2, "series"), "2 series");
}

TEST(HumanText, WritesTimesAndRanges) {
  setenv("TZ", "UTC", 1);  // NOLINT(concurrency-mt-unsafe): one thread
  tzset();
  EXPECT_EQ(LocalTimeText(1700000000.9), "2023-11-14 22:13:20");
  EXPECT_EQ(LocalTimeText(-0.5), "1969-12-31 23:59:59");
  EXPECT_EQ(LocalTimeText(1e300), "1e+300 s");
  EXPECT_EQ(LocalTimeText(-1e300), "-1e+300 s");
  EXPECT_EQ(TimeRangeText(1700000000, 1700000000), "2023-11-14 22:13:20");
  EXPECT_EQ(TimeRangeText(1700000000, 1700000000.25), "2023-11-14 22:13:20 (0.25 s)");
  EXPECT_EQ(TimeRangeText(1700000000, 1700000600), "2023-11-14 22:13:20 to 22:23:20 (10 min 0 s)");
  EXPECT_EQ(TimeRangeText(1700000000, 1700086400),
            "2023-11-14 22:13:20 to 2023-11-15 22:13:20 (1 d 0 h)");
  EXPECT_EQ(StepRangeText(5, 5), "5");
  EXPECT_EQ(StepRangeText(-1, 12000), "-1 to 12,000");
}

std::string Rendered(const TextTable& table, const Terminal& terminal = {}) {
  base::BufferedOutput out;
  table.Render(2, terminal, out);
  return out.text();
}

TEST(TextTable, AlignsByDisplayWidthAndDropsEmptyColumns) {
  TextTable table({{.title = "tag"},
                   {.title = "points", .align = Align::kRight},
                   {.title = "unused"},
                   {.title = "note"}});
  table.AddRow({"loss", "1,000", "", "x"});
  table.AddRow({"\xE6\x8D\x9F\xE5\xA4\xB1", "5", "", ""});
  EXPECT_EQ(Rendered(table),
            "  tag   points  note\n"
            "  loss   1,000  x\n"
            "  \xE6\x8D\x9F\xE5\xA4\xB1       5\n");
}

TEST(TextTable, WritesNothingWithoutRowsAndPaintsOnlyTitles) {
  TextTable table({{.title = "tag"}});
  EXPECT_EQ(Rendered(table), "");
  table.AddRow({"a"});
  EXPECT_EQ(
      Rendered(table, {.is_terminal = true, .colour = true, .can_erase = true, .columns = 80}),
      "\x1b[2m  tag\x1b[0m\n  a\n");
}

TEST(ProgressText, ShowsShareRateAndTimeLeft) {
  const ProgressState state{.bytes_done = 500'000'000, .bytes_total = 2'000'000'000, .runs = 40};
  EXPECT_EQ(ProgressText(state, 2.0, 100),
            "[=====>              ]   25%  500 MB of 2.0 GB  250 MB/s  6 s left  40 runs");
  EXPECT_EQ(ProgressText(state, 2.0, 50), "[=====>              ]   25%  500 MB of 2.0 GB")
      << "a narrow terminal loses the end";
  EXPECT_EQ(ProgressText(state, 2.0, 10).size(), 10U);
}

TEST(ProgressText, HoldsAtTheEdges) {
  EXPECT_EQ(ProgressText({}, 1.5, 0), "looking for runs, 1.50 s");
  EXPECT_EQ(ProgressText({.bytes_done = 0, .bytes_total = 100, .runs = 0}, 0, 80),
            "[>                   ]    0%  0 B of 100 B");
  // A file that grew while it was read.
  EXPECT_EQ(ProgressText({.bytes_done = 150, .bytes_total = 100, .runs = 1}, 1, 80),
            "[====================]  100%  100 B of 100 B  100 B/s  0 s left  1 run");
}

TEST(IssueAdvice, IsThereForEveryKind) {
  for (int kind = 0; kind <= static_cast<int>(base::IssueKind::kWatchLimited); ++kind) {
    EXPECT_FALSE(IssueAdvice(static_cast<base::IssueKind>(kind)).empty()) << kind;
  }
}

}  // namespace
}  // namespace sightglass::app

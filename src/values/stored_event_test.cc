#include "values/stored_event.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "base/wire_writer.h"
#include "tests/support/is_ok.h"
#include "tests/support/value_series.h"

namespace sightglass::values {
namespace {

using base::ErrorCode;
using format::ValueForm;
using testing::IsOk;

class StoredEventTest : public ::testing::Test {
 protected:
  // A file with what stands before a message of this field, and the message.
  void Log(std::uint32_t field, const std::string& message) {
    std::string whole;
    base::WireWriter(whole).Message(field, message);
    const std::string head = whole.substr(0, whole.size() - message.size());
    series_.File({{0, head}, {1, message}});
  }
  base::Result<StoredEvent> Find(ValueForm form) {
    const auto snapshot = series_.Build();
    const store::Run& run = *snapshot->runs.front();
    return FindStoredEvent(run, *PointAt(*run.series.front()->refs(), 1), form);
  }
  std::optional<std::string> Text(ValueForm form) {
    const auto event = Find(form);
    if (!event.ok()) return std::nullopt;
    const auto bytes = ReadStoredEvent(*event);
    if (!bytes.ok()) return std::nullopt;
    return std::string(base::AsText({bytes->get(), static_cast<std::size_t>(event->bytes)}));
  }

  testing::ValueSeries series_{"__run_graph__", "graphs"};
};

// Lengths of one, two and three bytes.
class StoredEventSizeTest : public StoredEventTest,
                            public ::testing::WithParamInterface<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Sizes, StoredEventSizeTest, ::testing::Values(1, 500, 70'000));

TEST_P(StoredEventSizeTest, GivesBackTheMessage) {
  const std::string message(GetParam(), 'g');
  Log(4, message);
  EXPECT_EQ(Text(ValueForm::kGraphDef), message);
}

TEST_F(StoredEventTest, KnowsEveryFormOfWholeEvents) {
  Log(2, "metadata");
  EXPECT_EQ(Text(ValueForm::kTaggedRunMetadata), "metadata");
  EXPECT_EQ(Find(ValueForm::kGraphDef).error().code, ErrorCode::kDataLoss);
  EXPECT_EQ(Find(ValueForm::kTensor).error().code, ErrorCode::kInvalidArgument);
}

TEST_F(StoredEventTest, AnEmptyMessageIsNothingToLookAt) {
  Log(4, "");
  EXPECT_EQ(Text(ValueForm::kGraphDef), "");
}

TEST_F(StoredEventTest, NoticesThatTheFileIsAnother) {
  Log(4, "graph");
  ASSERT_THAT(Find(ValueForm::kGraphDef), IsOk());
  series_.files().Write(testing::ValueSeries::Name(0), "something else of some length");
  EXPECT_EQ(Find(ValueForm::kGraphDef).error().code, ErrorCode::kDataLoss);
  series_.files().Write(testing::ValueSeries::Name(0), "cut");
  EXPECT_EQ(Find(ValueForm::kGraphDef).error().code, ErrorCode::kDataLoss);
}

TEST_F(StoredEventTest, NoticesThatTheFileIsShorter) {
  Log(4, "graph");
  series_.files().Write(testing::ValueSeries::Name(0), "before\x22\x05gr");
  const auto event = Find(ValueForm::kGraphDef);
  ASSERT_THAT(event, IsOk());
  EXPECT_EQ(ReadStoredEvent(*event).error().code, ErrorCode::kDataLoss);
}

}  // namespace
}  // namespace sightglass::values

#include "kinds/images/images_api.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "format/encode.h"
#include "kind/name_id.h"
#include "kinds/images/images_kind.h"
#include "tests/support/is_ok.h"
#include "tests/support/route_caller.h"
#include "tests/support/temp_dir.h"
#include "tests/support/value_series.h"
#include "values/value_key.h"

namespace sightglass::kinds {
namespace {

using ::testing::HasSubstr;

std::string Load(const std::string& name) {
  return testing::ReadFileBytes(std::string(SIGHTGLASS_TEST_DATA) + "/pictures/" + name);
}

std::string BatchOf(std::vector<std::string> pictures) {
  pictures.insert(pictures.begin(), {"16", "12"});
  const std::int64_t count[] = {static_cast<std::int64_t>(pictures.size())};
  return format::EncodeTensorValue("pic", format::EncodeStringTensor(count, pictures));
}

class ImagesApiTest : public ::testing::Test {
 protected:
  // One step, with these pictures.
  void Log(const std::vector<std::string>& pictures) {
    const std::uint32_t header =
        series_.headers().Intern({.detail = {16, 12, static_cast<std::int64_t>(pictures.size())}});
    series_.File({{.step = next_step_++, .bytes = BatchOf(pictures), .header = header}});
  }

  // Of the step that was logged as the `index`th.
  std::string Query(std::uint64_t index, std::uint32_t sample = 0) {
    const auto snapshot = series_.Build();
    const auto point = values::PointAt(*snapshot->runs[0]->series[0]->refs(), index)->point;
    return values::ValueKeyQuery({.run_id = kind::NameIdNumber("r"),
                                  .tag_id = kind::NameIdNumber("pic"),
                                  .step = point.step,
                                  .version = values::PointVersion(point),
                                  .sample = sample});
  }

  kind::Response Get(const std::string& target) {
    testing::RouteCaller routes(series_.Build());
    kind_->AddRoutes({}, routes.router());
    return routes.Get(target);
  }

  testing::ValueSeries series_{"pic", "images"};
  base::Step next_step_ = 1;
  std::unique_ptr<kind::Kind> kind_ = MakeImagesKind({});
};

TEST_F(ImagesApiTest, GivesEveryPictureAsLogged) {
  const std::vector<std::string> pictures = {Load("rgb.png"), Load("lossy.webp"), "<svg/>", ""};
  Log({Load("gray.png")});
  Log(pictures);
  const std::string types[] = {"image/png", "image/webp", "application/octet-stream",
                               "application/octet-stream"};
  for (std::uint32_t sample = 0; sample < 4; ++sample) {
    const kind::Response response = Get("/api/images/blob?" + Query(1, sample));
    EXPECT_EQ(response.status, 200) << response.body;
    EXPECT_EQ(response.body, pictures[sample]);
    EXPECT_EQ(response.content_type, types[sample]);
    EXPECT_TRUE(response.immutable);
  }
  EXPECT_EQ(Get("/api/images/blob?" + Query(1, 4)).status, 404);
  EXPECT_EQ(Get("/api/images/blob?" + Query(0)).body, Load("gray.png"));
}

TEST_F(ImagesApiTest, MakesThumbnails) {
  Log({Load("rgb.png"), Load("large.jpg"), Load("animated.gif"), Load("plain.bmp")});
  const kind::Response small = Get("/api/images/thumb?width=8&" + Query(0));
  EXPECT_EQ(small.content_type, "image/png");
  EXPECT_TRUE(small.immutable);
  const auto header = ReadImageHeader(base::AsBytes(small.body));
  ASSERT_THAT(header, testing::IsOk());
  EXPECT_EQ(header->width, 8U);
  EXPECT_EQ(header->height, 6U);

  const kind::Response photo = Get("/api/images/thumb?height=30&" + Query(0, 1));
  EXPECT_EQ(photo.content_type, "image/jpeg");
  EXPECT_EQ(ReadImageHeader(base::AsBytes(photo.body))->width, 40U);

  // What fits comes as logged, but for the later frames of an animated one.
  EXPECT_EQ(Get("/api/images/thumb?width=100&" + Query(0)).body, Load("rgb.png"));
  const kind::Response still = Get("/api/images/thumb?width=100&" + Query(0, 2));
  EXPECT_EQ(still.content_type, "image/png");
  EXPECT_EQ(ReadImageHeader(base::AsBytes(still.body))->frames, 1U);
  EXPECT_EQ(Get("/api/images/thumb?width=8&" + Query(0, 3)).body, Load("plain.bmp"));
}

TEST_F(ImagesApiTest, TellsWhatIsDamaged) {
  Log({Load("cut.png"), Load("huge_claim.png"), "<html>", "", "<svg/>"});
  for (std::uint32_t sample = 0; sample < 5; ++sample) {
    const kind::Response thumb = Get("/api/images/thumb?width=8&" + Query(0, sample));
    EXPECT_EQ(thumb.status, 422) << sample;
    EXPECT_THAT(thumb.body, HasSubstr(R"({"error":{"code":")"));
    EXPECT_FALSE(thumb.immutable);
    const kind::Response info = Get("/api/images/info?" + Query(0, sample));
    EXPECT_EQ(info.status, 200);
    EXPECT_THAT(info.body, HasSubstr(R"("error":")")) << sample;
  }
  EXPECT_THAT(Get("/api/images/info?" + Query(0)).body,
              HasSubstr(R"("error":"damaged png: it ends before its pixels do")"));
}

TEST_F(ImagesApiTest, TellsFacts) {
  Log({Load("animated.webp"), Load("plain.bmp")});
  EXPECT_EQ(Get("/api/images/info?" + Query(0)).body,
            fmt::format(R"({{"format":"webp","bytes":{},"width":16,"height":12,"bit_depth":8,)"
                        R"("channels":3,"frames":3}})",
                        Load("animated.webp").size()));
  EXPECT_THAT(Get("/api/images/info?" + Query(0, 1)).body, HasSubstr(R"("format":"bmp")"));
}

TEST_F(ImagesApiTest, TellsWhatBecameOfTheFile) {
  Log({Load("rgb.png")});
  series_.files().Write(testing::ValueSeries::Name(0), std::string(10'000, '\xFF'));
  for (const std::string route : {"blob?", "info?", "thumb?width=8&"}) {
    const kind::Response gone = Get("/api/images/" + route + Query(0));
    EXPECT_EQ(gone.status, 410) << route;
    EXPECT_THAT(gone.body, HasSubstr("DATA_LOSS"));
    EXPECT_FALSE(gone.immutable);
  }
  series_.files().Remove(testing::ValueSeries::Name(0));
  EXPECT_EQ(Get("/api/images/blob?" + Query(0)).status, 404);
}

TEST_F(ImagesApiTest, ServesTensorboardsFrontEnd) {
  Log({Load("rgb.png")});
  Log({Load("gray.png"), Load("lossy.webp")});
  const std::string list = Get("/data/plugin/images/images?run=r&tag=pic&sample=1").body;
  const std::size_t at = list.find("blob_key=");
  ASSERT_NE(at, std::string::npos) << list;
  EXPECT_THAT(list, HasSubstr(R"([{"wall_time":1001.5,"step":2,"query":)"));
  const std::string key = list.substr(at, list.find('"', at) - at);
  const kind::Response image = Get("/data/plugin/images/individualImage?" + key);
  EXPECT_EQ(image.body, Load("lossy.webp"));
  EXPECT_EQ(image.content_type, "application/octet-stream");
}

}  // namespace
}  // namespace sightglass::kinds

#include <cmath>
#include <utility>

#include "sightglass/summary_writer.h"
#include "writer/embedding_files.h"
#include "writer/image_encoders.h"
#include "writer/number_reader.h"
#include "writer/pixel_buffer.h"
#include "writer/summary_encoder.h"
#include "writer/text_pieces.h"
#include "writer/trace_log.h"
#include "writer/wav_encoder.h"
#include "writer/writer_call.h"

// The calls of SummaryWriter that log pictures, sound, embeddings and traces.
namespace sightglass {
namespace {

using writer::AddEncoded;
using writer::CheckNumbers;
using writer::HeadOf;
using writer::Invalid;
using writer::PixelBuffer;
using writer::ValueHead;

Status CheckPictures(const Numbers& pixels, const PixelShape& shape) {
  if (Status status = CheckNumbers("pixels", pixels); !status.ok()) return status;
  return writer::CheckPixels(pixels, shape);
}

Status CheckOnePicture(const Numbers& pixels, const PixelShape& shape) {
  if (shape.count != 1) {
    return Invalid({shape.count, " pictures, this call takes 1"});
  }
  return CheckPictures(pixels, shape);
}

void EncodeOne(const ValueHead& head, const writer::PixelView& picture, std::string& body) {
  std::string png;
  writer::AppendPng(picture, png);
  const std::string_view pictures[] = {png};
  body = writer::EncodeImages(head, picture.width, picture.height, pictures);
}

// Each picture by itself, as a sample of the value.
Status EncodeSamples(const ValueHead& head, const Numbers& pixels, const PixelShape& shape,
                     std::string& body) {
  std::vector<std::string> files(static_cast<std::size_t>(shape.count));
  std::vector<std::string_view> pictures;
  PixelBuffer scratch;
  std::size_t bytes = 0;
  for (std::int64_t i = 0; i < shape.count; ++i) {
    std::string& png = files[static_cast<std::size_t>(i)];
    writer::AppendPng(writer::ConvertPixels(pixels, shape, i, scratch), png);
    bytes += png.size();
    if (Status status = writer::CheckEventBytes("pictures", bytes); !status.ok()) return status;
    pictures.push_back(png);
  }
  body = writer::EncodeImages(head, shape.width, shape.height, pictures);
  return {};
}

}  // namespace

Status SummaryWriter::AddImage(std::string_view tag, const Numbers& pixels, const PixelShape& shape,
                               std::int64_t step, const ValueOptions& options) {
  return AddEncoded(run_, {tag, step, options}, [&](std::string& body) -> Status {
    if (Status status = CheckOnePicture(pixels, shape); !status.ok()) return status;
    PixelBuffer scratch;
    EncodeOne(HeadOf(tag, options), writer::ConvertPixels(pixels, shape, 0, scratch), body);
    return {};
  });
}

Status SummaryWriter::AddImages(std::string_view tag, const Numbers& pixels,
                                const PixelShape& shape, std::int64_t step,
                                const ImageOptions& images, const ValueOptions& options) {
  return AddEncoded(run_, {tag, step, options}, [&](std::string& body) -> Status {
    if (Status status = CheckPictures(pixels, shape); !status.ok()) return status;
    if (!images.tile) return EncodeSamples(HeadOf(tag, options), pixels, shape, body);
    if (images.columns < 1) {
      return Invalid({"rows of ", images.columns, " pictures, at least 1"});
    }
    PixelBuffer tiled;
    if (Status status = writer::TilePixels(pixels, shape, images.columns, tiled); !status.ok()) {
      return status;
    }
    EncodeOne(HeadOf(tag, options), writer::ViewOf(tiled), body);
    return {};
  });
}

Status SummaryWriter::AddImageWithBoxes(std::string_view tag, const Numbers& pixels,
                                        const PixelShape& shape, std::span<const ImageBox> boxes,
                                        std::int64_t step, const ValueOptions& options) {
  return AddEncoded(run_, {tag, step, options}, [&](std::string& body) -> Status {
    if (Status status = CheckOnePicture(pixels, shape); !status.ok()) return status;
    PixelBuffer scratch;
    const PixelBuffer drawn =
        writer::DrawBoxes(writer::ConvertPixels(pixels, shape, 0, scratch), boxes);
    EncodeOne(HeadOf(tag, options), writer::ViewOf(drawn), body);
    return {};
  });
}

Status SummaryWriter::AddEncodedImage(std::string_view tag, std::string_view bytes,
                                      std::int64_t step, const ValueOptions& options) {
  return AddEncoded(run_, {tag, step, options}, [&](std::string& body) -> Status {
    if (Status status = writer::CheckEventBytes("picture", bytes.size()); !status.ok()) {
      return status;
    }
    writer::ImageSize size;
    if (Status status = writer::ReadImageSize(bytes, size); !status.ok()) return status;
    const std::string_view pictures[] = {bytes};
    body = writer::EncodeImages(HeadOf(tag, options), size.width, size.height, pictures);
    return {};
  });
}

Status SummaryWriter::AddVideo(std::string_view tag, const Numbers& frames, const PixelShape& shape,
                               std::int64_t step, const VideoOptions& video,
                               const ValueOptions& options) {
  return AddEncoded(run_, {tag, step, options}, [&](std::string& body) -> Status {
    if (video.format > VideoFormat::kApng) {
      return writer::NoChoice("video format", static_cast<std::int64_t>(video.format));
    }
    if (!std::isfinite(video.frames_per_second) || video.frames_per_second <= 0) {
      return Invalid({video.frames_per_second, " frames per second, must be finite and above 0"});
    }
    if (shape.count < 1) return Invalid({"a video without frames"});
    if (Status status = CheckPictures(frames, shape); !status.ok()) return status;
    const auto encode =
        video.format == VideoFormat::kGif ? writer::AppendGif : writer::AppendAnimatedPng;
    std::string file;
    if (Status status = encode(frames, shape, video.frames_per_second, file); !status.ok()) {
      return status;
    }
    const std::string_view pictures[] = {file};
    body = writer::EncodeImages(HeadOf(tag, options), shape.width, shape.height, pictures);
    return {};
  });
}

Status SummaryWriter::AddAudio(std::string_view tag, const Numbers& samples,
                               const AudioShape& shape, std::int64_t step,
                               const ValueOptions& options) {
  return AddEncoded(run_, {tag, step, options}, [&](std::string& body) -> Status {
    if (Status status = CheckNumbers("audio", samples); !status.ok()) return status;
    if (Status status = writer::CheckEventBytes("audio", samples.size() * 2); !status.ok()) {
      return status;
    }
    std::string wav;
    if (Status status = writer::AppendWav(samples, shape, wav); !status.ok()) return status;
    body = writer::EncodeAudio(HeadOf(tag, options), wav);
    return {};
  });
}

Status SummaryWriter::AddEmbedding(std::string_view tag, const Numbers& values, std::int64_t rows,
                                   std::int64_t columns, std::int64_t step,
                                   const EmbeddingOptions& embedding) {
  return writer::RunCall(run_, tag, step, [&](std::string&) {
    return writer::WriteEmbedding(run_->log_dir(), {tag, step, values, rows, columns}, embedding);
  });
}

TraceScope::TraceScope(std::shared_ptr<writer::TraceLog> log, std::string_view name)
    : log_(std::move(log)), name_(name), begin_nanos_(writer::TraceLog::Now()) {}

TraceScope::TraceScope(TraceScope&& other) noexcept
    : log_(std::move(other.log_)),
      name_(std::move(other.name_)),
      begin_nanos_(other.begin_nanos_) {}

TraceScope::~TraceScope() {
  if (log_ != nullptr) log_->Add(name_, begin_nanos_, writer::TraceLog::Now());
}

TraceScope SummaryWriter::Trace(std::string_view name) {
  try {
    if (run_ != nullptr) return {run_->trace_log(), name};
  } catch (...) {  // Out of memory: this scope is not timed.
  }
  return {nullptr, {}};
}

Status SummaryWriter::WriteTrace() {
  return writer::RunCall(run_, "trace", 0,
                         [&](std::string&) { return run_->trace_log()->Write(); });
}

}  // namespace sightglass

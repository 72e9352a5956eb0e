#pragma once

#include "demo/layer.h"

namespace sightglass::demo {

// Square filters at every place where they fit whole: height and width shrink by side - 1.
// Weights: channels x (side x side x input channels), a column for each of the latter.
class ConvLayer : public Layer {
 public:
  ConvLayer(std::string name, FeatureShape input, std::size_t side, std::size_t channels);

  [[nodiscard]] std::size_t side() const { return side_; }

  [[nodiscard]] std::string_view op() const override { return "Conv2D"; }
  void Forward(const Matrix& input, LayerWork& work) const override;
  void Backward(const Matrix& input, LayerWork& work, Matrix* input_gradient) const override;

 private:
  // The filter's surroundings of each place of one example as a column.
  void Unfold(std::span<const float> example, Matrix& patches) const;
  // The reverse for gradients: adds each column to its place.
  void FoldAdding(const Matrix& patches, std::span<float> example) const;

  std::size_t side_;
};

}  // namespace sightglass::demo

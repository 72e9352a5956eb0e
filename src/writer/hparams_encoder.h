#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sightglass/status.h"
#include "sightglass/summary_values.h"

namespace sightglass::writer {

inline constexpr std::string_view kExperimentTag = "_hparams_/experiment";
inline constexpr std::string_view kSessionStartTag = "_hparams_/session_start_info";
inline constexpr std::string_view kSessionEndTag = "_hparams_/session_end_info";

// Summaries of the HPARAMS page; `now` is in seconds since 1970. kInvalidArgument for names that
// are empty, not UTF-8 or given twice, for domains of several types or with min above max, and for
// outcomes that are none.
Status EncodeExperiment(const HParamExperiment& experiment, double now, std::string& summary);
Status EncodeSessionStart(std::span<const HParam> hparams, const HParamSession& session, double now,
                          std::string& summary);
Status EncodeSessionEnd(SessionOutcome outcome, double now, std::string& summary);

}  // namespace sightglass::writer

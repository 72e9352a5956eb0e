#pragma once

/* The writer for C and for whatever can call C. What a call does is said at the same call of
 * SummaryWriter, in summary_writer.h.
 *
 *   sg_writer* writer = NULL;
 *   if (sg_writer_open("runs/a", NULL, &writer) != SG_OK) puts(sg_last_error());
 *   sg_add_scalar(writer, "loss", 0.5, step);
 *   sg_writer_free(writer);
 *
 * Every function that returns int returns a sg_status; a null pointer where something is needed, or
 * a number that names no choice, is SG_INVALID_ARGUMENT. Text ends with a zero byte unless its size
 * is passed, and is UTF-8; an optional one may be null. What is passed is read during the call and
 * not kept.
 *
 * Threads: any thread may call anything at any time, the functions that free aside. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers equal gRPC's. */
enum sg_status {
  SG_OK = 0,
  SG_INVALID_ARGUMENT = 3,
  SG_NOT_FOUND = 5,
  SG_PERMISSION_DENIED = 7,
  SG_RESOURCE_EXHAUSTED = 8,
  SG_FAILED_PRECONDITION = 9,
  SG_OUT_OF_RANGE = 11,
  SG_INTERNAL = 13,
  SG_UNAVAILABLE = 14
};

/* What went wrong in the last call of this thread that failed; empty if none did. Valid until the
 * next that fails. */
const char* sg_last_error(void);

/* Of the library that is linked, e.g. "0.1.0". */
const char* sg_version(void);

typedef struct sg_writer sg_writer;
typedef struct sg_scalar sg_scalar;
typedef struct sg_trace sg_trace;

enum sg_overflow { SG_OVERFLOW_BLOCK = 0, SG_OVERFLOW_DROP_NEWEST = 1, SG_OVERFLOW_SPILL = 2 };

/* `message` is valid during the call. May come from any thread; must not call the writer. */
typedef void (*sg_error_callback)(void* user, int status, const char* message);

/* Set with sg_writer_options_init() before anything is changed: later versions add fields at the
 * end, and `size` tells them which there are. */
typedef struct sg_writer_options {
  size_t size;
  size_t max_queue;
  size_t max_queue_bytes;
  int64_t flush_millis;
  int overflow;                /* enum sg_overflow */
  const char* spill_dir;       /* may be null */
  const char* filename_suffix; /* may be null */
  int64_t purge_step;          /* below 0: none */
  sg_error_callback on_error;  /* may be null: one line to stderr */
  void* on_error_user;
} sg_writer_options;

void sg_writer_options_init(sg_writer_options* options);

/* `options` may be null. The writer is made even if its folder cannot be: *writer is then not null,
 * and the status says why. Options that make no sense give none. */
int sg_writer_open(const char* log_dir, const sg_writer_options* options, sg_writer** writer);
/* A writer to the folder `name` below. Freed by itself; closed with the other. */
int sg_writer_run(sg_writer* writer, const char* name, sg_writer** run);
int sg_writer_flush(sg_writer* writer);
int sg_writer_close(sg_writer* writer);
/* Closes with the last writer of its kind. Null is fine. */
void sg_writer_free(sg_writer* writer);
int sg_writer_status(sg_writer* writer);

typedef struct sg_writer_counts {
  uint64_t events;
  uint64_t refused;
  uint64_t dropped;
  uint64_t spilled;
  uint64_t bytes;
} sg_writer_counts;

int sg_writer_get_counts(sg_writer* writer, sg_writer_counts* counts);

/* What any value may have besides its data; null where all is left open. */
typedef struct sg_value_options {
  const double* wall_time;  /* seconds since 1970; null: now */
  const char* display_name; /* may be null */
  const char* description;  /* may be null */
} sg_value_options;

enum sg_number_type {
  SG_FLOAT32 = 0,
  SG_FLOAT64 = 1,
  SG_INT8 = 2,
  SG_INT16 = 3,
  SG_INT32 = 4,
  SG_INT64 = 5,
  SG_UINT8 = 6,
  SG_UINT16 = 7,
  SG_UINT32 = 8,
  SG_UINT64 = 9,
  SG_BOOL = 10,
  SG_FLOAT16 = 11,
  SG_BFLOAT16 = 12
};

typedef struct sg_numbers {
  const void* data;
  size_t count;
  int type; /* enum sg_number_type */
} sg_numbers;

/* Scalars. A handle is the quick way. */
int sg_add_scalar(sg_writer* writer, const char* tag, double value, int64_t step);
int sg_add_scalar_at(sg_writer* writer, const char* tag, double value, int64_t step,
                     double wall_time);
int sg_scalar_open(sg_writer* writer, const char* tag, sg_scalar** scalar);
int sg_scalar_add(const sg_scalar* scalar, int64_t step, double value);
int sg_scalar_add_at(const sg_scalar* scalar, int64_t step, double value, double wall_time);
void sg_scalar_free(sg_scalar* scalar);

enum sg_bins { SG_BINS_LINEAR = 0, SG_BINS_EXPONENTIAL = 1 };

/* `buckets` below 0: 30. */
int sg_add_histogram(sg_writer* writer, const char* tag, const sg_numbers* values, int64_t step,
                     int bins, int64_t buckets, const sg_value_options* options);

enum sg_pixel_layout { SG_HWC = 0, SG_CHW = 1 };

typedef struct sg_pixel_shape {
  int64_t count;
  int64_t height;
  int64_t width;
  int64_t channels;
  int layout; /* enum sg_pixel_layout */
} sg_pixel_shape;

int sg_add_image(sg_writer* writer, const char* tag, const sg_numbers* pixels,
                 const sg_pixel_shape* shape, int64_t step, const sg_value_options* options);
/* `columns` above 0: one picture with rows of so many. 0: samples that are shown one by one. */
int sg_add_images(sg_writer* writer, const char* tag, const sg_numbers* pixels,
                  const sg_pixel_shape* shape, int64_t step, int64_t columns,
                  const sg_value_options* options);
int sg_add_encoded_image(sg_writer* writer, const char* tag, const void* bytes, size_t size,
                         int64_t step, const sg_value_options* options);

enum sg_video_format { SG_GIF = 0, SG_APNG = 1 };

int sg_add_video(sg_writer* writer, const char* tag, const sg_numbers* frames,
                 const sg_pixel_shape* shape, int64_t step, double frames_per_second, int format,
                 const sg_value_options* options);

int sg_add_audio(sg_writer* writer, const char* tag, const sg_numbers* samples, int64_t sample_rate,
                 int64_t channels, int64_t step, const sg_value_options* options);

int sg_add_text(sg_writer* writer, const char* tag, const char* text, size_t size, int64_t step,
                const sg_value_options* options);
/* A column of texts. */
int sg_add_texts(sg_writer* writer, const char* tag, const char* const* texts, size_t count,
                 int64_t step, const sg_value_options* options);
/* rows x columns cells, row after row; the first row is a header for those who show one. */
int sg_add_text_table(sg_writer* writer, const char* tag, const char* const* cells, size_t rows,
                      size_t columns, int64_t step, const sg_value_options* options);

/* `faces`, `colors` and `config` may be null. */
int sg_add_mesh(sg_writer* writer, const char* tag, const sg_numbers* vertices,
                const sg_numbers* faces, const sg_numbers* colors, int64_t batch,
                const char* config, int64_t step, const sg_value_options* options);

/* `weights` may be null. `thresholds` below 0: 201. */
int sg_add_pr_curve(sg_writer* writer, const char* tag, const sg_numbers* labels,
                    const sg_numbers* predictions, const sg_numbers* weights, int64_t thresholds,
                    int64_t step, const sg_value_options* options);

enum sg_hparam_type { SG_HPARAM_BOOL = 0, SG_HPARAM_NUMBER = 1, SG_HPARAM_TEXT = 2 };

typedef struct sg_hparam {
  const char* name;
  int type; /* enum sg_hparam_type: which of the values is meant */
  union {
    int truth;
    double number;
    const char* text;
  } value;
} sg_hparam;

typedef struct sg_metric {
  const char* name;
  double value;
} sg_metric;

enum sg_outcome {
  SG_OUTCOME_UNKNOWN = 0,
  SG_OUTCOME_SUCCESS = 1,
  SG_OUTCOME_FAILURE = 2,
  SG_OUTCOME_RUNNING = 3
};

/* `group_name` may be null. */
int sg_add_hparams_start(sg_writer* writer, const sg_hparam* hparams, size_t count,
                         const char* group_name);
int sg_add_hparams_end(sg_writer* writer, int outcome);
/* Both at once in a run of its own; `run_name` null: named by the time. */
int sg_add_hparams(sg_writer* writer, const sg_hparam* hparams, size_t hparam_count,
                   const sg_metric* metrics, size_t metric_count, const char* run_name,
                   int64_t step);

/* One chart. Neighbours with the same category share it. */
typedef struct sg_custom_chart {
  const char* category;
  const char* title;
  const char* const* tags; /* with `margins`: value, lower, upper, value, lower, ... */
  size_t tag_count;
  int margins; /* 0: regular expressions, lines in one chart */
} sg_custom_chart;

int sg_add_custom_scalars(sg_writer* writer, const sg_custom_chart* charts, size_t count);

int sg_add_graph(sg_writer* writer, const void* graph_def, size_t size);
int sg_add_run_metadata(sg_writer* writer, const char* tag, const void* run_metadata, size_t size,
                        int64_t step);

typedef struct sg_embedding_options {
  const char* const* metadata; /* may be null; one per row */
  size_t metadata_count;
  const char* const* metadata_header; /* may be null */
  size_t metadata_header_count;
  const sg_numbers* sprites;          /* may be null */
  const sg_pixel_shape* sprite_shape; /* needed with sprites */
} sg_embedding_options;

/* `embedding` may be null. */
int sg_add_embedding(sg_writer* writer, const char* tag, const sg_numbers* values, int64_t rows,
                     int64_t columns, int64_t step, const sg_embedding_options* embedding);

/* Times until sg_trace_end(), which frees `trace`; on the thread that ends it. */
int sg_trace_begin(sg_writer* writer, const char* name, sg_trace** trace);
void sg_trace_end(sg_trace* trace);
int sg_write_trace(sg_writer* writer);

#ifdef __cplusplus
} /* extern "C" */
#endif

/* The same program in C; prints the library's version. */
#include <sightglass/sightglass.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  sg_writer* writer = NULL;
  sg_scalar* loss = NULL;
  const float values[] = {0.5F, -1.0F, 2.0F};
  const sg_numbers weights = {values, 3, SG_FLOAT32};
  const char* const text = "from a package";
  int status;
  if (argc != 2) return 2;
  puts(sg_version());
  status = sg_writer_open(argv[1], NULL, &writer);
  if (status == SG_OK) status = sg_scalar_open(writer, "loss", &loss);
  for (int64_t step = 0; status == SG_OK && step < 1000; ++step) {
    status = sg_scalar_add(loss, step, 1.0 / (double)(step + 1));
  }
  if (status == SG_OK) {
    status = sg_add_histogram(writer, "weights", &weights, 0, SG_BINS_LINEAR, -1, NULL);
  }
  if (status == SG_OK) status = sg_add_text(writer, "note", text, strlen(text), 0, NULL);
  if (status == SG_OK) status = sg_writer_close(writer);
  if (status != SG_OK) fprintf(stderr, "%s\n", sg_last_error());
  sg_scalar_free(loss);
  sg_writer_free(writer);
  return status == SG_OK ? 0 : 1;
}

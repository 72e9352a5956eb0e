// How to log a graph, for people who see none.

export interface GraphSnippet {
  readonly id: string;
  // The name of a language or a library: the same in all languages.
  readonly title: string;
  readonly text: string;
}

// `directory` is where this server looks, so that what is copied works as it is.
export function graphSnippets(directory: string): readonly GraphSnippet[] {
  const run = JSON.stringify(`${directory.replace(/\/+$/, '')}/run1`);
  return [
    {
      id: 'keras',
      title: 'Keras',
      text: `import keras

log = keras.callbacks.TensorBoard(log_dir=${run}, write_graph=True)
model.fit(x, y, epochs=1, callbacks=[log])
`,
    },
    {
      id: 'pytorch',
      title: 'PyTorch',
      text: `from torch.utils.tensorboard import SummaryWriter

writer = SummaryWriter(${run})
writer.add_graph(model, example_input)
writer.close()
`,
    },
    {
      id: 'tensorflow',
      title: 'TensorFlow',
      text: `import tensorflow as tf

writer = tf.summary.create_file_writer(${run})
tf.summary.trace_on(graph=True)
my_function(x)  # a tf.function
with writer.as_default():
    tf.summary.trace_export("my_function", step=0)
`,
    },
    {
      id: 'cpp',
      title: 'C++',
      text: `#include "sightglass/summary_writer.h"

int main() {
  sightglass::GraphBuilder graph;
  graph.Add({.name = "input", .op = "Placeholder", .output_shapes = {{-1, 784}}});
  graph.Add({.name = "output", .op = "Relu", .inputs = {"input"}});
  sightglass::SummaryWriter writer(${run});
  writer.AddGraph(graph);
}
`,
    },
  ];
}

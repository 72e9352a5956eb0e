// How to log a first curve, for people who see an empty page.

export interface LogSnippet {
  readonly id: string;
  // The name of a language or a library: the same in all languages.
  readonly title: string;
  readonly text: string;
}

// `directory` is where this server looks, so that what is copied works as it is.
export function logSnippets(directory: string): readonly LogSnippet[] {
  const run = JSON.stringify(`${directory.replace(/\/+$/, '')}/run1`);
  return [
    {
      id: 'cpp',
      title: 'C++',
      text: `#include "sightglass/summary_writer.h"

int main() {
  sightglass::SummaryWriter writer(${run});
  const auto loss = writer.Scalar("loss");
  for (int step = 0; step < 1000; ++step) loss.Add(step, 1.0 / (step + 1));
}
`,
    },
    {
      id: 'pytorch',
      title: 'PyTorch',
      text: `from torch.utils.tensorboard import SummaryWriter

writer = SummaryWriter(${run})
for step in range(1000):
    writer.add_scalar("loss", 1 / (step + 1), step)
writer.close()
`,
    },
    {
      id: 'keras',
      title: 'Keras',
      text: `import keras

log = keras.callbacks.TensorBoard(log_dir=${run})
model.fit(x, y, epochs=10, callbacks=[log])
`,
    },
    {
      id: 'python',
      title: 'Python',
      text: `# pip install tensorboardX
from tensorboardX import SummaryWriter

writer = SummaryWriter(${run})
for step in range(1000):
    writer.add_scalar("loss", 1 / (step + 1), step)
writer.close()
`,
    },
  ];
}

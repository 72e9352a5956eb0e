// For tests: a series of texts at the given steps.
import { StepColumn } from '$media/step_column';
import { StepSeries } from '$media/step_series';

export function fakeStepSeries(runId: string, steps: readonly number[], version = 1): StepSeries {
  return new StepSeries({
    runId,
    runName: `run ${runId}`,
    tagId: 'tag',
    tagName: 'tag',
    samples: 1,
    superseded: 0,
    description: '',
    steps: new StepColumn(Float64Array.from(steps)),
    facts: new Map([['v', version]]),
  });
}

// The thread that computes spectrograms.
import { computeSpectrogram, type Spectrogram, type SpectrogramRequest } from './spectrogram';

export interface SpectrogramTask extends SpectrogramRequest {
  readonly id: number;
}

export interface SpectrogramAnswer extends Spectrogram {
  readonly id: number;
}

self.addEventListener('message', (event: MessageEvent<SpectrogramTask>) => {
  const answer: SpectrogramAnswer = { id: event.data.id, ...computeSpectrogram(event.data) };
  self.postMessage(answer, { transfer: [answer.decibels.buffer] });
});

// What the server says of a clip: GET /api/audio/info.
import { number, object, optionalText, text } from '$api/foreign';

export interface SoundFacts {
  // "wav", "mp3", ...; "unknown".
  readonly format: string;
  // Inside the container: "pcm", "float", ...; '' if not known.
  readonly encoding: string;
  // Each 0 if not known.
  readonly rate: number;
  readonly channels: number;
  readonly bits: number;
  readonly frames: number;
  readonly bytes: number;
  readonly label: string | undefined;
  readonly error: string | undefined;
}

export function readSoundFacts(answer: unknown): SoundFacts {
  const members = object(answer, 'facts');
  return {
    format: text(members['format'], 'format'),
    encoding: text(members['encoding'], 'encoding'),
    rate: number(members['rate'], 'rate'),
    channels: number(members['channels'], 'channels'),
    bits: number(members['bits'], 'bits'),
    frames: number(members['frames'], 'frames'),
    bytes: number(members['bytes'], 'bytes'),
    label: optionalText(members['label']),
    error: optionalText(members['error']),
  };
}

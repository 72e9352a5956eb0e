import { describe, expect, it } from 'vitest';
import { transcriptTags } from './transcript_tags';

describe('transcriptTags', () => {
  it('knows what writers add to names', () => {
    expect(transcriptTags('speech')[0]).toBe('speech/text_summary');
    expect(transcriptTags('speech')).toContain('speech/transcript');
    expect(transcriptTags('speech')).not.toContain('speech');
  });

  it('leaves out what was added to the name of the clip', () => {
    expect(transcriptTags('speech/audio')[0]).toBe('speech');
    expect(transcriptTags('speech/audio/0')).toContain('speech/text_summary');
    expect(transcriptTags('speech/audio_summary')).toContain('speech/text_summary');
  });
});

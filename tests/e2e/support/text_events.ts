// Writes texts as TensorFlow and PyTorch log them: tensors of strings with the plugin's name.
import { EventFile, stringsValue } from './event_file';

// `cells` row by row; shape [] is one text.
export interface LoggedText {
  readonly cells: readonly string[];
  readonly shape: readonly number[];
}

export class TextRunWriter extends EventFile {
  add(step: number, tag: string, text: string | LoggedText): this {
    const { cells, shape } = typeof text === 'string' ? { cells: [text], shape: [] } : text;
    const strings = cells.map((cell) => Buffer.from(cell));
    return this.addValues(step, [stringsValue(tag, 'text', shape, strings)]);
  }
}

// Writes the graph of a run, as TensorFlow and PyTorch log it.
import { EventFile } from './event_file';
import { bytesField, doubleField, textField } from './wire_fields';

export interface GraphNode {
  readonly name: string;
  readonly op: string;
  readonly inputs?: readonly string[];
}

export class GraphWriter extends EventFile {
  add(nodes: readonly GraphNode[]): this {
    const parts = nodes.map(({ name, op, inputs = [] }) =>
      bytesField(1, textField(1, name), textField(2, op), ...inputs.map((input) => textField(3, input))),
    );
    return this.addRecords([Buffer.concat([doubleField(1, this.nextTime()), bytesField(4, ...parts)])]);
  }
}

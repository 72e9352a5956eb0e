// How items look: colours by what somebody wants to see, differences to another graph over them, and what steps back for a trace or a path.
import type { Coloring } from './graph_colors';
import type { Comparison } from './graph_compare';
import { isEdge, type ScenePaint } from './scene/scene_look';
import { isFadedBy, isMarkedBy, type Marks } from './scene_marks';

export interface PaintParts {
  readonly coloring: Coloring | undefined;
  readonly comparison: Comparison | undefined;
  readonly differences: { readonly added: string; readonly changed: string };
  // All else steps back for these.
  readonly marks: Marks | undefined;
  // Nodes without a cost were not executed.
  readonly isProfile: boolean;
}

export function graphPaint(parts: PaintParts): ScenePaint {
  const { coloring, comparison, differences, marks, isProfile } = parts;
  return {
    fill(node) {
      if (comparison === undefined) return coloring?.fill(node);
      const difference = comparison.status.get(node.id);
      return difference === undefined ? undefined : differences[difference];
    },
    isFaded(item) {
      if (marks !== undefined) return isFadedBy(marks, item);
      return isProfile && !isEdge(item) && !item.isOpen && (item.cost === undefined || item.cost.nodes === 0);
    },
    isMarked: (item) => marks !== undefined && isMarkedBy(marks, item),
  };
}

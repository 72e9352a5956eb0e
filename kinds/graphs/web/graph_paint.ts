// How items look: colours by what somebody wants to see, differences of two graphs over them, and what steps back for a trace or a path.
import type { Coloring } from './graph_colors';
import { badgeOf, edgeStatus, isAbsent, type DiffColors, type ShownSide } from './graph_compare';
import { isEdge, type ScenePaint } from './scene/scene_look';
import { isFadedBy, isMarkedBy, type Marks } from './scene_marks';

export interface PaintParts {
  readonly coloring: Coloring | undefined;
  // Two graphs are compared.
  readonly comparison: { readonly colors: DiffColors; readonly side: ShownSide } | undefined;
  // All else steps back for these.
  readonly marks: Marks | undefined;
  // Nodes without a cost were not executed.
  readonly isProfile: boolean;
}

export function graphPaint({ coloring, comparison, marks, isProfile }: PaintParts): ScenePaint {
  const colors = comparison?.colors;
  return {
    fill(node) {
      if (colors === undefined) return coloring?.fill(node);
      // What is in an open item is marked there, and what is the same everywhere has no colour.
      if (node.diff === undefined || (node.isOpen && node.diff.status === 'changed')) return undefined;
      return colors.fills[node.diff.status];
    },
    isFaded(item) {
      if (comparison !== undefined && isAbsent(item, comparison.side)) return true;
      if (marks !== undefined) return isFadedBy(marks, item);
      if (comparison !== undefined) return false;
      return isProfile && !isEdge(item) && !item.isOpen && (item.cost === undefined || item.cost.nodes === 0);
    },
    isMarked(item) {
      if (marks !== undefined) return isMarkedBy(marks, item);
      if (colors === undefined) return false;
      const status = isEdge(item) ? edgeStatus(item) : item.isOpen ? undefined : item.diff?.status;
      return status === undefined ? false : colors.inks[status];
    },
    ...(colors !== undefined && { badge: (item) => badgeOf(item, colors) }),
  };
}

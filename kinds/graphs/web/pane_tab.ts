// What the pane beside the drawing shows.
export type PaneTab = 'node' | 'find' | 'legend' | 'graph';

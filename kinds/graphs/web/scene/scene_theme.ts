// The page's colours as the drawing wants them.
import { blended } from './scene_colors';

export interface SceneTheme {
  readonly ground: string;
  // Of open items, by how deep they are: in turn.
  readonly panels: readonly [string, string];
  readonly line: string;
  readonly outline: string;
  readonly text: string;
  readonly dim: string;
  readonly accent: string;
  readonly soft: string;
  // Of items without a colour of their own.
  readonly scope: string;
  readonly op: string;
  readonly edge: string;
  readonly reference: string;
  readonly isDark: boolean;
  readonly fontFamily: string;
}

export function readSceneTheme(): SceneTheme {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(`--sg-${name}`).trim();
  return makeSceneTheme(color, document.documentElement.dataset.theme === 'dark');
}

// `color` gives the value of a variable of the page by its name without '--sg-'.
export function makeSceneTheme(color: (name: string) => string, isDark: boolean): SceneTheme {
  const [ground, card, axis, strong] = [color('ground'), color('card'), color('axis'), color('line-strong')];
  return {
    ground,
    panels: [card, blended(card, ground, 0.75)],
    line: color('line'),
    outline: isDark ? axis : blended(axis, strong, 0.3),
    text: color('text'),
    dim: color('dim'),
    accent: color('accent'),
    soft: color('soft'),
    scope: isDark ? blended(card, strong, 0.55) : blended(card, strong, 0.4),
    op: isDark ? blended(card, strong, 0.3) : card,
    edge: isDark ? axis : blended(strong, axis, 0.35),
    reference: color('warn'),
    isDark,
    fontFamily: color('font') || 'sans-serif',
  };
}

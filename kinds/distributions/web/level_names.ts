// Levels in words.
import type { Translate } from '$base/language.svelte';
import { percentText } from './distribution_levels';
import type { distributionsMessages } from './distributions_messages';

export function levelName(level: number, t: Translate<typeof distributionsMessages>): string {
  if (level === 0) return t('minimum');
  if (level === 1) return t('maximum');
  return level === 0.5 ? t('median') : t('percent', { level: percentText(level) });
}

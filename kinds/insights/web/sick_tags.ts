// On which cards a finding belongs: those of the tags that are sick, not of all that were compared.
import type { Finding } from '$kind/insights_answer';

export function sickTags({ rule, tag, layers }: Finding): readonly string[] {
  const tags = layers.map((layer) => layer.tag);
  switch (rule) {
    case 'weights-static':
      return [tag, ...tags];
    // The first third of the layers is compared with the last one; what is wrong shows there.
    case 'gradient-vanishing':
    case 'gradient-exploding':
      return [tag, ...tags.slice(0, Math.ceil(tags.length / 3))];
    default:
      return [tag];
  }
}

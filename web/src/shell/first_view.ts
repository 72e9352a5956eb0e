// What a bare address shows: the view that was saved as the default, else the parameters that the user had last time.
import type { ProfileData } from '$api/profile';

// As ViewState.restore() takes it; undefined: nothing to restore. `page` is what the address names, if any.
export function firstView(
  page: string,
  profile: Pick<ProfileData, 'views' | 'defaultView'>,
  lastView: string,
): string | undefined {
  const saved = profile.defaultView === undefined ? undefined : profile.views.get(profile.defaultView);
  if (saved !== undefined) {
    const parameters = saved.state.replace(/^[^?&]*/, '');
    // An address that names a kind means that kind.
    return page === '' ? saved.state : `${encodeURIComponent(page)}${parameters}`;
  }
  return lastView === '' ? undefined : `${encodeURIComponent(page)}?${lastView}`;
}

// Runs in the page: moves what scrolls around `plot` up and down at an even speed and counts frames.
export function scrollForFiveSeconds(plot: Element): Promise<object> {
  const pixelsPerMillisecond = 2;
  const parentOf = (element: Element): Element | undefined => {
    const root = element.getRootNode();
    return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined);
  };
  const scrolls = (element: Element): boolean =>
    ['auto', 'scroll'].includes(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1;
  let list = parentOf(plot);
  while (list !== undefined && !scrolls(list)) list = parentOf(list);
  const scrolled = list ?? document.scrollingElement;
  if (scrolled === null) throw new Error('nothing scrolls');
  return new Promise((done) => {
    let direction = 1;
    let began: number | undefined;
    let before = 0;
    let frames = 0;
    let longestGap = 0;
    let travelled = 0;
    const step = (now: number): void => {
      if (began === undefined) began = now;
      else {
        frames += 1;
        longestGap = Math.max(longestGap, now - before);
        const was = scrolled.scrollTop;
        // A page that was late goes on from where it is: it does not have to jump.
        scrolled.scrollTop += direction * pixelsPerMillisecond * Math.min(now - before, 100);
        travelled += Math.abs(scrolled.scrollTop - was);
        if (scrolled.scrollTop <= 0) direction = 1;
        if (scrolled.scrollTop >= scrolled.scrollHeight - scrolled.clientHeight - 1) direction = -1;
      }
      before = now;
      if (now - began < 5000) requestAnimationFrame(step);
      else done({ frames_per_second: (frames / (now - began)) * 1e3, longest_gap_ms: longestGap, travelled });
    };
    requestAnimationFrame(step);
  });
}

// Runs in the page: how many frames it gets, and how long it was without one.
export function countFramesForFiveSeconds(): Promise<object> {
  return new Promise((done) => {
    let began: number | undefined;
    let before = 0;
    let frames = 0;
    let longestGap = 0;
    const step = (now: number): void => {
      if (began === undefined) began = now;
      else {
        frames += 1;
        longestGap = Math.max(longestGap, now - before);
      }
      before = now;
      if (now - began < 5000) requestAnimationFrame(step);
      else done({ frames_per_second: (frames / (now - began)) * 1e3, longest_gap_ms: longestGap });
    };
    requestAnimationFrame(step);
  });
}

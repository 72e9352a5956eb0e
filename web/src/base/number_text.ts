// Numbers, sizes and times as text. One place, so that a value reads the same in a readout, a table and a column of runs.

// Six significant digits: enough to tell neighbours apart, short enough for a column. Powers of ten where plain digits would
// be long.
export function valueText(value: number | undefined): string {
  if (value === undefined) return '';
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+∞' : '−∞';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) {
    return minus(
      value
        .toExponential(4)
        .replace(/\.?0+e/, 'e')
        .replace('e+', 'e'),
    );
  }
  return minus(String(Number(value.toPrecision(6))));
}

export function stepText(step: number | bigint | undefined, language: string): string {
  return step === undefined ? '' : wholeNumbers(language).format(step);
}

export function countText(count: number, language: string): string {
  return wholeNumbers(language).format(count);
}

// 12.3k, 4.56M: for places where a whole number has no room.
export function shortCountText(count: number): string {
  const size = Math.abs(count);
  if (size < 10_000) return String(count);
  const units = ['', 'k', 'M', 'G', 'T'] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(size) / 3));
  return `${Number((count / 1000 ** power).toPrecision(3))}${units[power] ?? ''}`;
}

export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;
  let power = 0;
  let rest = bytes;
  for (; rest >= 999.5 && power < units.length - 1; power += 1) rest /= 1000;
  return `${rest >= 100 || power === 0 ? Math.round(rest) : rest.toPrecision(3)} ${units[power] ?? ''}`;
}

// 850 ms, 12.3 s, 4 m 05 s, 3 h 20 m, 2 d 5 h: two units at most.
export function durationText(seconds: number): string {
  if (!Number.isFinite(seconds)) return '';
  const size = Math.abs(seconds);
  const sign = seconds < 0 ? '−' : '';
  if (size === 0) return '0 s';
  if (size < 0.9995) return `${sign}${Number((size * 1000).toPrecision(3))} ms`;
  if (size < 59.95) return `${sign}${Number(size.toPrecision(3))} s`;
  const whole = Math.round(size);
  if (whole < 3600) return `${sign}${Math.floor(whole / 60)} m ${pad(whole % 60)} s`;
  if (whole < 86400) return `${sign}${Math.floor(whole / 3600)} h ${pad(Math.floor((whole % 3600) / 60))} m`;
  return `${sign}${Math.floor(whole / 86400)} d ${Math.floor((whole % 86400) / 3600)} h`;
}

export function timeText(seconds: number, language: string): string {
  if (!Number.isFinite(seconds)) return '';
  return times(language).format(seconds * 1000);
}

// Making a formatter takes a hundred times as long as using it, and tables ask for one in every cell.
const wholeNumbers = remembered((language) => new Intl.NumberFormat(language));
const times = remembered((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }));

function remembered<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>();
  return (language) => {
    const known = made.get(language);
    if (known !== undefined) return known;
    const one = make(language);
    made.set(language, one);
    return one;
  };
}

// A real minus sign, as wide as a plus.
function minus(text: string): string {
  return text.replace(/-/g, '−');
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

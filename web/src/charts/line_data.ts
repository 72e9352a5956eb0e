// What a line chart draws. Plain data: the worker gets a copy of it, tests make it by hand, and nothing here knows of runs,
// tags or servers.

// Numbers as the server sent them. Steps past 2^53 come as BigInt64Array and are turned into Float64Array for `x` before they get
// here; the exact ones stay in `LineSeries.steps` for the readout.
export type NumberColumn =
  Float64Array | Float32Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Int8Array | Uint8Array;

export type Side = 'left' | 'right';
export type ScaleKind = 'linear' | 'log' | 'symlog' | 'time';
export type NonFiniteKind = 'nan' | '+inf' | '-inf';

// Where values were that no line can show. `count` points of that kind, the first of them at `x`.
export interface NonFiniteMark {
  readonly x: number;
  readonly kind: NonFiniteKind;
  readonly count: number;
}

// A filled area between two curves over the line's x: standard deviation, quantiles, lowest to highest.
export interface Band {
  readonly low: NumberColumn;
  readonly high: NumberColumn;
  // A vertical axis that fits the data need not show it: it is cut off where it is wider than the rest.
  readonly isBeyondFit?: boolean;
}

// A further number of each point, which only the readout tells.
export interface PointDetail {
  readonly title: string;
  readonly values: NumberColumn;
}

// Points with rising x. NaN in `y` breaks the line; a point between two breaks is drawn as a dot.
export interface LineSeries {
  // Unique in its chart and the same as long as it is the same curve: run and tag, or group and tag.
  readonly key: string;
  readonly label: string;
  readonly x: NumberColumn;
  readonly y: NumberColumn;
  // The values before smoothing, over the same x: drawn faint behind the line. Axes fit them where they are few.
  readonly raw?: NumberColumn | undefined;
  // The widest first: what lies in several of them shows stronger.
  readonly bands?: readonly Band[] | undefined;
  readonly marks?: readonly NonFiniteMark[] | undefined;
  // Branches that a restart superseded, one after the other; NaN in y stands between branches. Drawn thin and dashed.
  readonly superseded?: { readonly x: NumberColumn; readonly y: NumberColumn } | undefined;
  // For the readout only; same length as x. Where there are details, they stand in place of y.
  readonly details?: readonly PointDetail[] | undefined;
  readonly steps?: NumberColumn | BigInt64Array | undefined;
  readonly wallTimes?: Float64Array | undefined;
  readonly side: Side;
  // Background curves (single runs behind the mean of their group) are drawn first, faint, and take no part in the readout.
  readonly isBackground: boolean;
}

// How a series looks. Apart from the data, since colours change without it.
export interface LineStyle {
  readonly color: string; // '#rrggbb'
  readonly isVisible: boolean;
  readonly isHighlighted: boolean; // drawn last and wider; others step back when any is
  readonly dash: readonly number[]; // CSS pixels, on and off; [] is a solid line
}

export interface Domain {
  readonly min: number;
  readonly max: number;
}

export interface AxisView {
  readonly kind: ScaleKind;
  readonly domain: Domain;
  // The linear part of symlog reaches from -constant to +constant.
  readonly symlogConstant: number;
}

// What part of the data is seen, and on how many pixels.
export interface ChartView {
  readonly x: AxisView;
  readonly left: AxisView;
  readonly right?: AxisView | undefined;
  readonly width: number; // of the plot area, in CSS pixels
  readonly height: number;
  readonly pixelRatio: number;
}

// Colours of everything but the lines, read from the theme's variables.
export interface ChartTheme {
  readonly ground: string;
  readonly text: string;
  readonly dim: string;
  readonly grid: string;
  readonly axis: string;
  readonly accent: string;
  readonly isDark: boolean;
}

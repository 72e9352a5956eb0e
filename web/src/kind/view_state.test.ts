import { describe, expect, it } from 'vitest';
import {
  choiceParam,
  flagParam,
  listParam,
  numberParam,
  textParam,
  ViewState,
  type AddressBar,
} from './view_state.svelte';

class FakeAddress implements AddressBar {
  readonly written: { hash: string; isStep: boolean }[] = [];
  constructor(public hash = '') {}
  read(): string {
    return this.hash;
  }
  write(hash: string, isStep: boolean): void {
    this.hash = hash;
    this.written.push({ hash, isStep });
  }
}

const smoothing = numberParam('smooth', 0.6, 0, 0.999);
const axis = choiceParam('x', ['step', 'wall', 'relative']);
const filter = textParam('filter');
const isLog = flagParam('log');
const pins = listParam('pins');

const settled = (): Promise<void> => new Promise((resolve) => queueMicrotask(resolve));

describe('ViewState', () => {
  it('reads a link', () => {
    const view = new ViewState(new FakeAddress('#scalars?smooth=0.9&x=wall&filter=a%20b&log=1&pins=a%252Cb,c'));
    expect(view.page).toBe('scalars');
    expect(view.get(smoothing)).toBe(0.9);
    expect(view.get(axis)).toBe('wall');
    expect(view.get(filter)).toBe('a b');
    expect(view.get(isLog)).toBe(true);
    expect(view.get(pins)).toEqual(['a,b', 'c']);
  });

  it("reads TensorBoard's links", () => {
    const view = new ViewState(new FakeAddress('#scalars&tagFilter=loss'));
    expect(view.page).toBe('scalars');
    expect(view.get(textParam('tagFilter'))).toBe('loss');
  });

  it.each(['#scalars?smooth=2&x=sideways&log=maybe', '#', '', '#scalars?smooth=', '#%E0%A4%A?%zz'])(
    'takes initial values in place of nonsense: %s',
    (hash) => {
      const view = new ViewState(new FakeAddress(hash));
      expect([view.get(smoothing), view.get(axis), view.get(isLog)]).toEqual([0.6, 'step', false]);
    },
  );

  it('writes several changes at once, and leaves out what is initial', async () => {
    const address = new FakeAddress();
    const view = new ViewState(address);
    view.page = 'scalars';
    view.set(smoothing, 0.5);
    view.set(axis, 'wall');
    view.set(axis, 'step');
    await settled();
    expect(address.written).toEqual([{ hash: 'scalars?smooth=0.5', isStep: true }]);
    view.set(filter, '实验 & more');
    await settled();
    expect(address.written.at(-1)?.isStep).toBe(false);
    expect(new ViewState(new FakeAddress(`#${address.hash}`)).get(filter)).toBe('实验 & more');
  });

  it('does not write what does not change', async () => {
    const address = new FakeAddress('#scalars?smooth=0.5');
    const view = new ViewState(address);
    view.set(smoothing, 0.5);
    view.page = 'scalars';
    await settled();
    expect(address.written).toEqual([]);
  });

  it('gives the same object for the same text', () => {
    const view = new ViewState(new FakeAddress('#scalars?pins=a,b'));
    const before = view.get(pins);
    view.set(smoothing, 0.1);
    expect(view.get(pins)).toBe(before);
    view.set(pins, ['a']);
    expect(view.get(pins)).toEqual(['a']);
  });

  it('keeps what it does not know', () => {
    const view = new ViewState(new FakeAddress('#images?future=1&smooth=0.5'));
    expect(view.toText()).toBe('images?future=1&smooth=0.5');
    view.restore('scalars?smooth=0.2');
    expect([view.page, view.get(smoothing)]).toEqual(['scalars', 0.2]);
  });

  it('tells the parameters that are taken along', () => {
    const sticky = { ...smoothing, isSticky: true };
    const view = new ViewState(new FakeAddress('#scalars?smooth=0.5&filter=x&size=3'));
    // Nobody has asked for it yet.
    expect(view.stickyText).toBe('');
    view.get(sticky);
    expect(view.stickyText).toBe('smooth=0.5');
    view.set(axis, 'wall');
    expect(view.stickyText).toBe('smooth=0.5');
    // Known from the last visit; of a kind that was not opened in this one.
    view.keepSticky('size=2&other=1');
    expect(view.stickyText).toBe('smooth=0.5&size=3');
  });
});

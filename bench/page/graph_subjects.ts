// The pages with graphs that are compared, and how a group is opened in each.
import type { Locator, Page } from 'playwright-core';

export interface GraphSubject {
  address(root: string): string;
  // CSS selector of the drawing; shadow roots are looked through.
  readonly drawing: string;
  // Everything but the press that opens the group `name`, whose outer groups are open already.
  reach(page: Page, name: string): Promise<void>;
  // That press, and the event by which the page learns of it.
  press(page: Page, name: string): Promise<void>;
  readonly pressEvent: 'keydown' | 'click';
}

const ours: GraphSubject = {
  address: (root) => `${root}/#graphs`,
  drawing: '.sg-graph-canvas',
  // A link selects it, as a search does; the rest of the address is what is open.
  async reach(page, name) {
    await page.evaluate((id) => {
      const [kind = '', params = ''] = location.hash.split('?');
      const others = params.split('&').filter((param) => param !== '' && !param.startsWith('graphs-at='));
      location.hash = `${kind}?${[...others, `graphs-at=${encodeURIComponent(id)}`].join('&')}`;
    }, `s:${name}`);
    await page.locator('.sg-graph-canvas').focus();
  },
  press: (page) => page.keyboard.press('Enter'),
  pressEvent: 'keydown',
};

function plusOf(page: Page, name: string): Locator {
  return page.locator(`g.node[data-name="${name}"] > g.nodeshape > g.buttoncontainer`).first();
}

const tensorboard: GraphSubject = {
  address: (root) => `${root}/#graphs`,
  drawing: '#svg > #root',
  async reach(page, name) {
    await plusOf(page, name).waitFor({ state: 'attached', timeout: 30_000 });
  },
  // The event alone: a group that opens pushes others out of sight, where no pointer comes to.
  press: (page, name) => plusOf(page, name).dispatchEvent('click'),
  pressEvent: 'click',
};

export const graphSubjects: Readonly<Record<string, GraphSubject>> = { own_graphs: ours, graphs: tensorboard };

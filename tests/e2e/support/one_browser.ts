// One Chromium for all test files: started before them, ended after. Each test has a context of its own in it, which shares nothing.
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium_path';

declare module 'vitest' {
  interface ProvidedContext {
    readonly browserAddress: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ executablePath: findChromium() });
  project.provide('browserAddress', server.wsEndpoint());
  return () => server.close();
}

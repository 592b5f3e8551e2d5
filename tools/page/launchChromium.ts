import { type Browser, chromium } from 'playwright-core';
import { findChromium, HOW_TO_GET_ONE } from '../chromium.mjs';

/** Starts a headless Chromium. It ends with this process at the latest. Throws where none is found. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(`there is no Chromium: ${HOW_TO_GET_ONE}`);
  return chromium.launch({
    executablePath,
    // Chromium refuses to sandbox what root starts.
    chromiumSandbox: process.getuid?.() !== 0,
    // The same picture on every machine.
    args: ['--force-color-profile=srgb', '--font-render-hinting=none', '--hide-scrollbars'],
  });
}

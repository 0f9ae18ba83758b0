// SPDX-License-Identifier: MIT
/* Browser and system from the header User-Agent, as far as people need them to recognise a device. Pure. */

export interface Device {
  browser: string;
  system: string;
  phone: boolean;
}

/** The first that matches counts: others also name Chrome and Safari. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^rookery/i, 'Rookery'],
];

const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstMatch = (table: [RegExp, string][], text: string): string => table.find(([pattern]) => pattern.test(text))?.[1] ?? '';

export function deviceOf(agent: string): Device {
  const browser = firstMatch(browsers, agent) || agent.split(/[/ ]/)[0]!.slice(0, 24);
  const system = firstMatch(systems, agent);
  return { browser, system, phone: ['Android', 'iPhone', 'iPad'].includes(system) };
}

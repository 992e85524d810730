import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

/** Measurements want the machine to themselves, and a page that nothing else watches: a trace copies the DOM at every step. */
export default defineConfig(base, {
  testDir: '.',
  testMatch: '*.bench.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 120_000,
  outputDir: '../results/bench',
  use: { ...base.use, trace: 'off', screenshot: 'off', video: 'off' },
  reporter: [['list']],
})

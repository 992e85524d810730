import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

/** Measurements want the machine to themselves. */
export default defineConfig(base, {
  testDir: '.',
  testMatch: '*.bench.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 120_000,
  outputDir: '../results/bench',
  reporter: [['list']],
})

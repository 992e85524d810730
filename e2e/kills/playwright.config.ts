import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

/** One kill at a time: what is lost is a matter of time. */
export default defineConfig(base, {
  testDir: '.',
  testMatch: '*.kills.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 1_800_000,
  outputDir: '../results/kills',
  reporter: [['list']],
})

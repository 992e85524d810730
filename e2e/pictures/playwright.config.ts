import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

/** Pictures are taken one after another, so that what runs in them is not slowed down. */
export default defineConfig(base, {
  testDir: '.',
  testMatch: '*.pictures.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 180_000,
  outputDir: '../results/pictures',
  reporter: [['list']],
})

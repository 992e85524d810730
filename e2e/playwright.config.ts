import { defineConfig } from '@playwright/test'

/** The system's Chromium where the test command found one; otherwise Playwright's own. */
const executablePath = process.env['ENSEMBLE_CHROMIUM']

const QUIET_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results/artifacts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Songs are real, and machines are shared: docs/benchmarks.md has the speeds.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? 'results/browser.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    // Recording a trace takes a sixth of a test's work: failed tests run again with one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: QUIET_FLAGS, ...(executablePath && { executablePath }) },
  },
})

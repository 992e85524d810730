import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Packages resolve to their sources, so that no test depends on a build.
  resolve: { conditions: ['ensemble-source', 'import', 'module', 'default'] },
  ssr: {
    resolve: {
      conditions: ['ensemble-source', 'node', 'import', 'module', 'default'],
      externalConditions: ['ensemble-source'],
    },
  },
  test: {
    include: [
      'packages/**/*.test.ts',
      'apps/**/*.test.{ts,tsx}',
      'examples/**/*.test.ts',
      'scripts/**/*.test.mjs',
      'docs/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
    env: { ENSEMBLE_SIMULATED_PACE: '0' },
    maxWorkers: 3,
    // A limit ends what hangs and says nothing of speed: machines are shared, and a busy one takes ten times as long.
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    expect: { poll: { timeout: 1_200_000 } },
  },
})

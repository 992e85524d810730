import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source', 'import', 'module', 'default'] },
  ssr: { resolve: { conditions: ['source', 'node', 'import', 'module', 'default'], externalConditions: ['source'] } },
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'examples/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    env: { ENSEMBLE_SIMULATED_PACE: '0' },
  },
})

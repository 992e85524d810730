import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const ROOT = import.meta.dirname
const TESTS = [
  'packages/**/*.test.ts',
  'apps/**/*.test.{ts,tsx}',
  'examples/**/*.test.ts',
  'scripts/**/*.test.mjs',
  'docs/**/*.test.ts',
]
const NEVER = ['**/node_modules/**', '**/dist/**']
const LONG = '**/*.long.test.*'
/** Tests of the server that hold for any engine. */
const ON_POSTGRES = ['routes/runs', 'routes/approvals', 'routes/annotations', 'routes/recorded', 'routes/scores']

/** The test files below a folder that replace a module. */
const replacing = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : replacing(path)
    return /\.test\.tsx?$/.test(path) && readFileSync(join(ROOT, path), 'utf8').includes('vi.mock(') ? [path] : []
  })

const alone = [...replacing('apps'), ...replacing('packages')]

export default defineConfig({
  // Packages resolve to their sources, so that no test depends on a build.
  resolve: {
    alias: [{ find: /^ensemble$/, replacement: join(ROOT, 'apps/server/src/embed.ts') }],
    conditions: ['ensemble-source', 'module', 'default'],
  },
  ssr: {
    resolve: {
      // Without `import`: Node would take it for `require` too, and give CommonJS packages an ES module.
      conditions: ['ensemble-source', 'node', 'module', 'default'],
      externalConditions: ['ensemble-source'],
    },
  },
  test: {
    projects: [
      // Files share a process and the modules it has loaded: loading them for each file was a third of the work.
      { extends: true, test: { name: 'shared', include: TESTS, exclude: [...NEVER, ...alone, LONG], isolate: false } },
      // A replaced module stays replaced in its process.
      { extends: true, test: { name: 'alone', include: alone, exclude: [LONG] } },
      // The server's own contract over the other engine.
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ON_POSTGRES.map((file) => `apps/server/src/${file}.test.ts`),
          globalSetup: 'apps/server/src/testing/postgres-setup.ts',
          isolate: false,
        },
      },
      { extends: true, test: { name: 'long', include: [LONG], exclude: NEVER } },
    ],
    env: { ENSEMBLE_SIMULATED_PACE: '0' },
    // Restores replaced globals before the next test, in any file.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    maxWorkers: 3,
    // A limit ends what hangs and says nothing of speed: machines are shared, and a busy one takes ten times as long.
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    expect: { poll: { timeout: 1_200_000 } },
  },
})

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { allFiles } from './all-files.ts'
import { chunks } from './chunks.ts'

const { plugin, nameOf } = chunks()

/** Builds the page that the server serves; `start` never runs vite's own server. */
export default defineConfig({
  plugins: [react(), plugin, allFiles()],
  // The server may be below any path: addresses in code and styles are relative, and the server completes index.html.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  resolve: { conditions: ['ensemble-source', 'module', 'browser', 'import', 'default'] },
  worker: {
    format: 'es',
    // The server gives the file named validator-worker its own Content-Security-Policy, so names stay readable.
    rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } },
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    manifest: true,
    // chunks.ts decides the chunks; lists of each part's other needs would make the first file longer.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4096,
    // The first picture's code is one file: split by use, its modules compress worse and load one by one.
    rolldownOptions: {
      // Parts that load later share files, so a dynamic import may find its module in one that is there already.
      checks: { ineffectiveDynamicImport: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: nameOf, debugName: 'what travels together', priority: 1 },
          ],
        },
      },
    },
  },
})

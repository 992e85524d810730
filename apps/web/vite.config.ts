import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './chunks.ts'

const { plugin, nameOf } = chunks()

/** Builds the page that the server serves; `start` never runs vite's own server. */
export default defineConfig({
  plugins: [react(), plugin],
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
    // What travels together is said in chunks.ts; lists of what each part needs besides would make the first file longer.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4096,
    // What the first picture needs is one file: split by who else uses them, its modules compress worse and are asked for one by one.
    rolldownOptions: {
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

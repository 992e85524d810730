import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const OVER_HTTP = fileURLToPath(new URL('./src/platform/api/client.ts', import.meta.url))
const FROM_THE_PAGE = fileURLToPath(new URL('./src/runs/saved/client.ts', import.meta.url))

/** Builds what a run saved as one page shows itself with: one script and one style sheet that the server puts into it. */
export default defineConfig({
  plugins: [
    react(),
    {
      name: 'ensemble:answers-from-the-page',
      enforce: 'pre',
      // The page's requests to the server are answered from the saved page itself.
      async resolveId(source, importer) {
        if (importer === undefined || !source.endsWith('/client.ts')) return null
        const resolved = await this.resolve(source, importer, { skipSelf: true })
        return resolved?.id === OVER_HTTP ? FROM_THE_PAGE : resolved
      },
    },
  ],
  resolve: { conditions: ['ensemble-source', 'module', 'browser', 'import', 'default'] },
  build: {
    target: 'es2023',
    outDir: 'dist/saved',
    copyPublicDir: false,
    modulePreload: false,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 4096,
    rolldownOptions: {
      input: 'src/runs/saved/main.tsx',
      // A script in a page has no address.
      transform: { define: { 'import.meta': '{}' } },
      output: { format: 'iife', codeSplitting: false, entryFileNames: 'page.js', assetFileNames: 'page[extname]' },
    },
  },
})

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the page to share: code and styles that the server names in a document it writes itself. */
export default defineConfig({
  plugins: [react()],
  base: './',
  resolve: { conditions: ['ensemble-source', 'module', 'browser', 'import', 'default'] },
  build: {
    target: 'es2023',
    outDir: 'dist/use',
    copyPublicDir: false,
    modulePreload: false,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 4096,
    rolldownOptions: {
      input: 'src/runs/visitor/main.tsx',
      output: { entryFileNames: 'page.js', chunkFileNames: 'part-[hash].js', assetFileNames: 'page[extname]' },
    },
  },
})

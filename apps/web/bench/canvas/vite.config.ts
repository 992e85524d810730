import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the page that the canvas' measurements run in; the product's own build does not know of it. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  resolve: { conditions: ['ensemble-source', 'module', 'browser', 'import', 'default'] },
  worker: { format: 'es' },
  build: { target: 'es2023', emptyOutDir: true, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 8192 },
})

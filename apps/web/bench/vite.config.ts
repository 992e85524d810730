import { defineConfig } from 'vite'

/** Builds the page that the schema editor's measurements compare with; the product's own build does not know of it. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  worker: { format: 'es' },
  build: { target: 'es2023', emptyOutDir: true, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 8192 },
})

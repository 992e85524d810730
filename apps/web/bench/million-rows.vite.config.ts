import { join } from 'node:path'
import { defineConfig, mergeConfig } from 'vite'
import page from '../vite.config.ts'

/** The page of `million-rows.tsx`, built as the product's page is. */
export default mergeConfig(
  page,
  defineConfig({
    root: import.meta.dirname,
    build: { rolldownOptions: { input: join(import.meta.dirname, 'million-rows.html') } },
  }),
)

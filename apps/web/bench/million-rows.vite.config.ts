import { join } from 'node:path'
import { defineConfig, mergeConfig, type PluginOption } from 'vite'
import page from '../vite.config.ts'

/** It begins the page's files at modules of the window, which a page of rows does not have. */
const isChunks = (plugin: PluginOption): boolean =>
  plugin instanceof Object && 'name' in plugin && plugin.name === 'chunks'

/** The page of `million-rows.tsx`, built as the product's page is. */
export default mergeConfig(
  { ...page, plugins: page.plugins?.filter((plugin) => !isChunks(plugin)) },
  defineConfig({
    root: import.meta.dirname,
    build: { rolldownOptions: { input: join(import.meta.dirname, 'million-rows.html') } },
  }),
)

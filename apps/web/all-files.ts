import type { Plugin } from 'vite'

/** Code and styles that the page may load; its fonts come with the text that needs them. */
const FETCHED = /\.(js|css)$/

/** Writes `files.json`: the addresses of all the page's code, which it fetches when the browser is idle. */
export const allFiles = (): Plugin => ({
  name: 'all-files',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const files = Object.keys(bundle).filter((file) => FETCHED.test(file))
      this.emitFile({ type: 'asset', fileName: 'files.json', source: JSON.stringify(files.toSorted()) })
    },
  },
})

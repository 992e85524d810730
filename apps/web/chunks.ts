import type { Plugin } from 'vite'

/** Files that the page loads one after the other: each is all that its module imports and none before it holds. */
const FILES: readonly { readonly name: string; readonly from: RegExp; readonly isList?: boolean }[] = [
  // Once the graph shows.
  { name: 'rest', from: /\/src\/shell\/window\/rest\.ts$/ },
  // When the browser has nothing else to do: what a first click shows, as listed there.
  { name: 'soon', from: /\/src\/shell\/window\/prefetch\.ts$/, isList: true },
]

/**
 * Which modules travel together. Split by who else uses them, they compress worse and are asked for one by one, and the
 * first file would have to name them all.
 */
export function chunks(): { readonly plugin: Plugin; readonly nameOf: (id: string) => string | null } {
  const names = new Map<string, string>()
  const plugin: Plugin = {
    name: 'chunks',
    buildEnd() {
      const all = [...this.getModuleIds()]
      const take = (id: string, name: string): void => {
        if (names.has(id)) return
        names.set(id, name)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) take(imported, name)
      }
      for (const { name, from, isList } of FILES) {
        const root = all.find((id) => from.test(id))
        if (root === undefined) this.error(`No module is ${from.source}, from which the file ${name} would begin`)
        const roots = isList === true ? (this.getModuleInfo(root)?.dynamicallyImportedIds ?? []) : [root]
        for (const id of roots) take(id, name)
      }
    },
  }
  return { plugin, nameOf: (id) => names.get(id) ?? null }
}

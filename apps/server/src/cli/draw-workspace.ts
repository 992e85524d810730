import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EnsembleError, type Graph } from '@ensemble/core'

/** The page's own drawing, built as a module (apps/web/src/shell/export/picture.ts). */
interface Drawing {
  readonly pictureOf: (graph: Graph, layout: string | null) => string
}

/** The canvas as SVG, as the page draws it, from the text of `layout`. Throws EnsembleError `page.missing`. */
export const drawWorkspace = async (pageRoot: string, graph: Graph, layout: string): Promise<string> => {
  const address = pathToFileURL(join(pageRoot, 'picture', 'picture.mjs')).href
  const drawing = (await import(/* @vite-ignore */ address).catch(() => {
    throw new EnsembleError('page.missing', 'The page is not built. Run `npm run build`.')
  })) as Drawing // built of that file
  return drawing.pictureOf(graph, layout)
}

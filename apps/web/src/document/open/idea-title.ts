import { ideaFile } from '../texts/files.ts'
import { parseObject } from '../texts/idea-view.ts'
import { documentStore } from './document-store.ts'
import { drawnFiles } from './recorded-files.ts'

const cache = new Map<string, string>()

/** An Idea's title for people, as its file has it now, or as the open Run was made from it; its name where the workspace has none. */
export function ideaTitle(name: string): string {
  const text = drawnFiles(documentStore.getState().files).get(ideaFile(name))?.text
  if (text === undefined || text === null) return name
  const known = cache.get(text)
  if (known !== undefined) return known
  const { title } = parseObject(text)
  const shown = typeof title === 'string' && title !== '' ? title : name
  if (cache.size > 200) cache.clear()
  cache.set(text, shown)
  return shown
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PUBLISHED_SCHEMAS } from '@ensemble/core/editor'
import { makeFolder } from './make-folder.ts'

const FOLDER = '.vscode'
const SCHEMAS = 'ensemble'

/** Which files of a workspace a schema is for. */
const FILES: { readonly [schema: string]: readonly string[] } = {
  'idea.schema.json': ['/ideas/*.json'],
  'tool.schema.json': ['/tools/*.json'],
  'ensemble.schema.json': ['/ensemble.json'],
}

const toText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** Gives VS Code the schema of each file of a workspace, with the schemas next to it: nothing is fetched. */
export const writeEditorSettings = async (root: string): Promise<void> => {
  const folder = join(root, FOLDER)
  await makeFolder(join(folder, SCHEMAS))
  const schemas = Object.keys(FILES)
  for (const name of schemas) await writeFile(join(folder, SCHEMAS, name), toText(PUBLISHED_SCHEMAS[name] ?? {}))
  const associations = schemas.map((name) => ({ fileMatch: FILES[name], url: `./${FOLDER}/${SCHEMAS}/${name}` }))
  await writeFile(join(folder, 'settings.json'), toText({ 'json.schemas': associations }))
}

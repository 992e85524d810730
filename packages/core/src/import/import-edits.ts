import { applyTextEdits } from '../schema/json-document.ts'
import { addHttpActivity } from '../idea/add-http-activity.ts'
import type { Json } from '../schema/json.ts'
import type { ImportedFiles } from './imported.ts'

/** The whole text of a file of the workspace. */
export interface ImportEdit {
  readonly file: string
  readonly text: string
}

const jsonText = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`

/** The files of an import: new ones, and ensemble.json with its HTTP Activities where it has any. mcp.json is not one. */
export const importEdits = ({ ideas, tools, http }: ImportedFiles, manifest: string): readonly ImportEdit[] => [
  ...ideas.map(({ name, idea }) => ({ file: `ideas/${name}.json`, text: jsonText(idea) })),
  ...tools.map(({ name, schema }) => ({ file: `tools/${name}.json`, text: jsonText(schema) })),
  ...(http.length === 0
    ? []
    : [
        {
          file: 'ensemble.json',
          text: http.reduce((now, one) => applyTextEdits(now, addHttpActivity(now, one.name, one.http)), manifest),
        },
      ]),
]

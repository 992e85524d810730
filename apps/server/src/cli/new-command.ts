import { join } from 'node:path'
import { EXAMPLES } from '../places.ts'
import { newWorkspace } from '../workspace/new-workspace.ts'
import { listTemplates, templateOf } from '../workspace/templates.ts'
import { shellWord } from '../workspace/shell-word.ts'
import { print } from './own-output.ts'

interface NewFlags {
  readonly folder: string
  readonly template?: string
  readonly json?: boolean
}

/** Makes a folder a workspace, and says how it is served. Resolves to the exit code. */
export const newCommand = async ({ folder, template = 'blank', json = false }: NewFlags): Promise<number> => {
  const { name, idea } = templateOf(await listTemplates(EXAMPLES), template)
  const workspace = await newWorkspace(join(EXAMPLES, name), folder)
  if (json) {
    print(JSON.stringify({ workspace, template: name, idea }))
    return 0
  }
  print(`${workspace}: created from ${name}, with the Idea ${idea}`)
  print(`ensemble serve --workspace ${shellWord(workspace)}`)
  return 0
}

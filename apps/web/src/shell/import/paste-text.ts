import { pasteTools } from '../../design/add/paste-tools.ts'
import { openDialog } from '../../platform/session/session.ts'
import { kindOfFile } from './kind-of-file.ts'
import { readForeign } from './read-foreign.ts'

/** Offers to import a pasted text of another program, or adds the Tools that it describes; does nothing for any other text. */
export async function pasteText(text: string): Promise<void> {
  // Without an ending, importers know a text by its content.
  const file = new File([text], 'clipboard')
  const kind = await kindOfFile(file)
  const isTheirs =
    kind === 'conversation' || (kind === 'tools' && (await readForeign([file]).catch(() => null)) !== null)
  if (isTheirs) openDialog({ type: 'import', files: [file] })
  else await pasteTools(text)
}

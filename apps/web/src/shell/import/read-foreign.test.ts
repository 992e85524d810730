import { importEdits, importFiles, type SourceFile } from '@ensemble/core/import'
import { importText } from '@ensemble/core/snippets'
import { expect, it, vi } from 'vitest'
import { sayLost } from '../../design/schema-editor/say.ts'
import { readForeign } from './read-foreign.ts'

// The worker's answer without a worker.
vi.mock('../../design/schema-editor/ask.ts', () => ({
  ask: async (_: string, { files }: { readonly files: readonly SourceFile[] }) => {
    const imported = importFiles(files)
    return { imported, edits: importEdits(imported, '{}') }
  },
}))

const BROKEN = '{\n  "tools": [1,\n  oops\n}'

it('says which file is broken JSON, and where', async () => {
  const sentence = 'flow.json is broken JSON at line 3, column 3. Repair it, then import it again.'
  await expect(readForeign([new File([BROKEN], 'flow.json')])).rejects.toThrow(sentence)
  await expect(readForeign([new File(['{}'], 'a.json'), new File([BROKEN], 'flow.json')])).rejects.toThrow(sentence)
})

it('says why YAML cannot be read', async () => {
  const loop = new File(['a: &a\n  role: r\n  goal: *a\n'], 'agents.yaml')
  await expect(readForeign([loop])).rejects.toThrow(
    /^agents\.yaml can’t be read: .+ Repair it, then import it again\.$/,
  )
})

it('leaves the shorthand of a tool, which isn’t JSON either, to the import of tools', async () => {
  expect(await readForeign([new File(['{ city: string }'], 'tool.txt')])).toBeNull()
})

it('says how the page reads unknown JSON, without a flag of the terminal', async () => {
  const [lost] = (await importText('{"a":{"b":[{"c":1},2]}}', undefined, 'tool')).lost
  const sentence = lost === undefined ? '' : sayLost(lost)
  expect(lost?.told?.code).toBe('notGuessed')
  expect(sentence).toContain('choose “Example JSON” under Format')
  expect(sentence).not.toContain('--format')
})

import { importConversation } from '@ensemble/core/import'
import { expect, test, vi } from 'vitest'
import { kindOfFile } from './kind-of-file.ts'

// The worker's answer without a worker.
vi.mock('../../design/schema-editor/ask.ts', () => ({
  ask: async (_: string, { text }: { readonly text: string }) =>
    importConversation('', text, { engine: '', at: 0 }) !== undefined,
}))

test.each<[string, BlobPart, Awaited<ReturnType<typeof kindOfFile>>]>([
  ['a zip', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'archive'],
  ['an exported run', '{ "format": "ensemble-run", "version": 1 }', 'run'],
  [
    'a conversation',
    '[{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": "Hello" }]',
    'conversation',
  ],
  [
    'a flow with a prompt',
    '{ "nodes": [{ "data": { "messages": [{ "role": "system", "content": "Hi" }] } }] }',
    'tools',
  ],
  ['a list of tools', '[{ "name": "ping" }]', 'tools'],
  ['a text that is too long', 'x'.repeat(20_000_001), 'tooLarge'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'unknown'],
  ['nothing', '', 'unknown'],
])('%s is recognised by its beginning', async (_, content, kind) => {
  expect(await kindOfFile(new Blob([content]))).toBe(kind)
})

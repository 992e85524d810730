import { afterEach, expect, test, vi } from 'vitest'
import type { OpenApproval } from '@ensemble/core'
import { approveAtPrompt } from './approve-at-prompt.ts'
import { PLAIN } from './terminal.ts'

afterEach(() => void vi.restoreAllMocks())

test('what a model or an Activity writes can hide nothing of what a person is asked to approve', async () => {
  const told: string[] = []
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void told.push(String(text)))
  const client = { call: vi.fn(async () => ({})) }
  const hide = '\u001b[8m\u001b[5A\u001b[0J\u009b2K\r'
  const approval: OpenApproval = {
    run: 'run',
    callId: 'call',
    span: 'request/0/call/0',
    callers: ['idea://cashier'],
    tool: 'refund',
    parameters: { to: `\u202e${hide}mallory`, sum: 9000 },
    hash: 'hash',
    why: 'approval',
    since: '2026-11-21T19:00:00.000Z',
    reasoning: `harmless${hide}\n? refund 1 waits for you`,
    reason: hide,
  }
  await approveAtPrompt(client, approval, { ask: async () => 'a', style: PLAIN }, new AbortController().signal)
  const shown = told.join('\n')
  expect(shown.replaceAll('\n', '')).toMatch(/^[^\p{Cc}\u202a-\u202e]*$/u)
  expect(shown).toContain('"sum": 9000')
  expect(shown).toContain('\\u202e\\u001b[8m')
  // A line that only looks like ours stands indented, under what it belongs to.
  expect(shown).not.toMatch(/^\? refund 1/m)
  expect(client.call).toHaveBeenCalledOnce()
})

import type { JournalEvent, OpenApproval } from '@ensemble/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clientOf } from '../testing/client-of.ts'
import { reportEnd } from './report-end.ts'

let out: string[]
let errors: string[]
beforeEach(() => {
  out = []
  errors = []
  vi.spyOn(console, 'log').mockImplementation((text: unknown) => void out.push(String(text)))
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void errors.push(String(text)))
})
afterEach(() => void vi.restoreAllMocks())

const SONG = { name: '0123456789abcdef-song.wav', type: 'audio/wav', bytes: 1 }
const OUTPUT = { mix: { $artifact: SONG.name, type: 'audio/wav' } }
/** A server whose Run has this output and these events. */
const serverOf = (output: object, events: readonly object[] = []) =>
  clientOf(({ path }) => {
    if (path.endsWith('/artifacts')) return [SONG]
    if (path.endsWith('/graph')) return GRAPH
    return path.includes('/events?') ? { events, next: null } : { output }
  })
const node = (name: string, tools: readonly string[]) => ({
  id: `idea:${name}`,
  kind: 'idea',
  name,
  tools: tools.map((tool) => ({ name: tool })),
})
const GRAPH = { nodes: [node('greeter', ['greetUser', 'searchWeb']), node('critic', [])], edges: [] }
const client = serverOf(OUTPUT)
const PLAIN = { json: false, workspace: undefined }
/** An event of this type alone; what else it holds is not looked at. */
const ended = (type: JournalEvent['type'], data: object = {}) =>
  ({ type: 'ended', last: { type, data } as unknown as JournalEvent }) as const // as above

describe('what a run came to, in the terminal', () => {
  test('is its output alone on standard output, and nothing where its events were the output', async () => {
    expect(await reportEnd(client, 'run-1', ended('run.completed', { output: { a: 1 } }), PLAIN)).toBe(0)
    expect([out, errors]).toEqual([['{\n  "a": 1\n}'], []])
    out = []
    const json = { ...PLAIN, json: true }
    expect(await reportEnd(client, 'run-1', ended('run.completed', { output: { a: 1 } }), json)).toBe(0)
    expect([out, errors]).toEqual([[], []])
  })

  test('names its files with the command that saves them, which leads to the same workspace', async () => {
    const elsewhere = { ...PLAIN, workspace: '/my files' }
    await reportEnd(client, 'run-1', ended('run.completed', { output: OUTPUT }), elsewhere)
    expect(errors).toEqual([
      'The output contains a file. Save it with:',
      "  ensemble export run-1 --to song.wav --workspace '/my files'  # audio/wav, 1 byte",
    ])
  })

  test('says that no real model was called, where its output might be taken for an answer', async () => {
    const asked = { type: 'request.started', span: 'request/0', data: { model: 'simulated', idea: 'greeter' } }
    const code = { type: 'call.started', span: 'request/0/call/0', data: { mode: 'explicit' } }
    const done = ended('run.completed', { output: { a: 1 } })
    await reportEnd(serverOf({ a: 1 }, [asked]), 'run-1', done, PLAIN)
    await reportEnd(serverOf({ a: 1 }, [asked, code]), 'run-1', done, PLAIN)
    await reportEnd(serverOf({ a: 1 }, [asked, { ...asked, data: { model: 'real' } }]), 'run-1', done, PLAIN)
    expect(errors).toEqual([
      'Simulated answer. No real model was called.',
      'Simulated run. No real model was called; code of the workspace did the rest.',
    ])
  })

  test('says which Tools a simulated run left out, and which Ideas it cannot reach', async () => {
    const events = [
      { type: 'run.created', span: '', data: { idea: 'idea://greeter', model: 'simulated' } },
      { type: 'request.started', span: 'request/0', data: { model: 'simulated', idea: 'greeter' } },
      { type: 'call.proposed', span: 'request/0/call/0', data: { tool: 'greetUser' } },
      { type: 'call.started', span: 'request/0/call/0', data: { mode: 'latent' } },
    ]
    await reportEnd(serverOf({ a: 1 }, events), 'run-1', ended('run.completed', { output: { a: 1 } }), PLAIN)
    expect(errors.slice(1)).toEqual([
      '1 of 2 Tools ran; searchWeb did not.',
      'To simulate one of them, run `ensemble run greeter --input JSON` with "Use searchWeb." in a text of the input.',
      'No Tool leads from here to critic.',
    ])
  })

  test('says which file of its output the run did not make', async () => {
    const output = { audio: { $artifact: 'Part drums soft', type: 'audio' } }
    await reportEnd(serverOf(output), 'run-1', ended('run.completed', { output }), PLAIN)
    expect(errors).toEqual(['The output names a file that this run did not make: Part drums soft'])
  })

  test('is a failure with its reason where there is no output', async () => {
    const failed = ended('run.failed', { error: { code: 'limit.turns', message: 'Too many turns.' } })
    expect(await reportEnd(client, 'run-1', failed, PLAIN)).toBe(1)
    expect(await reportEnd(client, 'run-1', ended('run.cancelled'), PLAIN)).toBe(1)
    expect(out).toEqual([])
    expect(errors).toEqual([
      'ensemble: the run did not complete: Too many turns. [limit.turns]',
      'ensemble: the run did not complete: It was cancelled.',
    ])
  })

  test('says how it continues if a person must decide, or the working process stopped', async () => {
    const approval = { tool: 'restart', parameters: { a: 1 } } as unknown as OpenApproval // its text for the reader
    expect(await reportEnd(client, 'run-1', { type: 'unanswered', approval }, PLAIN)).toBe(1)
    expect(errors.join()).toMatch(/waits for a person before restart \{"a":1\}.*`ensemble approve run-1`/)
    errors = []
    expect(await reportEnd(client, 'run-1', { type: 'left', seq: 3 }, { ...PLAIN, workspace: '/w' })).toBe(1)
    expect(errors.join()).toMatch(/run run-1 resumes at the next start of `ensemble serve --workspace \/w`/)
    expect(out).toEqual([])
  })
})

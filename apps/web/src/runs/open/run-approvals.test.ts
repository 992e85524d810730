// @vitest-environment happy-dom
import type { OpenApproval } from '@ensemble/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { editorPlace, openEditor } from '../../platform/session/editor-place.ts'
import { goTo, placeStore } from '../../platform/session/location.ts'
import { approvalId, chooseApproval, decide, inboxStore, refreshInbox, shownApproval } from './run-approvals.ts'

const approval = (callId: string, since: string, run = 'a'): OpenApproval => ({
  run,
  callId,
  span: 'request/0/call/0',
  why: 'approval',
  tool: `tool-${callId}`,
  callers: ['idea://a'],
  hash: 'ab',
  question: 1,
  parameters: {},
  since,
})
const early = approval('1', '2026-01-01T00:00:01.000Z')
const late = approval('2', '2026-01-01T00:00:09.000Z', 'b')

const serve = (waiting: readonly OpenApproval[]) => {
  const asked = vi.fn((_url: string, _options?: RequestInit) => Promise.resolve(new Response(JSON.stringify(waiting))))
  vi.stubGlobal('fetch', asked)
  return asked
}

beforeEach(() => inboxStore.setState({ waiting: [], chosen: null, decided: null }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the inbox', () => {
  it('lists the Calls of all runs that wait, the oldest first', async () => {
    serve([late, early])
    await refreshInbox()
    expect(inboxStore.getState().waiting).toEqual([early, late])
  })

  it('shows the chosen Call, else one of the open run; those of other runs wait to be opened', () => {
    const inbox = { waiting: [early, late], chosen: null }
    expect(shownApproval(inbox, null)).toBe(early)
    expect(shownApproval(inbox, 'b')).toBe(late)
    expect(shownApproval({ ...inbox, chosen: approvalId(early) }, 'b')).toBe(early)
    expect(shownApproval(inbox, 'c')).toBeUndefined()
  })

  it('leads to the chosen Call from anywhere: pages and the schema editor close', () => {
    serve([early])
    goTo('cases')
    openEditor({ idea: 'a', part: { type: 'input' } })
    chooseApproval(early)
    expect(placeStore.getState()).toEqual({ page: 'bench', params: { run: 'a' } })
    expect(editorPlace.getState().place).toBeNull()
  })

  it('says what became of a Call that was decided on', async () => {
    serve([late])
    await decide(early, { decision: 'approve' })
    expect(inboxStore.getState().decided).toEqual({ approval: early, decision: 'approve' })
    await expect.poll(() => inboxStore.getState().waiting).toEqual([late])
  })

  it('says that a Call is gone that a person was at', async () => {
    serve([late])
    inboxStore.setState({ waiting: [early, late], chosen: approvalId(early) })
    const refreshed = async () => {
      await refreshInbox()
      return inboxStore.getState()
    }
    await expect
      .poll(refreshed)
      .toEqual({ waiting: [late], chosen: null, decided: { approval: early, decision: 'elsewhere' } })
  })

  it('says to one who decides too late that somebody else was first', async () => {
    inboxStore.setState({ waiting: [early] })
    vi.stubGlobal('fetch', (url: string) =>
      Promise.resolve(url.includes('/approvals/') ? new Response('{}', { status: 409 }) : new Response('[]')),
    )
    await expect(decide(early, { decision: 'approve' })).rejects.toThrow()
    await expect
      .poll(() => inboxStore.getState())
      .toEqual({
        waiting: [],
        chosen: null,
        decided: { approval: early, decision: 'elsewhere' },
      })
  })

  it('keeps what it knew while the server is away', async () => {
    inboxStore.setState({ waiting: [early] })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
    await refreshInbox()
    expect(inboxStore.getState().waiting).toEqual([early])
  })

  it('sends a decision on exactly the arguments that were shown', async () => {
    const asked = serve([])
    await decide(early, { decision: 'approve' })
    // The page asks for its session first.
    const sent = asked.mock.calls.find(([url]) => url === '/api/runs/a/approvals/1')
    expect(JSON.parse(String(sent?.[1]?.body))).toEqual({ decision: 'approve', hash: 'ab', question: 1 })
  })
})

describe('a desktop notification', () => {
  const told: string[] = []
  const Told = class extends EventTarget {
    static permission = 'granted'
    constructor(title: string) {
      super()
      told.push(title)
    }
  }
  beforeEach(() => {
    told.length = 0
    Told.permission = 'granted'
    vi.stubGlobal('Notification', Told)
  })

  it('tells who looks elsewhere that a Call waits, once', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    serve([early])
    await refreshInbox()
    await refreshInbox()
    expect(told).toEqual(['tool-1'])
  })

  it('is never shown to who looks at the page, or did not allow it', async () => {
    serve([early])
    await refreshInbox()
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    Told.permission = 'denied'
    serve([early, late])
    await refreshInbox()
    expect(told).toEqual([])
  })
})

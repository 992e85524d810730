import type { DecisionInput, OpenApproval, Run } from '@ensemble/core'
import { createStore } from 'zustand/vanilla'
import { decideCall, listApprovals } from '../api/run-client.ts'
import { serverEvents } from '../api/server-events.ts'
import { chooseDockTab } from './run-dock.ts'
import { openRun, runStore } from './run.ts'
import { sessionStore } from './session.ts'

/** The Calls of all Runs that wait for a person, oldest first. */
export interface Inbox {
  readonly waiting: readonly OpenApproval[]
  /** The one whose detail is shown; the first where this is null or gone. */
  readonly chosen: string | null
}

export const inboxStore = createStore<Inbox>(() => ({ waiting: [], chosen: null }))

/** Names a waiting Call among all Runs. */
export const approvalId = ({ run, callId, hash }: OpenApproval): string => `${run}/${callId}/${hash}`

/** The Call whose detail is shown: the chosen one, else the first of the open Run, else the first. */
export function shownApproval({ waiting, chosen }: Inbox, openRunId: string | null): OpenApproval | undefined {
  return (
    waiting.find((each) => approvalId(each) === chosen) ?? waiting.find(({ run }) => run === openRunId) ?? waiting[0]
  )
}

const SETTLE_MS = 200

let reading = false
let again = false

/** Reads the inbox; a change that arrives meanwhile reads it once more. */
export async function refreshInbox(): Promise<void> {
  if (reading) {
    again = true
    return
  }
  reading = true
  again = false
  try {
    const before = new Set(inboxStore.getState().waiting.map(approvalId))
    const waiting = (await listApprovals()).toSorted((a, b) => a.since.localeCompare(b.since))
    inboxStore.setState({ waiting })
    tell(waiting.filter((approval) => !before.has(approvalId(approval))))
  } catch {
    // The window says already that the server is away; what was known stays until it is back.
  } finally {
    reading = false
  }
  if (again) void refreshInbox()
}

/** Tells a person who looks elsewhere, where they allowed that. */
function tell(arrived: readonly OpenApproval[]): void {
  const [first] = arrived
  if (first === undefined || !document.hidden) return
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const note = new Notification(first.tool, { body: first.reasoning ?? '', tag: approvalId(first) })
  note.addEventListener('click', () => {
    window.focus()
    chooseApproval(first)
  })
}

let timer: ReturnType<typeof setTimeout> | undefined
let watching = false

/** Keeps the inbox current while the page is open. Call once the session is there. */
export function watchInbox(): void {
  if (watching) return
  watching = true
  void refreshInbox()
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      void refreshInbox()
    }, SETTLE_MS)
  }
  serverEvents.onEvent((event) => {
    if (event.type === 'run.changed' && concerns(event.run)) soon()
  })
  // One branch of the open Run may wait while others work: then only its Journal says so.
  runStore.subscribe((state, before) => {
    if (state.log?.marks.length !== before.log?.marks.length) soon()
  })
  serverEvents.onConnection((connection) => {
    if (connection === 'connected') soon()
  })
}

/** A Run that waits, or one with a Call in the inbox that may have left it. */
const concerns = (value: unknown): boolean => {
  const run = value as Run // as the page's stream says it
  return run.status === 'waiting' || inboxStore.getState().waiting.some((each) => each.run === run.id)
}

/** Shows a waiting Call where it happened: its Run opens, the dock shows the Call. */
export function chooseApproval(approval: OpenApproval): void {
  inboxStore.setState({ chosen: approvalId(approval) })
  openRun(approval.run)
  chooseDockTab('waiting')
  sessionStore.setState(({ panels }) => ({ panels: { ...panels, dock: true } }))
}

/** Sends a decision on exactly the arguments that were shown. Throws ApiError with `errors` at the fields. */
export async function decide(approval: OpenApproval, decision: Omit<DecisionInput, 'by' | 'hash'>): Promise<void> {
  try {
    await decideCall(approval.run, approval.callId, { ...decision, hash: approval.hash })
  } finally {
    void refreshInbox()
  }
}

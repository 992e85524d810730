import type { DecisionInput, OpenApproval, Run } from '@ensemble/core'
import { createStore } from 'zustand/vanilla'
import { decideCall, listApprovals, stepRun, type StepMode } from '../../platform/api/run-client.ts'
import { serverEvents } from '../../platform/api/server-events.ts'
import { closeEditor } from '../../platform/session/editor-place.ts'
import { goTo, placeStore } from '../../platform/session/location.ts'
import { chooseDockTab } from '../../platform/session/dock-tab.ts'
import { runStore } from './run-view.ts'
import { openRun } from './run.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { tellHidden } from '../../platform/browser/tell.ts'

/** The Calls of all Runs that wait for a person, oldest first. */
export interface Inbox {
  readonly waiting: readonly OpenApproval[]
  /** The one that a person opened or began to decide on; null while they did not. */
  readonly chosen: string | null
  /** The result of their last decision; `elsewhere` if another person was first. */
  readonly decided: Decided | null
}

export interface Decided {
  readonly approval: OpenApproval
  readonly decision: DecisionInput['decision'] | 'step' | 'elsewhere'
}

export const inboxStore = createStore<Inbox>(() => ({ waiting: [], chosen: null, decided: null }))

/** Names a waiting Call among all Runs; one that is asked about again, with the same arguments, is another. */
export const approvalId = ({ run, callId, hash, question }: OpenApproval): string =>
  `${run}/${callId}/${hash}/${question}`

/**
 * The Call in the detail: the chosen one, else the first of the open Run, or of all without one. Others are listed
 * until opened.
 */
export function shownApproval({ waiting, chosen }: Pick<Inbox, 'waiting' | 'chosen'>, openRunId: string | null) {
  return (
    waiting.find((each) => approvalId(each) === chosen) ??
    waiting.find(({ run }) => run === openRunId) ??
    (openRunId === null ? waiting[0] : undefined)
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
    const known = inboxStore.getState()
    const before = new Set(known.waiting.map(approvalId))
    const waiting = (await listApprovals()).toSorted((a, b) => a.since.localeCompare(b.since))
    const lost = known.waiting.find((each) => approvalId(each) === known.chosen)
    const isGone = lost !== undefined && !waiting.some((each) => approvalId(each) === known.chosen)
    inboxStore.setState({
      waiting,
      // A person about to decide sees why it is gone.
      ...(isGone && { chosen: null, decided: { approval: lost, decision: 'elsewhere' as const } }),
    })
    tell(waiting.filter((approval) => !before.has(approvalId(approval))))
  } catch {
    // The window already shows that the server is away; the known approvals stay until it is back.
  } finally {
    reading = false
  }
  if (again) void refreshInbox()
}

/** Tells a person who looks elsewhere, where they allowed that. */
function tell(arrived: readonly OpenApproval[]): void {
  const [first] = arrived
  if (first === undefined) return
  const onOpen = (): void => chooseApproval(first)
  tellHidden({ title: first.tool, body: first.reasoning ?? '', tag: approvalId(first), onOpen })
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
    if (event.type === 'run.removed' && holds(event.run)) soon()
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
  return run.status === 'waiting' || holds(run.id)
}
const holds = (id: unknown): boolean => inboxStore.getState().waiting.some(({ run }) => run === id)

/** Shows a waiting Call in place: opens its Run and the dock's Call, and closes overlays. */
export function chooseApproval(approval: OpenApproval): void {
  openRun(approval.run)
  holdApproval(approval)
  closeEditor()
  if (placeStore.getState().page !== 'bench') goTo('bench', { run: approval.run })
  sessionStore.setState(({ panels }) => ({ panels: { ...panels, dock: true } }))
}

/** A person is at this Call: it stays in view whatever else arrives or ends meanwhile. */
export function holdApproval(approval: OpenApproval): void {
  inboxStore.setState({ chosen: approvalId(approval), decided: null })
  chooseDockTab('waiting')
}

/** The decision has been seen. */
export const forgetDecision = (): void => inboxStore.setState({ decided: null })

/** Sends a decision on exactly the arguments that were shown. Throws ApiError with `errors` at the fields. */
export async function decide(
  approval: OpenApproval,
  decision: Omit<DecisionInput, 'by' | 'hash' | 'question'>,
): Promise<void> {
  // A deciding person is at this Call even unopened: they see if another was first.
  inboxStore.setState({ chosen: approvalId(approval) })
  try {
    await decideCall(approval.run, approval.callId, { ...decision, hash: approval.hash, question: approval.question })
    inboxStore.setState({ chosen: null, decided: { approval, decision: decision.decision } })
  } finally {
    void refreshInbox()
  }
}

/** Continues a Call at a breakpoint to the next stop. Throws ApiError. */
export async function stepFrom(approval: OpenApproval, mode: StepMode): Promise<void> {
  await stepRun(approval.run, mode)
  inboxStore.setState({ chosen: null, decided: { approval, decision: 'step' } })
}

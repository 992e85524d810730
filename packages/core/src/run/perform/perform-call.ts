import { checkGiven } from '../../call/check-parameters.ts'
import { completed, failed, started } from '../record/call-events.ts'
import { editedEnd, keep, keptEdit } from '../record/kept-call.ts'
import { performPinned } from '../record/pinned.ts'
import type { Performed, ReadyCall } from '../record/ready-call.ts'
import type { Recording } from '../record/recording.ts'
import type { KeptCall } from '../record/reuse.ts'
import { step } from '../record/step.ts'
import type { LoopScope } from './loop-scope.ts'
import type { GuardedCall } from './guarded-call.ts'
import { runModule } from './module.ts'
import { performExplicit } from './perform-explicit.ts'

/** Executes a Call in its mode and journals start and end (docs/contract/protocol.md#activities, docs/contract/protocol.md#modules). */
export const performCall = (loop: LoopScope, call: GuardedCall): Promise<Performed> =>
  step(loop.run.history, {
    recorded: () => editedEnd(loop.run, call),
    kept: () => keptEdit(loop.run, call),
    deliver: (edited) => performEdited(loop.run, call, edited),
    standIn: () => performPinned(loop.run, call, loop.address),
    live: () => performInMode(loop, call),
  })

function performInMode(loop: LoopScope, call: GuardedCall): Promise<Performed> {
  switch (call.proposed.tool.mode) {
    case 'latent':
      return performLatent(loop.run, call)
    case 'module':
      // A binding that names an Activity runs it in the Module's place, with the imported context alone.
      return runsActivity(call) ? performExplicit(loop, call) : performModule(loop, call)
    case 'explicit':
      return performExplicit(loop, call)
  }
}

const runsActivity = ({ past, proposed }: ReadyCall): boolean => past.ranActivity ?? proposed.tool.activity !== ''

/** Nothing runs. */
async function performEdited(run: Recording, call: ReadyCall, edited: KeptCall): Promise<Performed> {
  await started(run, call, 1)
  return await keep(run, call, 1, edited)
}

/** The model already filled the result; without a declared output the Call is its own result (docs/contract/protocol.md#composition). */
async function performLatent(run: Recording, call: ReadyCall): Promise<Performed> {
  const { tool } = call.proposed.tool
  await started(run, call, 1)
  return await completed(run, call, tool.output === undefined ? call.resolved : (call.proposed.written ?? null), 0)
}

async function performModule(loop: LoopScope, call: ReadyCall): Promise<Performed> {
  const { run } = loop
  const began = run.deps.clock.elapsed()
  await started(run, call, 1)
  const outcome = await runModule(loop, call)
  const ms = run.deps.clock.elapsed() - began
  if (outcome.type === 'error') return await failed(run, call, outcome.error, 1, ms)
  const error = checkGiven(call.proposed.tool.tool, outcome.output, run.deps.validator)
  return error ? await failed(run, call, error, 1, ms) : await completed(run, call, outcome.output, ms)
}

import { checkGiven } from '../../call/check-parameters.ts'
import type { Gate } from '../approval/confirm.ts'
import { CallEffect } from '../record/call-effect.ts'
import { completed, failed, started } from '../record/call-events.ts'
import type { Performed, ReadyCall } from '../record/ready-call.ts'
import type { Recording } from '../record/recording.ts'
import { step } from '../record/step.ts'
import type { LoopScope } from './loop-scope.ts'
import { runModule } from './module.ts'
import { performExplicit } from './perform-explicit.ts'

/**
 * Executes a Call in its mode and journals start and end (docs/contract/protocol.md#activities,
 * docs/contract/protocol.md#modules). `approvedFor`: its Activity asked for a person before it began, and they approved
 * that reason.
 */
export function performCall(loop: LoopScope, call: ReadyCall, gate: Gate, approvedFor?: string): Promise<Performed> {
  const effect = new CallEffect(loop.run, call, loop.address, () => performInMode(loop, call, gate, approvedFor))
  return step(effect, effect)
}

function performInMode(loop: LoopScope, call: ReadyCall, gate: Gate, approvedFor?: string): Promise<Performed> {
  const { place, proposed } = call
  switch (proposed.tool.mode) {
    case 'latent':
      return performLatent(loop.run, call)
    case 'module':
      // A binding that names an Activity runs it in the Module's place, with the imported context alone.
      return place.runsActivity(proposed) ? performExplicit(loop, call, gate, approvedFor) : performModule(loop, call)
    case 'explicit':
      return performExplicit(loop, call, gate, approvedFor)
  }
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

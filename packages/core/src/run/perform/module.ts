import { callError } from '../../call/call-errors.ts'
import type { CallError } from '../../call/call-error.ts'
import { parseAddress } from '../../idea/address.ts'
import type { Idea, LoadedIdea } from '../../idea/idea.ts'
import { inputSchemaOf, withInput } from '../../idea/input.ts'
import { EnsembleError } from '../../schema/ensemble-error.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { applyImports } from '../../request/imports.ts'
import type { LoopScope } from './loop-scope.ts'
import { givenOf, type ReadyCall } from '../record/ready-call.ts'
import { LoopFailed } from '../record/run-end.ts'

export type ModuleOutcome =
  { readonly type: 'output'; readonly output: Json } | { readonly type: 'error'; readonly error: CallError }

/** The clean room of docs/contract/protocol.md#modules: the Idea's own Messages, what the imports let through, the parameters as its input. */
export async function runModule(loop: LoopScope, call: ReadyCall): Promise<ModuleOutcome> {
  const { run } = loop
  const { meta, tool } = call.proposed
  const address = meta._module ?? 'anonymous'
  let loaded: LoadedIdea
  try {
    loaded =
      parseAddress(address)?.type === 'anonymous' ? anonymous(tool.tool.output) : await run.pin(address, loop.address)
  } catch (thrown) {
    if (!(thrown instanceof EnsembleError)) throw thrown
    return { type: 'error', error: callError('module.unresolved', thrown.message) }
  }
  const imports = meta._imports ?? []
  const {
    context: imported,
    passed,
    withheld,
  } = applyImports(loop.memory.context(), imports, { state: call.view.state, instance: meta._instance })
  await run.history.gather('module.entered', call.place.span, {
    call: call.place.id,
    address: loaded.address,
    hash: loaded.hash,
    imports,
    ...(call.awaited && { awaited: call.awaited }),
    passed,
    withheld,
  })
  const input = givenOf(call)
  const context = [...withInput(loaded.idea, input, fitNote(loop, loaded.idea, input)), ...imported]
  try {
    const { output } = await loop.enter({
      run,
      span: call.place.span,
      enclosing: loop,
      loaded: { ...loaded, idea: { ...loaded.idea, context } },
      module: { idea: loaded.idea, input, imported },
    })
    await run.history.gather('module.left', call.place.span, { call: call.place.id, output })
    return { type: 'output', output }
  } catch (thrown) {
    if (!(thrown instanceof LoopFailed)) throw thrown
    const name = loaded.idea.title ?? loaded.address
    return { type: 'error', error: callError('module.failed', `${name} could not answer: ${thrown.error.message}`) }
  }
}

const anonymous = (output: Idea['schema']): LoadedIdea => ({
  address: 'anonymous',
  idea: { context: [], ...(output !== undefined && { schema: output }) },
  tools: {},
  hash: '',
})

/**
 * With `runtime` resolution the module's model adapts a bad input, with one sentence about it
 * (docs/contract/protocol.md#modules).
 */
function fitNote(loop: LoopScope, idea: Idea, input: JsonObject): string | undefined {
  const schema = inputSchemaOf(idea)
  if (schema === undefined) return undefined
  const verdict = loop.run.deps.validator.check(schema, input)
  return verdict.ok
    ? undefined
    : `This input does not fit the expected schema: ${verdict.issues[0]?.message ?? 'it is of another shape'}. Use what it says.`
}

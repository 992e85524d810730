import type { Config, Limits } from '../../idea/idea.ts'
import type { Message } from '../../idea/message.ts'
import { fallback, type WireChoice } from '../../model/fallback.ts'
import { questionLength } from '../../model/file-parts.ts'
import type { Model } from '../../model/model.ts'
import { probeKey } from '../../model/probe.ts'
import { showUnread } from '../../model/shown-value.ts'
import { limitsOf, mergeConfig, wireOf } from '../../request/config.ts'
import { keptText } from '../../schema/kept-text.ts'
import type { Json } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import { isLarge, type Rest } from '../../schema/rest.ts'
import { inTurnsIfLarge } from '../../schema/turns.ts'
import { ask, type Answered } from '../perform/ask.ts'
import { bindingsFor } from './bindings-of-run.ts'
import { Budget } from '../limits/budget.ts'
import { LoopMemory } from '../perform/memory.ts'
import { prepare, type Prepared, type Prompt, type World } from './prepare.ts'
import type { LoopScope, LoopStart, RunLoop } from '../perform/loop-scope.ts'
import { LoopFailed, RunEnd } from '../record/run-end.ts'
import { questionInText } from './question-in-text.ts'
import { NO_OUTPUT, readOutput, type Output } from './read-output.ts'
import { endAtBudget } from '../limits/loop-limits.ts'
import { endUnpriced } from '../limits/unpriced.ts'
import { asksAgain, pastChoice, pastRequest } from '../record/past-request.ts'
import { RequestStarted } from '../record/request-events.ts'
import { Repeats } from '../limits/repeats.ts'
import { endAtLimit } from '../limits/reach.ts'
import type { RunScope } from '../perform/run-scope.ts'
import { Turn } from './turn.ts'

/**
 * Requests repeated, their Calls executed and fed back, until the output is not null or a limit is hit (docs/contract/protocol.md#the-loop).
 * Throws LoopFailed where this Loop cannot go on and RunEnd where the Run cannot.
 */
export function runLoop(start: LoopStart): ReturnType<RunLoop> {
  start.run.watch.onLoop?.(start)
  const loop = createLoop(start)
  const release = start.enclosing && start.run.wall?.limit(start.span, loop.limits.wallMs)
  return release ? repeat(loop, start).finally(release) : repeat(loop, start)
}

/**
 * Turn by turn: a limit is looked at, a question is composed and asked, its Calls begin while the answer still streams,
 * and what came of them is the context of the next. A question that was asked in vain is no turn.
 */
async function repeat(loop: LoopScope, start: LoopStart): ReturnType<RunLoop> {
  const prepared = await prepare(start.loaded, worldOf(loop))
  const refusedWires: WireChoice[] = []
  let turn = 0
  let invalid = 0
  /** The question before or its answer was large, and so is what becomes of them. */
  let restIfLarge: Rest | undefined
  for (let request = 0; ; request++) {
    const span = requestSpan(start.span, request)
    const limited = endAt(loop, span, 'turns', turn + 1) ?? endAt(loop, span, 'invalidTurns', invalid + 1)
    if (limited) await limited

    if (restIfLarge) await restIfLarge()
    const choice = chooseWire(loop, span, refusedWires)
    const prompting = prepared.question(loop.memory.context(), loop.model.name, choice)
    const prompted = inTurnsIfLarge(prompting, loop.run.deps.rest)
    const question = questionAt(span, turn, choice, prompted instanceof Promise ? await prompted : prompted)
    if (restIfLarge) await restIfLarge()
    const calls = new Turn(loop, question)
    const answered = await askOnce(loop, prepared, question, calls, restIfLarge)
    restIfLarge = isLarge(question.length() + answered.answer.length) ? loop.run.deps.rest : undefined
    const read =
      answered.type === 'complete' ? readOutput(question, answered.answer, loop.run.deps.validator) : NO_OUTPUT
    const asked = questionInText(question.composition, answered.answer, read)
    const output = asked ? NO_OUTPUT : read
    if (asked) await calls.take(asked)
    calls.close(answered.type === 'complete')

    if (answered.type === 'failed' && answered.answer.calls.length === 0) {
      if (answered.code === 'model.schemaRefused') noteRefused(loop, refusedWires, question.choice)
      if (answered.code !== 'model.schemaRefused' || !goesOn(loop, request, refusedWires))
        throw new LoopFailed({ ...failure(answered), key: span })
      continue
    }
    if (restIfLarge) await restIfLarge()
    const result = await calls.settle()
    if (output.type === 'output' && result.failures === 0)
      return {
        output: output.value,
        messages: [...loop.memory.context(), ...result.messages, finalMessage(output.value)],
      }

    invalid = result.calls > result.failures ? 0 : invalid + 1
    loop.memory.append([...result.messages, ...afterTurn(answered, output, result.calls)])
    turn++
  }
}

function createLoop({ run, span, enclosing, loaded }: LoopStart): LoopScope {
  const config = mergeConfig(run.created.base, loaded.idea.config, run.created.config)
  return {
    run,
    span,
    depth: enclosing ? enclosing.depth + 1 : 0,
    enclosing,
    budget: enclosing ? new Budget(enclosing.budget) : run.budget,
    address: loaded.address,
    memory: new LoopMemory(loaded.idea.context),
    config,
    limits: limitsOf(config),
    model: modelOf(run, span, config),
    enter: runLoop,
    repeats: new Repeats(),
  }
}

/** A Run in flight keeps what it started with: a resume or replay takes modes and Activities from the Loop's first Request. */
const worldOf = ({ run, span, address, config }: LoopScope): World => ({
  config,
  profile: run.profile,
  bindings: bindingsFor(run.created.bindings, address),
  isRegistered: (name) => run.deps.activity(name) !== undefined,
  resolve: (module) => run.pin(module, address),
  recorded: pastRequest(run, requestSpan(span, 0))?.tools,
  failure: (code, message) => {
    const error = { code, message, key: span, retryable: false }
    return code === 'idea.invalid' ? new LoopFailed(error) : new RunEnd(error)
  },
})

/** In a replay the model is a name from the record that can't be asked. */
function modelOf(run: RunScope, span: string, config: Config): Model {
  const recorded = run.history.replaying ? pastRequest(run, requestSpan(span, 0)) : undefined
  if (!recorded) return run.deps.models(config.model)
  return {
    name: recorded.model,
    simulated: false,
    endpoint: '',
    capabilities: { structured: true, strict: true, tools: true },
    ask: () => {
      throw new Error('a replay asks no model')
    },
  }
}

const requestSpan = (loop: string, request: number): string =>
  loop === '' ? `request/${request}` : `${loop}/request/${request}`

const endAt = (loop: LoopScope, span: string, limit: keyof Limits, value: number): Promise<void> | undefined =>
  endAtLimit(loop.run, span, limit, value, loop.limits[limit])

const nextWire = (loop: LoopScope, refused: readonly WireChoice[]): WireChoice | undefined =>
  fallback(loop.model.capabilities, wireOf(loop.config), refused)

/** Whether a refused schema is asked for in another way; what is recorded is not decided again. */
function goesOn(loop: LoopScope, request: number, refused: readonly WireChoice[]): boolean {
  const next = requestSpan(loop.span, request + 1)
  return asksAgain(loop.run, loop.span, next, () => nextWire(loop, refused) !== undefined)
}

/** Strict → not strict → `tools` (docs/contract/protocol.md#composition); what this endpoint refused of this model before, in this process, is not tried again. */
function chooseWire(loop: LoopScope, span: string, refused: readonly WireChoice[]): WireChoice {
  const recorded = pastChoice(loop.run, span)
  if (recorded) return recorded
  const known = loop.run.endpoints.refusedWires.get(probeKey(loop.model)) ?? []
  const choice = nextWire(loop, [...known, ...refused]) ?? nextWire(loop, refused)
  return choice ?? { wire: wireOf(loop.config) ?? 'structured', strict: false }
}

function noteRefused(loop: LoopScope, refused: WireChoice[], choice: WireChoice): void {
  refused.push(choice)
  const { refusedWires } = loop.run.endpoints
  const key = probeKey(loop.model)
  refusedWires.set(key, [...(refusedWires.get(key) ?? []), choice])
}

interface Question extends Prompt {
  readonly span: string
  readonly turn: number
  readonly choice: WireChoice
  /** Characters of the body, without its files. */
  readonly length: () => number
}

function questionAt(span: string, turn: number, choice: WireChoice, prompt: Prompt): Question {
  let length: number | undefined
  return { ...prompt, span, turn, choice, length: () => (length ??= questionLength(prompt.encoded.body)) }
}

/** One Request within the budgets of its Loop and of all around it: reserved before, settled after. */
async function askOnce(
  loop: LoopScope,
  prepared: Prepared,
  question: Question,
  calls: Turn,
  restIfLarge: Rest | undefined,
): Promise<Answered> {
  const { run } = loop
  const { span, encoded } = question
  const tokens = Math.ceil(question.length() / 4) + (loop.config.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS)
  if (restIfLarge) await restIfLarge()
  // What was asked before was within the budgets then.
  const isNew = pastRequest(run, span) === undefined
  const unpriced = isNew ? endUnpriced(loop, span) : undefined
  if (unpriced) await unpriced
  // Looked at and reserved at once: a branch beside this one must not find the same tokens free.
  const tokensLeft = isNew ? endAtBudget(loop, span, 'tokens', (budget) => budget.wouldUse(tokens)) : undefined
  const release = loop.budget.reserve(tokens)
  try {
    if (tokensLeft) await tokensLeft
    const costLeft = isNew ? endAtBudget(loop, span, 'cost', (budget) => budget.cost) : undefined
    if (costLeft) await costLeft
    const asking = { idea: loop.address, turn: question.turn, model: loop.model.name, tools: prepared.tools }
    const started = new RequestStarted(asking, question.choice, encoded)
    if (restIfLarge) {
      // Hashed now, between two rests.
      void started.inputs
      await restIfLarge()
    }
    await run.history.emit('request.started', span, started)
    return await ask(run, {
      span,
      model: loop.model,
      budget: loop.budget,
      composition: question.composition,
      encoded,
      started,
      calls,
    })
  } finally {
    release()
    // Every turn joins a longer list of the same members.
    keptText(encoded.body.messages)?.forget()
  }
}

/** What is set aside for an answer where the Config names no `maxOutputTokens`. */
const DEFAULT_OUTPUT_TOKENS = 4096

/** What the model is told about the turn beside the results of its Calls. Errors are never hidden from it. */
function afterTurn(answered: Answered, output: Output, calls: number): readonly Message[] {
  if (answered.type === 'failed')
    return [
      {
        type: 'error',
        error: {
          code: 'answer.cut',
          message: `Your last answer was cut off (${answered.message}) Only its complete calls above were executed. Go on from there.`,
        },
      },
    ]
  const said: Message[] =
    answered.answer.calls.length === 0
      ? [{ type: 'text', role: 'assistant', text: showUnread(answered.answer.raw) }]
      : []
  if (output.type === 'invalid') return [...said, { type: 'error', error: output.error }]
  if (output.type === 'output')
    return [
      {
        type: 'error',
        error: {
          code: 'output.setAside',
          message:
            'Your output was set aside because a call of the same answer failed. Repair the call or answer without it.',
        },
      },
    ]
  if (calls > 0) return []
  return [
    ...said,
    {
      type: 'error',
      error: {
        code: 'answer.empty',
        message: 'Your answer held neither calls nor an output. Make a call, or give the output.',
      },
    },
  ]
}

const failure = ({ code, message, retryable }: Answered & { readonly type: 'failed' }) => ({ code, message, retryable })

const finalMessage = (output: Json): Message => ({
  type: 'text',
  role: 'assistant',
  text: typeof output === 'string' ? output : JSON.stringify(isObject(output) ? output : { output }),
})

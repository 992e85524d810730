// `node packages/core/bench/composition.mjs` after `npm run build`: what composing 200 Tools of 20 properties costs, for
// the first time and from the second on (a turn of a Loop: the same Tools, a context that grew).
import { compose, compositionOf, effectiveTools, encodeRequest, hashOf } from '../dist/index.js'

const TOOLS = 200
const PROPERTIES = 20
const ROUNDS = 50

const makeTools = (/** @type {number} */ round) =>
  Object.fromEntries(
    Array.from({ length: TOOLS }, (_, tool) => [
      `tool_${tool}`,
      {
        type: 'object',
        description: `Does the work number ${tool} of round ${round}.`,
        properties: Object.fromEntries(
          Array.from({ length: PROPERTIES }, (_, n) => [`p${n}`, { type: 'string', description: `Value ${n}.` }]),
        ),
        required: ['p0'],
      },
    ]),
  )

/** @param {readonly import('@ensemble/core').Message[]} context @param {boolean} strict */
const once = (context, strict) => {
  const { tools } = effectiveTools({ context, isRegistered: () => true })
  const options = compositionOf({})
  const composition = compose({ tools, output: undefined, hasState: false, hasInput: false, instances: [], options })
  const config = {}
  const { inlineBytes } = options
  return hashOf(
    encodeRequest({ composition, context, config, model: 'm', wire: 'structured', strict, inlineBytes }).body,
  )
}
/** @param {() => unknown} work */
const timed = (work) => {
  const began = performance.now()
  work()
  return performance.now() - began
}
/** @param {readonly number[]} times */
const median = (times) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0

for (const strict of [false, true]) {
  /** @type {number[]} */
  const cold = []
  /** @type {number[]} */
  const warm = []
  for (let round = 0; round < ROUNDS; round++) {
    /** @type {import('@ensemble/core').Message} */
    const tools = { type: 'tool', tool: makeTools(round) }
    cold.push(timed(() => once([tools], strict)))
    warm.push(timed(() => once([tools, { type: 'text', role: 'user', text: 'and then' }], strict)))
  }
  const name = strict ? 'strict' : 'plain'
  console.log(`${name}: first ${median(cold).toFixed(2)} ms, warm ${median(warm).toFixed(2)} ms (medians of ${ROUNDS})`)
}

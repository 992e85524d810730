import fc from 'fast-check'
import { expect, it } from 'vitest'
import { composeTools } from '../../call/call-fixture.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import { canonicalJson } from '../../schema/hash.ts'
import type { JsonObject } from '../../schema/json.ts'
import { Repeats } from './repeats.ts'

const { tools } = composeTools({ ping: { description: 'Pings.' }, greet: { description: 'Greets.' } })
const callOf = (tool: number, parameters: JsonObject, instance?: string): ProposedCall => {
  const composed = tools[tool]
  if (!composed) throw new Error('no such tool')
  const meta = { _tool: composed.name, ...(instance !== undefined && { _instance: instance }) }
  return { tool: composed, parameters, meta }
}
const calls = fc
  .tuple(
    fc.constantFrom(0, 1),
    fc.constantFrom<JsonObject>({}, { a: 1 }, { a: 1, b: [2] }, { b: [2], a: 1 }),
    fc.constantFrom(undefined, 'x'),
  )
  .map((drawn) => callOf(...drawn))

const textOf = ({ tool, parameters, meta }: ProposedCall): string =>
  [tool.name, meta._instance ?? '', canonicalJson(parameters)].join(' ')

it('A Call’s streak counts the turns in a row, this one last, that made it with the same Tool, instance and arguments', () => {
  fc.assert(
    fc.property(fc.array(fc.array(calls, { maxLength: 4 }), { maxLength: 8 }), (turns) => {
      const repeats = new Repeats()
      const made = turns.map((turn) => new Set(turn.map(textOf)))
      for (const [turn, ofTurn] of turns.entries())
        for (const call of ofTurn) {
          let streak = 0
          while (made[turn - streak]?.has(textOf(call))) streak++
          expect(repeats.streakOf(turn, call)).toBe(streak)
        }
    }),
  )
})

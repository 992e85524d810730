import { describe, expect, test } from 'vitest'
import type { Message } from '../../idea/message.ts'
import type { Json } from '../../schema/json.ts'
import { LoopMemory } from './memory.ts'

const INTEGER = { type: 'integer' }
const state = (value: Json, more: { readonly schema?: object; readonly _instance?: string } = {}): Message =>
  ({ type: 'state', state: value, ...more }) as Message // a part of one
const input = (value: Json | undefined, _instance?: string): Message =>
  ({
    type: 'input',
    ...(value !== undefined && { input: value }),
    ...(_instance !== undefined && { _instance }),
  }) as Message
const text = (words: string): Message => ({ type: 'text', text: words })
const write = (memory: LoopMemory, instance: string | undefined, path: string, value: Json): void =>
  memory.write(instance, [{ path: { root: 'state', segments: path.split('.'), text: `†state.${path}` }, value }])

describe('The state of a Loop', () => {
  test('is that of all its Messages together, later ones over earlier, shown at the last of them', () => {
    const memory = new LoopMemory([
      text('first'),
      state({ a: 1, b: { c: 1 } }, { schema: INTEGER }),
      text('between'),
      state({ b: { d: 2 } }),
      text('last'),
    ])
    expect(memory.view(undefined).state).toEqual({ a: 1, b: { c: 1, d: 2 } })
    // A Message without a schema leaves the one that was given.
    expect(memory.stateSchema(undefined)).toEqual(INTEGER)
    expect(memory.context()).toEqual([
      text('first'),
      text('between'),
      { type: 'state', schema: INTEGER, state: { a: 1, b: { c: 1, d: 2 } } },
      text('last'),
    ])
  })

  test('is shown as it is now, after the Messages where the Idea declares none, and not before somebody writes', () => {
    const memory = new LoopMemory([text('first')])
    expect(memory.context()).toEqual([text('first')])
    write(memory, undefined, 'a.b', 1)
    expect(memory.context()).toEqual([text('first'), { type: 'state', state: { a: { b: 1 } } }])
    memory.append([text('next')])
    write(memory, undefined, 'a.b', 2)
    expect(memory.context()).toEqual([text('first'), text('next'), { type: 'state', state: { a: { b: 2 } } }])
  })

  test('that isn’t an object is ignored', () => {
    expect(new LoopMemory([state({ a: 1 }), state('text'), state([1])]).view(undefined).state).toEqual({ a: 1 })
  })
})

describe('An instance', () => {
  const memory = (): LoopMemory =>
    new LoopMemory([
      state({ shared: 1, both: { s: 1 } }, { schema: { type: 'object' } }),
      state({ both: { own: 1 } }, { _instance: 'x', schema: INTEGER }),
      input({ mood: 'calm', key: 'C' }),
      input({ mood: 'sad' }, 'x'),
      input(undefined, 'x'),
      input(undefined),
    ])

  test('sees its own over the shared one, and hides its own from others', () => {
    const view = (of?: string) => memory().view(of)
    expect(view('x')).toEqual({ state: { shared: 1, both: { s: 1, own: 1 } }, input: { mood: 'sad', key: 'C' } })
    for (const other of [undefined, 'y'])
      expect(view(other)).toEqual({ state: { shared: 1, both: { s: 1 } }, input: { mood: 'calm', key: 'C' } })
    expect(new LoopMemory([]).view(undefined)).toEqual({ state: {}, input: null })
  })

  test('has the schema of its own state, else the shared one', () => {
    expect([memory().stateSchema('x'), memory().stateSchema('y')]).toEqual([INTEGER, { type: 'object' }])
    expect(new LoopMemory([]).stateSchema('x')).toBeUndefined()
  })

  test('writes its own alone, each shown by itself', () => {
    const written = memory()
    write(written, 'x', 'both.s', 2)
    write(written, 'y', 'new', 3)
    expect(written.view(undefined).state).toEqual({ shared: 1, both: { s: 1 } })
    expect(written.view('x').state).toEqual({ shared: 1, both: { s: 2, own: 1 } })
    expect(written.view('y').state).toEqual({ shared: 1, both: { s: 1 }, new: 3 })
    expect(written.context().filter(({ type }) => type === 'state')).toEqual([
      { type: 'state', schema: { type: 'object' }, state: { shared: 1, both: { s: 1 } } },
      { type: 'state', schema: INTEGER, state: { both: { s: 2, own: 1 } }, _instance: 'x' },
      { type: 'state', state: { new: 3 }, _instance: 'y' },
    ])
  })
})

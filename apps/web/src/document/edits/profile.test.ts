import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject, Profile } from '@ensemble/core'
import type { BindingTarget, ToolBinding } from '@ensemble/core/idea'
import { EMPTY_DOCUMENT } from '../texts/document.ts'
import { receive } from '../texts/receive.ts'
import { MANIFEST_FILE } from '../texts/files.ts'
import {
  bindTool,
  boundTarget,
  drawToolPer,
  swapActivity,
  weightsOf,
  withPer,
  withTarget,
  type BindingPlace,
} from './profile.ts'
import { readProfile } from '../open/read-profile.ts'

const MANIFEST = `{
  "version": 1, "name": "music",
  "profiles": { "offline": { "tools": { "sing":  "singByRule" } } }
}
`

const filesWith = (text: string) => receive(EMPTY_DOCUMENT, MANIFEST_FILE, text, 'e').files
const place = (change: Partial<BindingPlace> = {}): BindingPlace => ({
  profile: 'offline',
  tool: 'sing',
  idea: 'composer',
  scope: 'all',
  ...change,
})
const after = (text: string, at: BindingPlace, target: BindingTarget | undefined): string =>
  bindTool(filesWith(text), at, target).text ?? ''
const bound = (text: string, at: BindingPlace) =>
  boundTarget(readProfile(JSON.parse(text), at.profile), at.idea, at.tool)

describe('a binding', () => {
  it('is written into ensemble.json alone, and every other byte stays', () => {
    const text = after(MANIFEST, place({ tool: 'dance' }), '')
    expect(text).toContain('"version": 1, "name": "music",')
    expect(text).toContain('"sing":  "singByRule"')
    expect(bound(text, place({ tool: 'dance' }))).toEqual({ target: '', scope: 'all', per: 'run' })
  })

  it('for one Idea leaves the others what they had', () => {
    const text = after(MANIFEST, place({ scope: 'idea' }), 'choir')
    expect(bound(text, place())).toMatchObject({ target: 'choir', scope: 'idea' })
    expect(bound(text, place({ idea: 'producer' }))).toEqual({ target: 'singByRule', scope: 'all', per: 'run' })
    expect(bound(after(text, place({ scope: 'idea' }), undefined), place())?.target).toBe('singByRule')
  })

  it('for every Idea holds for the one that had its own, too', () => {
    const text = after(MANIFEST, place({ scope: 'idea' }), 'choir')
    expect(bound(after(text, place(), 'soloist'), place())).toEqual({ target: 'soloist', scope: 'all', per: 'run' })
  })

  it('may be weighted, and reads as weights either way', () => {
    const weights = [
      { to: '', weight: 9 },
      { to: 'choir', weight: 1 },
    ]
    expect(bound(after(MANIFEST, place(), weights), place())?.target).toEqual(weights)
    expect(weightsOf('choir')).toEqual([{ to: 'choir', weight: 1 }])
  })

  it('of a profile that is not declared yet declares it', () => {
    const text = after('{ "version": 1 }', place({ profile: 'trial' }), 'choir')
    expect(bound(text, place({ profile: 'trial' }))?.target).toBe('choir')
  })

  it('keeps what an arm is drawn from when the weights change, and loses it with them', () => {
    const weights = (weight: number) => [{ to: 'петь', weight }]
    const drawn: ToolBinding = { default: weights(1), per: 'input' }
    expect(withTarget(drawn, place(), weights(2))).toEqual({ default: weights(2), per: 'input' })
    expect(withTarget(drawn, place({ scope: 'idea' }), 'x')).toEqual({ ...drawn, ideas: { composer: 'x' } })
    expect(withTarget(drawn, place(), 'x')).toBe('x')
    const manifest = { profiles: { offline: { tools: { sing: drawn } } } } as unknown as Json // a binding is JSON
    expect(readProfile(manifest as JsonObject, 'offline').tools).toEqual({ sing: drawn })
  })

  it('says what its arm is drawn from, and leaves the default out', () => {
    const weights = [
      { to: 'петь', weight: 1 },
      { to: '', weight: 1 },
    ]
    const text = after(MANIFEST, place(), weights)
    const per = (from: string, unit: 'run' | 'input' | 'idea'): string =>
      drawToolPer(filesWith(from), place().profile, 'sing', unit).text ?? ''
    const drawn = per(text, 'idea')
    expect(bound(drawn, place())).toEqual({ target: weights, scope: 'all', per: 'idea' })
    expect(JSON.parse(per(drawn, 'run'))).toEqual(JSON.parse(text))
    expect(withPer({ default: 'a', ideas: { x: weights }, per: 'input' }, 'run')).toEqual({
      default: 'a',
      ideas: { x: weights },
    })
  })

  it('that is written wrongly is passed over', () => {
    const manifest = { profiles: { offline: { tools: { a: null, b: { ideas: 3 }, c: [{ to: 1 }], d: 'x' } } } }
    expect(readProfile(manifest, 'offline').tools).toEqual({ d: 'x' })
  })

  it('says what was written last, wherever it was written before', () => {
    const target = fc.oneof(
      fc.constantFrom('', 'choir', 'soloist'),
      fc.array(fc.record({ to: fc.constantFrom('', 'a'), weight: fc.nat(9) }), { minLength: 1, maxLength: 3 }),
    )
    const step = fc.record({
      idea: fc.constantFrom('composer', 'producer'),
      scope: fc.constantFrom('all' as const, 'idea' as const),
      target: fc.option(target, { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), (steps) => {
        let binding: ToolBinding | undefined
        for (const { target: wanted, ...at } of steps) {
          const before = binding
          binding = withTarget(binding, at, wanted)
          const profile: Profile = binding === undefined ? {} : { tools: { sing: binding } }
          const now = boundTarget(profile, at.idea, 'sing')
          if (wanted !== undefined) expect(now).toEqual({ target: wanted, scope: at.scope, per: 'run' })
          else if (at.scope === 'all') expect(now).toBeUndefined()
          else
            expect(now?.target).toEqual(
              boundTarget({ tools: { sing: withTarget(before, at, 'x') ?? '' } }, '-', 'sing')?.target,
            )
        }
      }),
    )
  })
})

describe('an implementation', () => {
  it('is behind an authored name until it is removed', () => {
    const text = swapActivity(filesWith(MANIFEST), 'offline', 'render', 'renderFast').text ?? ''
    expect(readProfile(JSON.parse(text), 'offline').activities).toEqual({ render: 'renderFast' })
    const back = swapActivity(filesWith(text), 'offline', 'render', undefined).text ?? ''
    expect(readProfile(JSON.parse(back), 'offline').activities).toEqual({})
  })
})

import { describe, expect, test } from 'vitest'
import { createRegistry, type Profile } from '../index.ts'
import { bindableNames, profileSlips } from './profile-slips.ts'

const weather = {
  type: 'object',
  description: 'Узнаёт погоду в городе.',
  properties: { city: { type: 'string' }, _output: { enum: ['ясно', 'дождь'] } },
  required: ['city'],
} as const
const question = { type: 'input', input: { city: 'Казань' } } as const
const schema = { type: 'object', properties: { weatherCheck: { enum: ['ясно', 'дождь'] } } } as const

describe('a slip in the names of a profile', () => {
  const names = bindableNames(
    [[{ type: 'tool', tool: { sendMail: { type: 'object', properties: { _activity: { const: 'postbox' } } } } }]],
    { weatherCheck: weather },
    ['weatherB'],
  )

  test.each([
    [
      { tools: { wetherCheck: 'weatherB' } },
      '/tools/wetherCheck',
      'there is no Tool wetherCheck. Did you mean weatherCheck?',
    ],
    [
      { tools: { weatherCheck: 'wetherB' } },
      '/tools/weatherCheck',
      'there is no Activity wetherB. Did you mean weatherB?',
    ],
    [
      {
        tools: {
          weatherCheck: {
            ideas: {
              front: [
                { to: 'weatherB', weight: 1 },
                { to: 'wetherB', weight: 1 },
              ],
            },
          },
        },
      },
      '/tools/weatherCheck/ideas/front/1',
      'there is no Activity wetherB. Did you mean weatherB?',
    ],
    [
      { activities: { weatherChek: 'weatherB' } },
      '/activities/weatherChek',
      'there is no Activity or Tool weatherChek. Did you mean weatherCheck?',
    ],
    [
      { activities: { weatherCheck: 'wetherB' } },
      '/activities/weatherCheck',
      'there is no Activity wetherB. Did you mean weatherB?',
    ],
  ])('%j is named with what was meant', (profile, path, says) => {
    expect(profileSlips(profile, names)).toEqual([{ path, message: expect.stringContaining(says) }])
  })

  test.each([
    [{ tools: { weatherCheck: 'weatherB', sendMail: '' } }],
    [{ activities: { weatherCheck: 'weatherB', weatherB: 'weatherB', postbox: 'weatherB' } }],
    // Nothing is near it: the profile may be shared with other Tools.
    [{ tools: { playMusic: '' }, activities: { playMusic: 'weatherB' } }],
  ])('%j has none', (profile) => {
    expect(profileSlips(profile, names)).toEqual([])
  })
})

describe('a program', () => {
  const agent = () => {
    const made = createRegistry({ weatherCheck: weather })
    made.Activity.register('weatherCheck', async () => 'ясно')
    made.Activity.register('weatherB', async () => 'дождь')
    return made.Agent
  }

  test.each<[Profile]>([[{ activities: { wetherCheck: 'weatherB' } }], [{ activities: { weatherCheck: 'wetherB' } }]])(
    'is refused %j, which would swap nothing',
    async (profile) => {
      const refusal = { code: 'profile.invalid', message: expect.stringContaining('Did you mean') }
      await expect(agent().Loop({}, schema, [question], { profile })).rejects.toMatchObject(refusal)
      await expect(agent().Request({}, schema, [question], { profile })).rejects.toMatchObject(refusal)
    },
  )

  test('swaps what a profile names rightly', async () => {
    const profile = { activities: { weatherCheck: 'weatherB' } }
    const { output } = await agent().Loop({}, schema, [question], { profile })
    expect(output).toEqual({ weatherCheck: 'дождь' })
  })
})

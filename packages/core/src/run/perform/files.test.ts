import { expect, test } from 'vitest'
import { createTestWorld } from '../../../testing/test-run.ts'

const artifact = { $artifact: 'aaaaaaaaaaaaaaaa-cat.png', type: 'image/png', bytes: 3, sha256: 'a'.repeat(64) }
const idea = {
  context: [
    { type: 'text' as const, text: 'Say what you see.' },
    { type: 'data' as const, kind: 'file', data: artifact },
  ],
}

for (const files of [['image'], []] as const)
  test(`a Run records ${files.length > 0 ? 'a file by name and how it travelled' : 'that a file was only named'}, and replays so`, async () => {
    const world = createTestWorld({ ideas: { a: idea }, capabilities: { files }, script: () => 'A cat.' })
    const { id, events } = await world.run()
    const started = events.find(({ type }) => type === 'request.started')?.data
    const text = JSON.stringify(started)
    expect(text.includes('"image_url"')).toBe(files.length > 0)
    expect(started).toMatchObject(files.length > 0 ? { files } : { wire: 'structured' })
    expect(text).not.toContain('base64')
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })

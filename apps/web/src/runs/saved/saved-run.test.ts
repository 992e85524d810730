import { expect, it } from 'vitest'
import { createSavedRun } from './saved-run.ts'

it('a saved run gives its files as data that no browser opens as a page', () => {
  const line = (name: string, type: string, sha256: string) =>
    JSON.stringify({ type: 'artifact.created', data: { call: 'c', name, type, bytes: 3, sha256 } })
  const saved = createSavedRun(
    JSON.stringify({
      run: 'r',
      lines: [line('a-song.wav', 'audio/wav', 'a'), line('b-page.html', 'text/html', 'b'), line('c-x', 'x', 'c')],
      bodies: {},
      artifacts: { a: 'AAAA', b: 'BBBB' },
    }),
  )
  expect(saved.file('a-song.wav')).toBe('data:audio/wav;base64,AAAA')
  expect(saved.file('b-page.html')).toBe('data:application/octet-stream;base64,BBBB')
  expect(saved.file('c-x')).toBeUndefined()
})

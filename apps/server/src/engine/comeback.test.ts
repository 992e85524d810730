import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createComeback } from './comeback.ts'

const FULL = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
const SENTENCE = 'The disk of the workspace is full: free some space and try again. Nothing was lost.'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const setUp = (answers: (Error | undefined)[]) => {
  const told: (string | undefined)[] = []
  const log = { warn: vi.fn(), error: vi.fn() }
  const resume = vi.fn(async () => {
    const refusal = answers.shift()
    if (refusal !== undefined) throw refusal
  })
  const comeback = createComeback({ every: 5000, resume, tell: (_, why) => void told.push(why), log })
  return { comeback, told, log, resume }
}

describe('a Run whose facts the disk refuses', () => {
  test('stalls with the reason, is retried, and resumes once the disk takes its events', async () => {
    const { comeback, told, log, resume } = setUp([FULL, undefined])
    comeback.broken('a', FULL)
    expect(told).toEqual([SENTENCE])
    expect(log.warn).toHaveBeenCalledWith(
      `Run a is stalled until it can be recorded, and resumes automatically. ${SENTENCE}`,
    )
    await vi.advanceTimersByTimeAsync(5000)
    expect(told).toEqual([SENTENCE, SENTENCE])
    expect(log.warn).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(5000)
    expect(told.at(-1)).toBeUndefined()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(resume).toHaveBeenCalledTimes(2)
  })

  test('that stalls again later is reported again', async () => {
    const { comeback, log } = setUp([undefined, undefined])
    comeback.broken('a', FULL)
    await vi.advanceTimersByTimeAsync(5000)
    comeback.broken('a', FULL)
    expect(log.warn).toHaveBeenCalledTimes(2)
  })

  test('isn’t reported as resumed if it was refused while resuming', async () => {
    const { comeback, told, resume } = setUp([])
    resume.mockImplementationOnce(async () => comeback.broken('a', FULL))
    comeback.broken('a', FULL)
    await vi.advanceTimersByTimeAsync(5000)
    expect(told).toEqual([SENTENCE, SENTENCE])
    await vi.advanceTimersByTimeAsync(5000)
    expect(told.at(-1)).toBeUndefined()
  })

  test('after the server stopped is neither tried nor told of', async () => {
    const { comeback, told, resume } = setUp([])
    comeback.stop()
    comeback.broken('a', FULL)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told).toEqual([])
    expect(resume).not.toHaveBeenCalled()
  })

  test('is left alone if the disk isn’t the reason, which the log names, and once the server stops', async () => {
    const { comeback, told, log, resume } = setUp([])
    comeback.broken('a', new Error('another holder'))
    expect(told).toEqual([undefined])
    expect(log.error).toHaveBeenCalledOnce()
    comeback.broken('b', FULL)
    comeback.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(resume).not.toHaveBeenCalled()
  })
})

import type { EventType, JournalEvent } from '@ensemble/core'
import { createTraceLog, type TraceLog } from '@ensemble/core/trace'
import { expect, it } from 'vitest'
import { isMadeUp } from './made-up.ts'

/** Only what is looked at. */
const event = (type: EventType, data: object): JournalEvent => ({ type, data }) as JournalEvent

const logOf = (events: readonly JournalEvent[]): TraceLog => ({ ...createTraceLog(), events: [...events] })

const CREATED = event('run.created', { model: 'simulated' })

it('an output is made up where neither a language model nor code had a part in it', () => {
  expect(isMadeUp(logOf([CREATED, event('request.started', { model: 'simulated' })]))).toBe(true)
  expect(isMadeUp(logOf([CREATED, event('call.started', { mode: 'latent' })]))).toBe(true)
  expect(isMadeUp(logOf([CREATED, event('call.started', { mode: 'explicit' })]))).toBe(false)
  expect(isMadeUp(logOf([CREATED, event('request.started', { model: 'local/qwen' })]))).toBe(false)
  expect(isMadeUp(logOf([event('run.created', { model: 'local/qwen' })]))).toBe(false)
})

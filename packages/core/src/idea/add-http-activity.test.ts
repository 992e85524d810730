import { describe, expect, it } from 'vitest'
import { applyTextEdits } from '../schema/json-document.ts'
import { addHttpActivity } from './add-http-activity.ts'

const PING = { url: 'https://a.example.com/ping' }
const add = (text: string, name: string): string => applyTextEdits(text, addHttpActivity(text, name, PING))

describe('declaring an HTTP Activity', () => {
  it.each([
    '{}',
    '{ "version": 1, "name": "x" }',
    '{\n  "activities": { "missing": "error" }\n}\n',
    '{\n  "activities": {\n    "http": {\n      "other": { "url": "https://b.example.com" }\n    }\n  }\n}\n',
    '{ "activities": { "http": { "ping": { "url": "https://old.example.com" } } } }',
  ])('keeps existing content: %s', (text) => {
    const before = JSON.parse(text) as { activities?: { http?: object } }
    const after: unknown = JSON.parse(add(text, 'ping'))
    expect(after).toEqual({
      ...before,
      activities: { ...before.activities, http: { ...before.activities?.http, ping: PING } },
    })
  })

  it('adds one after the other in the same text', () => {
    const twice = add(add('{\n  "version": 1\n}\n', 'ping'), 'pong')
    expect(JSON.parse(twice)).toMatchObject({ activities: { http: { ping: PING, pong: PING } } })
    expect(twice.startsWith('{\n  "version": 1,\n  "activities": {\n')).toBe(true)
  })

  it('leaves anything but an object alone', () => expect(add('[]', 'ping')).toBe('[]'))
})

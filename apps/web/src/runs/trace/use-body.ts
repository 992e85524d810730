import type { Json } from '@ensemble/core'
import type { Stored } from '@ensemble/core/journal'
import { isBodyRef } from '@ensemble/core/trace'
import { useEffect, useState } from 'react'
import { readBody } from '../../platform/api/run-client.ts'

export type Body<T> =
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'loading'; readonly bytes: number }
  | { readonly state: 'failed'; readonly bytes: number; readonly reason: string }

const MOST = 200
const bodies = new Map<string, Json>()

/** An event's value, fetched by its hash if separate. Recent ones are cached. */
export function useBody<T>(run: string, stored: Stored<T>): Body<T> {
  const hash = isBodyRef(stored) ? stored.$body : null
  const [, redraw] = useState(0)
  const [failure, setFailure] = useState<{ readonly hash: string; readonly reason: string } | null>(null)
  useEffect(() => {
    if (hash === null || bodies.has(hash)) return
    let current = true
    readBody(run, hash).then(
      (value) => {
        keep(hash, value)
        if (current) redraw((count) => count + 1)
      },
      (error: unknown) => current && setFailure({ hash, reason: error instanceof Error ? error.message : '' }),
    )
    return () => {
      current = false
    }
  }, [run, hash])
  if (!isBodyRef(stored)) return { state: 'ready', value: stored }
  const value = bodies.get(stored.$body)
  // The bytes behind the hash are those of this field: the event names both.
  if (value !== undefined) return { state: 'ready', value: value as T }
  if (failure?.hash === stored.$body) return { state: 'failed', bytes: stored.bytes, reason: failure.reason }
  return { state: 'loading', bytes: stored.bytes }
}

/** Values by their hashes, as far as they are there; the others are fetched. */
export function useBodies(run: string, hashes: readonly string[]): ReadonlyMap<string, Json> {
  const [, redraw] = useState(0)
  const wanted = hashes.join()
  useEffect(() => {
    let current = true
    for (const hash of wanted.split(',')) {
      if (hash === '' || bodies.has(hash)) continue
      readBody(run, hash).then(
        (value) => {
          keep(hash, value)
          if (current) redraw((count) => count + 1)
        },
        // A missing value is shown as missing: the panel names the reason.
        () => undefined,
      )
    }
    return () => {
      current = false
    }
  }, [run, wanted])
  return bodies
}

const keep = (hash: string, value: Json): void => {
  bodies.set(hash, value)
  const oldest = bodies.keys().next().value
  if (bodies.size > MOST && oldest !== undefined) bodies.delete(oldest)
}

import { HttpProblem } from './http-problem.ts'

/** How many event streams each caller holds open at a time. */
export interface StreamLimit {
  /** Counts one; returns what ends it. `caller`: who it is, unless cookie and token say so. Throws HttpProblem 429 `streams.tooMany` for one over the limit. */
  readonly enter: (request: Request, caller?: string) => () => void
}

/** A page holds one stream for itself and one for the run it shows; a person has some tens of pages. */
const MOST_STREAMS = 100

/** Browsers of one session are one caller, each bearer token is one, and programs without either are one. */
const callerOf = (request: Request): string =>
  request.headers.get('authorization') ?? request.headers.get('cookie') ?? ''

export const createStreamLimit = (most = MOST_STREAMS): StreamLimit => {
  const open = new Map<string, number>()
  return {
    enter: (request, caller = callerOf(request)) => {
      const count = open.get(caller) ?? 0
      if (count >= most) {
        const detail = `There are ${most} event streams open already: close some, or read the Journal as JSON.`
        throw new HttpProblem(429, 'streams.tooMany', detail, { headers: { 'retry-after': '5' } })
      }
      open.set(caller, count + 1)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        const left = (open.get(caller) ?? 1) - 1
        if (left === 0) open.delete(caller)
        else open.set(caller, left)
      }
    },
  }
}

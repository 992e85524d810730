import type { Clock, ExecutorDeps } from '../record/executor-deps.ts'

/** How many rounds in which nothing happens mean that nothing more will. */
const IDLE_ROUNDS = 3

type Around = <T>(work: () => Promise<T>) => Promise<T>

/** The same world with everything between an execution and its Journal or files, and its rests, told to `around`: it is at work there. */
export function watchStorage(deps: ExecutorDeps, around: Around): ExecutorDeps {
  const { journal } = deps
  const { put, putText, get } = journal.bodies
  return {
    ...watchWaits(deps, around),
    journal: {
      ...journal,
      append: (lease, events) => around(() => journal.append(lease, events)),
      bodies: {
        put: (bytes) => around(() => put(bytes)),
        ...(putText && { putText: (text) => around(() => putText(text)) }),
        get: (hash) => around(() => get(hash)),
      },
    },
  }
}

/** The same without the Journal: one that is kept in memory is done before a clock moves. */
export function watchWaits(deps: ExecutorDeps, around: Around): ExecutorDeps {
  const { ideas, onCall, rest } = deps
  return {
    ...deps,
    ...(rest && { rest: () => around(rest) }),
    ...(onCall && { onCall: (call) => around(async () => await onCall(call)) }),
    ideas: { resolve: (address, from) => around(() => ideas.resolve(address, from)) },
  }
}

/** The same world with the reads counted that an execution without effects may still wait for. */
export function watchReads(deps: ExecutorDeps): { readonly deps: ExecutorDeps; readonly pending: () => number } {
  let pending = 0
  const counted = watchStorage(deps, async (read) => {
    pending++
    try {
      return await read()
    } finally {
      pending--
    }
  })
  return { deps: counted, pending: () => pending }
}

/** Resolves once an execution that only reads has gone as far as it can: it takes no step and waits for no read. */
export async function untilIdle(clock: Clock, steps: () => number, pending: () => number): Promise<undefined> {
  for (let idle = 0, last = steps(); idle < IDLE_ROUNDS;) {
    await clock.sleep(0, new AbortController().signal)
    idle = steps() === last && pending() === 0 ? idle + 1 : 0
    last = steps()
  }
  return undefined
}

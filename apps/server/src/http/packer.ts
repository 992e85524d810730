/** Collects values for `ms` and hands them over together: few messages for a client, however many events. */
export interface Packer<T> {
  push(value: T): Promise<void>
  /** Hands over what is left. */
  flush(): Promise<void>
}

const MOST_PACKED = 1000

export const createPacker = <T>(ms: number, deliver: (values: readonly T[]) => Promise<void>): Packer<T> => {
  let packed: T[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let delivering: Promise<void> | undefined
  /** Messages that come while the client takes one wait for the next. */
  const deliverAll = async (): Promise<void> => {
    try {
      while (packed.length > 0) {
        const values = packed
        packed = []
        await deliver(values)
      }
    } finally {
      delivering = undefined
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    return (delivering ??= Promise.resolve().then(deliverAll))
  }
  return {
    flush,
    push: async (value) => {
      packed.push(value)
      // The source's reader awaits it: a slow client slows the reading and doesn't fill memory.
      if (packed.length >= MOST_PACKED) await flush()
      else timer ??= setTimeout(() => void flush().catch(() => undefined), ms)
    },
  }
}

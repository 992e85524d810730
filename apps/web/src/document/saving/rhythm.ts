export interface RhythmOptions {
  /** A pause in typing after which is saved. */
  readonly delayMs: number
  /** The latest save after the first unsaved change, even while typing continues. */
  readonly longestMs: number
  /** Called with true when a save begins, false when all is quiet again. */
  onSaving(saving: boolean): void
}

export interface Rhythm {
  /** Something changed: saves once the typing pauses. */
  soon(): void
  /** Saves so much later, unless something else asks for it before. */
  after(ms: number): void
  /** Saves at once; what is changed while a save is under way goes with the next one, which this waits for. */
  now(): Promise<void>
  stop(): void
}

/** When `save` is called: one at a time, in the pauses of typing. */
export function createRhythm(save: () => Promise<void>, { delayMs, longestMs, onSaving }: RhythmOptions): Rhythm {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the first change was made that no save has begun with. */
  let waitingSince: number | null = null
  let running: Promise<void> | null = null
  /** The save after that one, where it was asked for meanwhile. */
  let following: Promise<void> | null = null

  const run = async (): Promise<void> => {
    onSaving(true)
    try {
      await save()
    } finally {
      running = null
      onSaving(false)
    }
  }
  const after = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void now(), ms)
  }
  function now(): Promise<void> {
    clearTimeout(timer)
    if (running !== null) {
      // Changes since that save began are not in it.
      following ??= running.then(() => {
        following = null
        return now()
      })
      return following
    }
    waitingSince = null
    running = run()
    return running
  }

  return {
    soon() {
      waitingSince ??= Date.now()
      after(Math.max(0, Math.min(delayMs, waitingSince + longestMs - Date.now())))
    },
    after,
    now,
    stop: () => clearTimeout(timer),
  }
}

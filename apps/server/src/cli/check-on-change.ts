import { watchWorkspace } from '../workspace/watch.ts'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Runs a check now and after each change of the workspace's files, one at a time. Ends, with the last code, at a signal. */
export const checkOnChange = async (root: string, check: () => Promise<number>): Promise<number> => {
  let code = 0
  let isStale = true
  let wake = (): void => undefined
  const change = (): void => {
    isStale = true
    wake()
  }
  let isAsked = false
  const stop = (): void => {
    isAsked = true
    wake()
  }
  for (const signal of SIGNALS) process.once(signal, stop)
  const onGap = (): void => console.error('ensemble: Some files cannot be watched: a change in them is not noticed.')
  const watching = await watchWorkspace({ root, onChange: change, onGap })
  try {
    while (!isAsked) {
      if (isStale) {
        isStale = false
        code = await check()
        console.error('Watching for changes. Ctrl+C ends.')
      } else
        await new Promise<void>((resolve) => {
          wake = resolve
          if (isAsked || isStale) resolve()
        })
    }
    return code
  } finally {
    watching.close()
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}

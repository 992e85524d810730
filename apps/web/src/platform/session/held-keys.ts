let gestures = 0
let release = (): void => undefined

/** True while the code of a gesture loads: it may open a dialog, which the keys are for. */
export const areKeysHeld = (): boolean => gestures > 0

/** Calls `then` each time the last gesture's code has come and run. */
export const whenReleased = (then: () => void): void => void (release = then)

/** Holds the keys back until a gesture's code has come and run, or failed. */
export const holdKeys = <Result>(gesture: Promise<Result>): Promise<Result> => {
  gestures += 1
  return gesture.finally(() => {
    gestures -= 1
    if (gestures === 0) release()
  })
}

import type { Page } from '@playwright/test'

/** Milliseconds from each key to the first frame in which `selector` matches, or matches no longer. */
export async function keyToElement(page: Page, selector: string, rounds: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    times.push(await timeKey(page, 'x', selector, true))
    await page.keyboard.press('Backspace')
    await page.waitForFunction((wanted) => document.querySelector(wanted) === null, selector)
    // The next key finds the page at rest, as after a person's pause; Monaco's own service waits half a second.
    await page.waitForTimeout(50)
  }
  return times
}

/** Measured inside the page by the key's own time stamp, so that the driver's time does not count. */
export const timeKey = (page: Page, key: string, selector: string, appears: boolean): Promise<number> =>
  timeUntil(page, key, `(document.querySelector(${JSON.stringify(selector)}) !== null) === ${appears}`)

/** Milliseconds from a key to the first frame in which the text of `selector` is another. */
export const timeChange = (page: Page, key: string, selector: string): Promise<number> => {
  const text = `document.querySelector(${JSON.stringify(selector)})?.textContent`
  return timeUntil(page, key, `${text} !== globalThis.textBefore`, `globalThis.textBefore = ${text}`)
}

/** `until` and `first` are expressions of the page: what is waited for, and what is done when the key is pressed. */
async function timeUntil(page: Page, key: string, until: string, first = ''): Promise<number> {
  // Two steps: the listener has to be there before the key is.
  await page.evaluate(`void (globalThis.measured = new Promise((resolve) => {
    addEventListener('keydown', ({ timeStamp }) => {
      ${first}
      const look = () => (${until}) ? resolve(performance.now() - timeStamp) : requestAnimationFrame(look)
      requestAnimationFrame(look)
    }, { capture: true, once: true })
  }))`)
  await page.keyboard.press(key)
  return page.evaluate<number>('globalThis.measured')
}

/** Processor milliseconds per key: in scripts, and in all tasks of the main thread, drawing included. */
export interface KeyCost {
  readonly scripts: number
  readonly all: number
}

/** The main-thread time of a burst of keys and its effects, without waiting for a processor. */
export async function mainThreadPerKey(page: Page, keys: number): Promise<KeyCost> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async (): Promise<KeyCost> => {
    const { metrics } = await session.send('Performance.getMetrics')
    const milliseconds = (wanted: string): number => (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000
    return { scripts: milliseconds('ScriptDuration'), all: milliseconds('TaskDuration') }
  }
  const before = await spent()
  for (let index = 0; index < keys; index += 1) {
    await page.keyboard.press('a')
    await page.waitForTimeout(100)
  }
  // Effects of typing, such as saving, count as well.
  await page.waitForTimeout(1500)
  const after = await spent()
  await session.detach()
  return { scripts: (after.scripts - before.scripts) / keys, all: (after.all - before.all) / keys }
}

/** Takes unsorted values; 0.95 gives the value that one in twenty exceeds. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN

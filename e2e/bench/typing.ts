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

/** Milliseconds of the page's main thread per key, over a burst of keys and what follows them. */
export async function mainThreadPerKey(page: Page, keys: number): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const before = await spent()
  for (let index = 0; index < keys; index += 1) {
    await page.keyboard.press('a')
    await page.waitForTimeout(100)
  }
  // What typing leaves behind, such as saving, counts as well.
  await page.waitForTimeout(1500)
  const after = await spent()
  await session.detach()
  return (after - before) / keys
}

/** Of unsorted values; 0.95 gives the value that one in twenty exceeds. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN

import type { Browser, CDPSession, Page } from '@playwright/test'

/** Processor milliseconds that a frame takes: in the page's main thread, and in all processes of the browser. */
export interface FrameCost {
  readonly mainThread: number
  readonly everywhere: number
}

async function readUsed(page: CDPSession, browser: CDPSession): Promise<FrameCost> {
  const { metrics } = await page.send('Performance.getMetrics')
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo')
  return {
    mainThread: 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0),
    everywhere: 1000 * processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
  }
}

/** Moves the pressed mouse from `at` by a step each frame, and says what a frame cost. */
export async function costOfMoving(
  browser: Browser,
  page: Page,
  {
    at,
    frames,
    nextFrame,
  }: { readonly at: { x: number; y: number }; readonly frames: number; readonly nextFrame: () => Promise<unknown> },
): Promise<FrameCost> {
  const client = await page.context().newCDPSession(page)
  const whole = await browser.newBrowserCDPSession()
  await client.send('Performance.enable')
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x + 6, at.y + 6)
  await nextFrame()
  const before = await readUsed(client, whole)
  for (let frame = 0; frame < frames; frame += 1) {
    // There and back, so that what is seen stays about the same.
    const out = frame < frames / 2 ? frame : frames - frame
    await page.mouse.move(at.x + 6 + 3 * out, at.y + 6 + out)
    await nextFrame()
  }
  const after = await readUsed(client, whole)
  await page.mouse.up()
  await client.detach()
  await whole.detach()
  return {
    mainThread: (after.mainThread - before.mainThread) / frames,
    everywhere: (after.everywhere - before.everywhere) / frames,
  }
}

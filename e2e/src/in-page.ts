import type { Page } from '@playwright/test'

/** Answers the page as a browser does whose user saves data. */
export const saveData = (): void => {
  const { connection } = navigator as { readonly connection?: object } // Chromium's, not in the types
  if (connection) Object.defineProperty(connection, 'saveData', { value: true })
}

/** The place of each node on the canvas by its id, in any view. */
export const placesOnCanvas = async (page: Page): Promise<readonly string[]> => {
  const places = await page
    .locator('.react-flow__node')
    .evaluateAll((nodes) => nodes.map((node) => `${node.dataset['id']} ${(node as HTMLElement).style.transform}`)) // React Flow draws HTML
  return places.toSorted()
}

/** Resolves once neither the view nor a node has moved for so many frames: a click goes where its target was drawn. */
export const canvasRests = async (page: Page, frames = 12): Promise<void> => {
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const look = (): string =>
          [...document.querySelectorAll<HTMLElement>('.react-flow__viewport, .react-flow__node')]
            .map(({ style, offsetHeight }) => `${style.transform} ${offsetHeight}`)
            .join()
        let before = look()
        let same = 0
        const next = (): void => {
          const now = look()
          same = now === before ? same + 1 : 0
          before = now
          if (same >= wanted) resolve()
          else requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    frames,
  )
}

/** The text that other programs would get of what `copy` does. */
export const textCopiedBy = async (page: Page, copy: () => Promise<void>): Promise<string> => {
  // Two steps: the key may come before a listener that is only on its way.
  const copied = await page.evaluateHandle(() => {
    const text = new Promise<string>((resolve) => {
      const onCopy = (event: ClipboardEvent): void => resolve(event.clipboardData?.getData('text/plain') ?? '')
      addEventListener('copy', onCopy, { once: true })
    })
    return { text }
  })
  await copy()
  return await copied.evaluate(({ text }) => text)
}

/** Resolves once the browser's own database holds histories without a step to redo of so many tabs. */
export const stepsAreKept = async (page: Page, tabs = 1): Promise<void> => {
  await page.waitForFunction(
    (wanted) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('ensemble')
        // Made before the page makes it, it would lack what the page puts into it.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve(false)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('histories').objectStore('histories').getAll()
          reading.onsuccess = () => {
            opening.result.close()
            const kept = reading.result.filter(({ history }) => history?.future.length === 0)
            resolve(kept.length >= wanted)
          }
        }
      }),
    tabs,
  )
}

/** Pastes a text as the key does. The page has to listen already. */
export const pasteText = async (page: Page, text: string): Promise<void> => {
  await page.evaluate((given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', given)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

import type { Page } from '@playwright/test'

export interface BareList {
  /** A second, while events arrived. */
  readonly frames: number
  readonly events: number
}

/**
 * The best a page can do with a live Run's events: it keeps every event and draws the last lines in a plain virtual
 * list.
 */
export const followInBareList = (page: Page, run: string): Promise<BareList> =>
  page.evaluate(async (id) => {
    const ROW = 24
    const box = document.createElement('div')
    box.style.cssText = 'position:fixed;inset:0;overflow:auto;font:12px monospace;background:white'
    const all = document.createElement('div')
    all.style.position = 'relative'
    box.append(all)
    document.body.replaceChildren(box)
    const rows = Array.from({ length: Math.ceil(innerHeight / ROW) + 2 }, () => {
      const row = document.createElement('div')
      row.style.cssText = `position:absolute;height:${ROW}px;white-space:nowrap`
      all.append(row)
      return row
    })
    const events: unknown[] = []
    let isOver = false
    const read = async (): Promise<void> => {
      const response = await fetch(`/api/runs/${id}/events?pack=16`, { headers: { accept: 'text/event-stream' } })
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      let rest = ''
      for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
        const lines = (rest + piece.value).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines)
          if (line.startsWith('data: [')) for (const event of JSON.parse(line.slice(6))) events.push(event)
      }
      isOver = true
    }
    const draw = (): void => {
      all.style.height = `${events.length * ROW}px`
      box.scrollTop = box.scrollHeight
      const first = Math.max(0, Math.floor(box.scrollTop / ROW))
      for (const [at, row] of rows.entries()) {
        row.style.transform = `translateY(${(first + at) * ROW}px)`
        row.textContent = JSON.stringify(events[first + at] ?? '').slice(0, 120)
      }
    }
    void read()
    while (events.length < 5000) await new Promise(requestAnimationFrame)
    const startedAt = performance.now()
    let frames = 0
    while (performance.now() - startedAt < 3000) {
      await new Promise(requestAnimationFrame)
      draw()
      frames++
    }
    const perSecond = (frames * 1000) / (performance.now() - startedAt)
    while (!isOver) await new Promise(requestAnimationFrame)
    return { frames: perSecond, events: events.filter((event) => (event as { seq: unknown }).seq !== null).length }
  }, run)

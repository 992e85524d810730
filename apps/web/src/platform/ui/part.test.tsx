// @vitest-environment happy-dom
import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { part } from './part.tsx'

it('a part has the focus it asks for as soon as it is seen', async () => {
  function Field() {
    const field = useRef<HTMLInputElement>(null)
    useEffect(() => field.current?.focus(), [])
    return <input ref={field} />
  }
  let arrive: ((code: typeof Field) => void) | undefined
  const Late = part(() => new Promise<typeof Field>((resolve) => void (arrive = resolve)))
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  onTestFinished(() => {
    root.unmount()
    box.remove()
  })
  root.render(<Late />)
  const seen = new Promise<Element | null>((resolve) => {
    new MutationObserver((_changes, observer) => {
      observer.disconnect()
      resolve(document.activeElement)
    }).observe(box, { childList: true })
  })
  await vi.waitFor(() => expect(arrive).toBeDefined())
  arrive?.(Field)
  expect((await seen)?.localName).toBe('input')
})

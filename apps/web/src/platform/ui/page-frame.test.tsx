// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, it } from 'vitest'
import { PageFrame } from './PageFrame.tsx'
import { drawForm } from './test-form.tsx'

function Opener() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {isOpen && (
        <PageFrame title="Settings" back="Back" onClose={() => setOpen(false)}>
          text
        </PageFrame>
      )}
    </>
  )
}

it('takes the focus, and gives it back to what opened the page', async () => {
  const { box, button, press } = await drawForm(<Opener />)
  button('open').focus()
  await press('open')
  expect(document.activeElement).toBe(box.querySelector('section'))
  await act(async () => button('Back').click())
  expect(box.querySelector('section')).toBeNull()
  expect(document.activeElement).toBe(button('open'))
})

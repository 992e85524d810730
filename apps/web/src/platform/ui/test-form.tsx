import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A form in a document without a browser, used as a person uses it: by labels and names. */
export interface TestForm {
  readonly box: HTMLElement
  readonly field: (label: string) => Control
  readonly button: (name: string) => HTMLButtonElement
  readonly type: (label: string, text: string) => Promise<void>
  readonly leave: (label: string) => Promise<void>
  readonly choose: (label: string, value: string) => Promise<void>
  readonly press: (name: string) => Promise<void>
  readonly key: (target: Element, key: string) => Promise<void>
}

const nameOf = (each: Element): string => each.getAttribute('aria-label') ?? each.textContent ?? ''

const only = <E extends Element>(found: E | undefined, what: string, box: HTMLElement): E => {
  if (found === undefined) throw new Error(`No ${what} in ${box.innerHTML}`)
  return found
}

/** React listens to the setter of the element itself, so the text goes through the prototype's. */
const setValue = (element: Control, value: string): void => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value)
}

export const drawForm = async (node: ReactNode): Promise<TestForm> => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    box.remove()
  })
  await act(async () => root.render(node))

  const field: TestForm['field'] = (label) => {
    const fields = [...box.querySelectorAll<Control>('input, select, textarea')]
    const labelled = (each: HTMLElement): string => {
      const by = [...box.querySelectorAll('label')].find((one) => one.htmlFor === each.id || one.contains(each))
      return each.getAttribute('aria-label') ?? by?.textContent ?? ''
    }
    return only(
      fields.find((each) => labelled(each).trim().startsWith(label)),
      `field “${label}”`,
      box,
    )
  }
  const button: TestForm['button'] = (name) =>
    only(
      [...box.querySelectorAll('button')].find((each) => nameOf(each).trim() === name),
      `button “${name}”`,
      box,
    )
  return {
    box,
    field,
    button,
    type: (label, text) =>
      act(async () => {
        const input = field(label)
        setValue(input, text)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    leave: (label) => act(async () => void field(label).dispatchEvent(new FocusEvent('focusout', { bubbles: true }))),
    choose: (label, value) =>
      act(async () => {
        const select = field(label)
        setValue(select, value)
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }),
    press: (name) => act(async () => button(name).click()),
    key: (target, key) =>
      act(
        async () => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
      ),
  }
}

/** Whether what is typed there is text. */
export const isTypedIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"], .monaco-editor') !== null)

/** Whether bare keys belong to nearby controls: a button must not delete a node. */
export const isInForm = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[data-own-keys], form, fieldset, [role="dialog"]') !== null

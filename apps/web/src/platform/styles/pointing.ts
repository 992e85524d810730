/**
 * Marks the page while its user points rather than types. Where a script moves the focus, as tabs do under a click, a
 * browser shows its ring as if a key had done so.
 */
export function watchPointing(): void {
  const root = document.documentElement
  document.addEventListener('pointerdown', () => root.setAttribute('data-pointing', ''), { capture: true })
  document.addEventListener('keydown', () => root.removeAttribute('data-pointing'), { capture: true })
}

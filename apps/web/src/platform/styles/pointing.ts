/** Marks the page while its user points: browsers show a focus ring when scripts move the focus. */
export function watchPointing(): void {
  const root = document.documentElement
  document.addEventListener('pointerdown', () => root.setAttribute('data-pointing', ''), { capture: true })
  document.addEventListener('keydown', () => root.removeAttribute('data-pointing'), { capture: true })
}

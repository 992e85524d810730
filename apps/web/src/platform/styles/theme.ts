const SYSTEM = '(prefers-color-scheme: dark)'

/** Whether the page is dark now: as it was chosen, else as the system is. */
export function isDark(): boolean {
  const { theme = 'system' } = document.documentElement.dataset
  return theme === 'dark' || (theme === 'system' && matchMedia(SYSTEM).matches)
}

/** Calls `onChange` when the page or the system changes between light and dark. Returns how to stop. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const system = matchMedia(SYSTEM)
  system.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', onChange)
  }
}

import type { TextStorage } from './mirror.ts'

const createMemory = (): TextStorage => {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  }
}

/** The browser's storage, or a memory as long as the page where the browser has none or denies it. */
export const openPageStorage = (): TextStorage => {
  try {
    // Access itself throws where site data is blocked; it is null if the browser has none.
    const found: TextStorage | null = window.localStorage
    return found ?? createMemory()
  } catch {
    return createMemory()
  }
}

export const pageStorage = openPageStorage()

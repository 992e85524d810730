let silence: (() => void) | undefined

/** Says that a sound begins: whatever sounded before is paused by its own `pause`. */
export function takeTurn(pause: () => void): void {
  if (silence !== pause) silence?.()
  silence = pause
}

/** Numbers of the open run. */
export function RunStatus() {
  return null
}

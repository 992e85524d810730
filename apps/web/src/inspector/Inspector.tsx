export function Inspector() {
  return <aside />
}

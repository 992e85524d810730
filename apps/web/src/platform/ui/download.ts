/** Hands a file to the browser, as a link of the page would. */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has taken the file up by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

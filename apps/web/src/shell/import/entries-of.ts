/** The folders and files of a drop, which can be asked for only while it happens; none where there are files alone. */
export const entriesOf = ({ items }: DataTransfer): readonly FileSystemEntry[] => {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  return entries.some(({ isDirectory }) => isDirectory) ? entries : []
}

/** The routes by which texts reach the server. */
export interface SavePort {
  saveFile(
    file: string,
    text: string | null,
    etag: string | null,
  ): Promise<{ readonly etag: string | null; readonly draft?: string }>
  saveFiles(
    edits: readonly { readonly file: string; readonly text: string | null; readonly ifMatch: string | null }[],
  ): Promise<ReadonlyMap<string, string | null>>
  saveDraft(file: string, text: string, base: string | null): Promise<unknown>
  dropDraft(file: string): Promise<unknown>
  readFile(file: string): Promise<{ readonly text: string | null; readonly etag: string | null }>
}

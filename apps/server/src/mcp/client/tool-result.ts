import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import type { ActivityContext, Json } from '@ensemble/core'

/** The name of a result's file, if the server gave none. */
const fileNameFor = (mimeType: string): string => {
  const [kind = 'file', subtype = ''] = mimeType.split('/')
  const extension = subtype.replace(/\+.*$/, '').replaceAll(/[^a-z0-9]/gi, '') || 'bin'
  return `${kind.replaceAll(/[^a-z]/gi, '') || 'file'}.${extension}`
}

const toArtifact = (context: ActivityContext, base64: string, mimeType: string): Promise<Json> =>
  context.artifact(fileNameFor(mimeType), Buffer.from(base64, 'base64'), { type: mimeType })

const toValue = async (block: ContentBlock, context: ActivityContext): Promise<Json> => {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return toArtifact(context, block.data, block.mimeType)
    case 'resource_link':
      return { uri: block.uri, name: block.name, ...(block.mimeType !== undefined && { type: block.mimeType }) }
    case 'resource': {
      const { resource } = block
      if ('text' in resource) return { uri: resource.uri, text: resource.text }
      return toArtifact(context, resource.blob, resource.mimeType ?? 'application/octet-stream')
    }
  }
}

const textOf = ({ content }: CallToolResult): string =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')

/**
 * The result of a `tools/call` as a Call's: structured content, else text, else the list; media become Artifacts.
 * Throws the server's error.
 */
export const toCallResult = async (result: CallToolResult, context: ActivityContext): Promise<Json> => {
  if (result.isError === true) throw new Error(textOf(result) || 'The MCP server said that it failed, and not why.')
  // It came as JSON.
  if (result.structuredContent !== undefined) return result.structuredContent as Json
  if (result.content.every(({ type }) => type === 'text')) return textOf(result)
  const values = await Promise.all(result.content.map((block) => toValue(block, context)))
  return values.length === 1 ? (values[0] ?? null) : values
}

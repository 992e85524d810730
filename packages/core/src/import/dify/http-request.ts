import type { JsonObject } from '../../schema/json.ts'
import type { ToolSchema } from '../../tool/tool.ts'
import type { Draft } from '../draft.ts'
import { objectIn, textIn } from '../values.ts'
import { createPlaces } from './places.ts'
import { callName, freeName } from './tools.ts'

/** The Tool and the HTTP Activity of an HTTP request node; its headers and body are reported. */
export const addRequest = (
  name: string,
  data: JsonObject,
  path: string,
  tools: { [name: string]: ToolSchema },
  draft: Draft,
): void => {
  const places = createPlaces()
  const url = places.read(textIn(data['url'])).trim()
  const method = textIn(data['method']).toUpperCase() || 'GET'
  const host = /^https?:\/\/([^/?#{}\s]+)(?=[/?#]|$)/i.exec(url)?.[1]
  if (host === undefined || !['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    return draft.report(path, 'httpUnread', { name, reason: 'its address is made by an expression' })
  const made = freeName(callName(name), tools)
  const query = textIn(data['params'])
    .split('\n')
    .flatMap((line) => {
      const [, key, value] = /^\s*([^:\s]+)\s*:\s*(.*)$/.exec(line) ?? []
      return key === undefined
        ? []
        : [
            `${encodeURIComponent(key)}=${places.read(value ?? '').replaceAll(/[^{}\w.-]+/g, (part) => encodeURIComponent(part))}`,
          ]
    })
  const whole = query.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`
  const members = [...new Set([...whole.matchAll(/\{(\w+)\}/g)].map(([, member = '']) => member))]
  const activity = draft.addHttp(
    made,
    { description: textIn(data['desc']) || name, ...(method !== 'GET' && { method }), url: whole },
    path,
  )
  draft.report(path, 'allowHost', { host, name: activity })
  if (objectIn(data['authorization'])['type'] === 'api-key') draft.report(path, 'credential', { name: activity })
  if (textIn(data['headers']) !== '') draft.report(path, 'httpPart', { name, part: 'its headers' })
  const body = objectIn(data['body'])
  if (!['none', ''].includes(textIn(body['type']))) draft.report(path, 'httpPart', { name, part: 'its body' })
  tools[made] = {
    type: 'object',
    description: textIn(data['desc']) || `Sends the request ${name}.`,
    properties: {
      ...(activity !== made && { _activity: { const: activity } }),
      ...(method !== 'GET' && method !== 'HEAD' && { _approval: { const: 'required' } }),
      ...Object.fromEntries(
        members.map((member) => [member, { type: 'string', description: member.replaceAll('_', ' ') }]),
      ),
    },
    ...(members.length > 0 && { required: members }),
  }
}

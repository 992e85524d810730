import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { say } from './say.ts'

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
const OWN = /^(host|content-length|connection|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*)$/i
const NEEDS_SECRET = /^(authorization|cookie|x-api-key)$/i
const SECRET = /secret:\/\/([A-Za-z][A-Za-z0-9_-]{0,63})/g
const POINTER = /^(\/([^~]|~[01])*)?$/

/** The server's complaint about a definition, shown next to its field; null if it is fine. */
export const faultOfUrl = (url: string): string | null =>
  /^https?:\/\/[^/?#{}\s]+/.test(url) && URL.canParse(url.replaceAll(/[{}]/g, '')) ? null : say('http.badUrl')

export const faultOfHeaderName = (name: string): string | null =>
  TOKEN.test(name) && !OWN.test(name) ? null : say('http.badHeader')

export const faultOfHeader = (name: string, value: string): string | null =>
  NEEDS_SECRET.test(name) && !/secret:\/\/[A-Za-z]/.test(value) ? say('http.needsSecret') : null

/** A new header: the name of a key instead of the key. */
export const firstValue = (activity: string, header: string): string => {
  const secret = `secret://${activity.replaceAll('-', '_').toUpperCase()}_KEY`
  if (/^authorization$/i.test(header)) return `Bearer ${secret}`
  return NEEDS_SECRET.test(header) ? secret : ''
}

/** A pointer as it is, or the object of pointers that a text holds; undefined if it is neither. */
export const resultOf = (text: string): Json | undefined => {
  if (POINTER.test(text)) return text
  const value = jsonOf(text)
  const holds = isObject(value) && Object.values(value).every((one) => typeof one === 'string' && POINTER.test(one))
  return holds ? value : undefined
}

export const jsonOf = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json // what JSON.parse gives
  } catch {
    return undefined
  }
}

/** Names of the secrets that a definition needs. */
export const secretsIn = (definition: JsonObject): readonly string[] => [
  ...new Set([...JSON.stringify(definition).matchAll(SECRET)].map(([, name = '']) => name)),
]

/** Whether `egress.hosts` allows an address: by its name, or by its name and port. */
export const isHostAllowed = (url: string, hosts: readonly string[]): boolean => {
  if (!URL.canParse(url)) return false
  const { host, hostname } = new URL(url)
  return hosts.some((each) => [host, hostname].includes(each.toLowerCase()))
}

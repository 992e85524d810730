import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { type SecureContext, createSecureContext, rootCertificates } from 'node:tls'
import { EnsembleError } from '@ensemble/core'

/** The certificates that an endpoint may show; `key` changes with them. */
export interface Trust {
  readonly key: string
  readonly context: SecureContext
}

interface TrustedEndpoint {
  readonly baseUrl: string
  /** `ca` of ensemble.json: a file of certificates in PEM form. */
  readonly ca?: string
}

/** Larger than any list of authorities. */
const MOST_BYTES = 1024 * 1024
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/**
 * The authorities of an endpoint that has its own, on top of the well-known ones; the file is read again once it changes. Throws
 * EnsembleError `egress.refused` with one sentence.
 */
export const createTrustOf = (
  root: string,
  endpoints: () => ReadonlyMap<string, TrustedEndpoint>,
): ((url: URL) => Trust | undefined) => {
  const known = new Map<string, Trust>()
  return ({ host }) => {
    for (const [name, { baseUrl, ca }] of endpoints()) {
      if (ca === undefined || new URL(baseUrl).host !== host) continue
      const fault = (why: string): EnsembleError =>
        new EnsembleError('egress.refused', `The file ${ca} ${why}. Correct "endpoints.${name}.ca" in ensemble.json.`)
      const path = pathOf(root, ca)
      if (path === undefined) throw fault('is outside the workspace: give its whole path')
      const key = `${path} ${stampOf(path, fault)}`
      const trust = known.get(key) ?? { key, context: contextOf(readFileSync(path, 'utf8'), fault) }
      known.set(key, trust)
      return trust
    }
    return undefined
  }
}

const pathOf = (root: string, ca: string): string | undefined => {
  const path = resolve(root, ca)
  return isAbsolute(ca) || !relative(root, path).startsWith('..') ? path : undefined
}

/** Another one once the file changed. */
const stampOf = (path: string, fault: (why: string) => Error): string => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw fault('is missing')
  if (!found.isFile() || found.size > MOST_BYTES) throw fault('is not a file of certificates')
  return `${found.mtimeMs} ${found.size}`
}

const contextOf = (text: string, fault: (why: string) => Error): SecureContext => {
  const own = text.match(CERTIFICATE) ?? []
  if (own.length === 0) throw fault('holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)')
  try {
    for (const certificate of own) new X509Certificate(certificate)
  } catch {
    throw fault('holds a certificate that cannot be read')
  }
  return createSecureContext({ ca: [...rootCertificates, ...own] })
}

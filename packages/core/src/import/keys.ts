/** Words of a name whose value is a key: `api_key`, `X-RapidAPI-Key`, `accessToken`, but not `keyword` or `max_tokens`. */
const WORDS =
  /^(?:key|apikey|appkey|appid|token|authtoken|accesstoken|secret|pass|passwd|password|passphrase|pwd|credentials?|auth|authorization|authentication|cookie|signature|sig|jwt|bearer|pat)$/
/** Beginnings that issuers give their keys, and their length. */
const ISSUED =
  /(?:\bsk-|\bsk_(?:live|test)_|\bghp_|\bgho_|\bgithub_pat_|\bglpat-|\bxox[abprs]-|\bAIza|\bAKIA|\bhf_|\bgsk_|\bpplx-|\btvly-|\br8_|\bntn_|\beyJ[\w-]+\.)[\w.-]{12,}/g
/** As long as a reference to a secret may be. */
const LONGEST = 64

export const isKeyName = (name: string): boolean =>
  name
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => WORDS.test(word))

/** A text whose keys, known by their beginnings, are replaced. */
export const replaceKeys = (text: string, replace: () => string): string => text.replaceAll(ISSUED, replace)

const holdsKey = (text: string): boolean => text.search(ISSUED) >= 0

/** `ORDERS_EXAMPLE_COM_AUTHORIZATION`: by its host, so that no other host gets the key. */
export const secretFor = (host: string, name: string): string =>
  `${host}_${name}`
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(/^(?=[^A-Za-z])/, 'HOST_')
    .toUpperCase()
    .slice(-LONGEST)
    .replace(/^[^A-Z]+/, '')

/** A segment of a path that is itself a key: a Telegram bot's, a webhook's. */
export const hasKeyInPath = (url: string): boolean => {
  const path = url.split(/[?#]/)[0] ?? ''
  return (
    holdsKey(path) ||
    /\/bot\d+:[\w-]{20,}/.test(path) ||
    (/^https?:\/\/hooks?\.|\/webhooks?\//i.test(path) && /\/[\w-]{16,}(?:\/|$)/.test(path))
  )
}

/** An address whose values of keys are left out, where no secret can take their place. */
export const withoutKeys = (url: string): string =>
  url
    .replace(/^(\w+:\/\/)[^/?#@]*@/, '$1')
    .replaceAll(/([?&])([^=&#]*)=([^&#]*)/g, (whole, sign: string, name: string, value: string) =>
      isKeyName(name) || holdsKey(value) ? `${sign}${name}=` : whole,
    )

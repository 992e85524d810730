import type { coverageOf } from '@ensemble/core/trace'

/** More names than this tell less than their number. */
const MOST_NAMED = 5

const listed = (names: readonly string[]): string => {
  const named = names.slice(0, MOST_NAMED)
  const rest = names.length - named.length
  const all = rest > 0 ? [...named, `${rest.toLocaleString('en')} more`] : named
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`
}

/** Says which Tools a simulated Run left out and how to run one, and which Ideas it could not reach; nothing if it ran all. */
export function coverageSentences({ ran, missed, unreached }: ReturnType<typeof coverageOf>): readonly string[] {
  const total = ran.length + missed.length
  const [first] = missed
  return [
    ...(first === undefined
      ? []
      : [
          `${ran.length.toLocaleString('en')} of ${total.toLocaleString('en')} Tools ran; ${listed(missed.map(({ tool }) => tool))} did not.`,
          `To simulate one of them, run \`ensemble run ${first.idea} --input JSON\` with "Use ${first.tool}." in a text of the input.`,
        ]),
    ...(unreached.length === 0 ? [] : [`No Tool leads from here to ${listed(unreached)}.`]),
  ]
}

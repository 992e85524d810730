/** Phrases that a reader has to read twice (docs/terms.md). Pure: works on texts, so that it can be tested. */

/** @type {readonly (readonly [RegExp, string])[]} each phrase, with what to write in its place */
const PHRASES = [
  [/\bst(?:ands?|ood)\b(?! (?:in for|out|by|up))/i, 'is, or: is listed, is stored'],
  [/\bnobody(?:['’]s)?\b/i, 'no one, or name the person who would'],
  [/\bwho(?:m|so)?ever\b/i, 'the caller, a reader, people who …'],
  [/\b(?:is|are|was|were|be|been) told\b/i, 'gets, sees, learns'],
  [/(?<!\bthere )\b(?:is|are|was|were) none\b/i, 'there is no …, or: isn’t one'],
  [
    /(?<!\b(?:there|here))\s(?:is|are|was|were) no (?!longer|more|one|better|worse|different|less|greater|larger)/i,
    'isn’t a …, or: has no …',
  ],
  [/\banew\b/i, 'again'],
  [/\b(?:is|are|was|were) to be\b/i, 'must be, will be'],
  [/\b(?:lies|lay|lying)\b/i, 'is, is stored'],
  [
    /\bof (?:its|their|his|your|one['’]s) own(?= (?:and|or|in|is|that|which|with|to|for|where|at|on|as|by|from|so|may|has)\b|[^\w ]|$)/im,
    'its own …',
  ],
  [/\b(?:is|are|was|were) said\b/i, 'says, reports, shows'],
  [/\bmend(?:ed|s|ing)?\b/i, 'fix, repair'],
  [/\bbeside\b/i, 'next to, along with, compared with'],
  [/\bthe usual\b|\busual(?:ly)? (?:is|\d)/i, 'default'],
  [/\blets? go\b/i, 'releases, drops'],
  [/\bnot there\b/i, 'missing'],
  [/\bin force\b/i, 'current, active'],
  [/\b(?:taken|takes|take) up\b/i, 'resumed'],
  [/\bgo(?:es|ing)? on\b/i, 'continues'],
  [/\bhear[sd]? (?:of|from)\b/i, 'learns of, gets'],
  [/\bhow it came\b/i, 'name the cause'],
  [/\bnothing of (?:theirs|it)\b/i, 'none of it'],
  [/\bwhat is (?:selected|not equal)\b/i, 'the selection, the differences'],
  [/\btime at work\b/i, 'working time'],
  [/\bstop texts\b/i, 'stop sequences'],
]

/** The openings that make a clause do a noun's work. */
const OPENINGS = /^(?:What|Whatever|Whose|Of) (?!['’]s)/

const PIECE = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g

const TITLE = /\b(?:it|test|describe)(?:\.\w+(?:\([^\n]*\))?)*\(\s*$/

/**
 * Comments, and texts of more than two words; `titlesOnly`: of the texts only titles of tests.
 * @param {string} code @param {boolean} titlesOnly
 */
const piecesOf = (code, titlesOnly) =>
  [...code.matchAll(PIECE)].flatMap(({ 0: text, index }) => {
    if (text.startsWith('/')) return [{ text, index }]
    const counts =
      / \S+ /.test(text.replaceAll(/\$\{[^}]*\}/g, '')) &&
      (!titlesOnly || TITLE.test(code.slice(Math.max(0, index - 120), index)))
    return counts ? [{ text, index }] : []
  })

/** A page without code and link targets; lines keep their numbers. @param {string} page */
const proseOf = (page) =>
  page
    .replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/`[^`\n]*`|\]\([^)\n]*\)/g, '``')

/** @param {string} text */
const words = (text) => text.replace(/^[/*\s]+/, '')

/**
 * One sentence for each phrase of `file` that reads badly.
 * @param {{ path: string, text: string, titlesOnly?: boolean }} file `titlesOnly`: its other texts are data
 * @returns {string[]}
 */
export function badWords({ path, text, titlesOnly = false }) {
  const read = path.endsWith('.md') ? proseOf(text) : text
  const pieces = path.endsWith('.md') ? [{ text: read, index: 0 }] : piecesOf(text, titlesOnly)
  return pieces.flatMap((piece) => {
    /** @param {number} at */
    const place = (at) => `${path}:${read.slice(0, piece.index + at).split('\n').length}`
    const found = PHRASES.flatMap(([phrase, instead]) =>
      [...piece.text.matchAll(new RegExp(phrase, 'gim'))].map(
        (hit) => `${place(hit.index)}: "${hit[0].trim()}": write ${instead}`,
      ),
    )
    const opening = piece.text.startsWith('/') && OPENINGS.exec(words(piece.text))
    return opening ? [`${place(0)}: begin with a noun, not with "${opening[0].trim()}"`, ...found] : found
  })
}

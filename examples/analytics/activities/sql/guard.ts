import { tokensOf, type Token } from './tokens.ts'

const FUNCTIONS = new Set(
  `abs avg cast ceil ceiling coalesce count cume_dist date datetime dense_rank exp first_value floor group_concat ifnull
  iif instr julianday lag last_value lead length ln log lower ltrim max min mod nth_value ntile nullif percent_rank power
  rank replace round row_number rtrim sign sqrt strftime substr substring sum time total trim typeof unixepoch upper`.split(
    /\s+/,
  ),
)
/** Words that may precede a bracket and aren't functions. */
const BEFORE_BRACKET = new Set(
  `all and any as between by case distinct else except exists filter from glob having in intersect is join like limit
  materialized not offset on or order over partition select then union using values when where window with`.split(
    /\s+/,
  ),
)
/** Verbs of other statements: none of them has a place in a SELECT. */
const VERBS = new Set(
  `alter analyze attach begin commit create delete detach drop explain insert pragma recursive reindex release rollback
  savepoint update vacuum into`.split(/\s+/),
)
const ENDS_FROM = new Set([
  'where',
  'group',
  'having',
  'order',
  'limit',
  'window',
  'union',
  'intersect',
  'except',
  'select',
])

/**
 * Refuses everything but one SELECT over the given tables, read as SQLite would. Throws with a sentence for the model.
 */
export const guardSelect = (sql: string, tables: readonly string[]): void =>
  new Guard(tokensOf(sql), tables).statement()

class Guard {
  private at = 0
  private readonly known: Set<string>

  constructor(
    private readonly tokens: readonly Token[],
    tables: readonly string[],
  ) {
    this.known = new Set(tables)
  }

  /** The whole text: one query and nothing after it but a semicolon. */
  statement(): void {
    this.query()
    if (this.isSign(';')) this.at++
    if (this.now.type !== 'end') throw new Error('Write one statement: nothing may follow the first.')
  }

  private query(): void {
    if (this.isWord('with')) this.commonTables()
    if (!this.isWord('select'))
      throw new Error(
        `Only SELECT is allowed here; this statement begins with ${this.now.text.toUpperCase() || 'nothing'}.`,
      )
    this.body(false)
  }

  /** `WITH a AS (query), b (x) AS (query)`. */
  private commonTables(): void {
    do {
      this.at++
      this.refuseVerb()
      this.known.add(this.now.text)
      this.at++
      if (this.isSign('(')) while (!this.isSign(')') && this.now.type !== 'end') this.at++
      while (!this.isSign('(') && this.now.type !== 'end') this.at++
      this.at++
      this.query()
      this.expect(')')
    } while (this.isSign(','))
  }

  /** Everything up to the end of this query: its closing bracket, a semicolon or the end. */
  private body(inFrom: boolean): void {
    let lists = inFrom
    let wantsTable = inFrom
    for (; this.now.type !== 'end' && !this.isSign(')') && !this.isSign(';'); this.at++) {
      if (this.isSign('(')) {
        this.brackets(wantsTable)
        wantsTable = false
        continue
      }
      this.refuseVerb()
      if (wantsTable) {
        this.table()
        wantsTable = false
      } else if (this.startsTables()) {
        lists = true
        wantsTable = true
      } else if (this.isSign(',')) wantsTable = lists
      else if (this.now.type === 'word' && ENDS_FROM.has(this.now.text)) lists = false
      else this.function()
    }
  }

  /** A subquery, tables of a FROM, or an expression. */
  private brackets(wantsTable: boolean): void {
    this.at++
    if (this.isWord('select') || this.isWord('with')) this.query()
    else this.body(wantsTable)
    if (!this.isSign(')')) throw new Error('A bracket is not closed.')
  }

  /** `FROM` or `JOIN`, but not `IS DISTINCT FROM`. */
  private startsTables(): boolean {
    return this.isWord('join') || (this.isWord('from') && this.before.text !== 'distinct')
  }

  private table(): void {
    const { type, text } = this.now
    const isName = type === 'word' || type === 'name'
    if (!isName || !this.known.has(text) || this.after.text === '.' || this.after.text === '(')
      throw new Error(`There is no table ${text}; there are ${[...this.known].join(', ')}.`)
  }

  private function(): void {
    const { type, text } = this.now
    if (this.after.type !== 'sign' || this.after.text !== '(' || (type !== 'word' && type !== 'name')) return
    if (type === 'word' && BEFORE_BRACKET.has(text)) return
    // An alias with its own columns, `t (a, b)`, isn't a function either; it is not needed here.
    if (!FUNCTIONS.has(text)) throw new Error(`The function ${text} is not allowed here.`)
  }

  private refuseVerb(): void {
    const { type, text } = this.now
    // SQLite's own tables can be read without FROM, too: `x in sqlite_schema`.
    if ((type === 'word' || type === 'name') && /^(?:sqlite|pragma)_/.test(text))
      throw new Error(`There is no table ${text}; there are ${[...this.known].join(', ')}.`)
    if (type === 'word' && (VERBS.has(text) || (text === 'replace' && this.after.text !== '(')))
      throw new Error(`${text.toUpperCase()} is not allowed: the database is read with SELECT only.`)
  }

  private expect(sign: string): void {
    if (!this.isSign(sign)) throw new Error('A bracket is not closed.')
    this.at++
  }

  private isWord(text: string): boolean {
    return this.now.type === 'word' && this.now.text === text
  }
  private isSign(text: string): boolean {
    return this.now.type === 'sign' && this.now.text === text
  }
  private get now(): Token {
    return this.tokens[this.at] ?? END
  }
  private get before(): Token {
    return this.tokens[this.at - 1] ?? END
  }
  private get after(): Token {
    return this.tokens[this.at + 1] ?? END
  }
}

const END: Token = { type: 'end', text: '' }

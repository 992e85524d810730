import Database from 'libsql'
import { readdirSync, readFileSync } from 'node:fs'

export interface Article {
  readonly article: string
  readonly title: string
  readonly answer: string
}

export interface Hit {
  readonly article: string
  readonly title: string
  readonly snippet: string
  /** Higher fits better. */
  readonly score: number
}

const FOLDER = new URL('../../data/articles/', import.meta.url)

/** `# Title`, a blank line, the answer, then the words in which people ask. */
const readArticle = (file: string): Article & { readonly askedAs: string } => {
  const [heading = '', answer = '', askedAs = ''] = readFileSync(new URL(file, FOLDER), 'utf8').split('\n\n')
  return { article: file.replace(/\.md$/, ''), title: heading.replace(/^# /, ''), answer, askedAs }
}

const open = (): Database.Database => {
  const database = new Database(':memory:')
  database.exec(
    `create virtual table articles using fts5(article unindexed, title, answer, asked_as, tokenize = 'porter')`,
  )
  const insert = database.prepare('insert into articles values (?, ?, ?, ?)')
  for (const file of readdirSync(FOLDER).sort()) {
    const { article, title, answer, askedAs } = readArticle(file)
    insert.run(article, title, answer, askedAs)
  }
  return database
}

let opened: Database.Database | undefined

/** Any words as an FTS5 query: each is searched, and more matches come first. */
const toQuery = (text: string): string => (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(' OR ')

/** The articles that fit best, by BM25; a word in the title weighs most. */
export const search = (text: string, limit = 3): readonly (Hit & Pick<Article, 'answer'>)[] => {
  const query = toQuery(text)
  if (query === '') return []
  opened ??= open()
  const rows: unknown[] = opened
    .prepare(
      `select article, title, answer, snippet(articles, 2, '', '', '…', 16) as snippet,
        round(-bm25(articles, 0, 4, 1, 2), 3) as score
       from articles where articles match ? order by score desc, article limit ?`,
    )
    .all(query, limit)
  return rows as (Hit & Pick<Article, 'answer'>)[] // the columns selected above
}

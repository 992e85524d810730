import { useMemo } from 'react'
import css from './markdown.module.css'
import { parseMarkdown, parseSpans, type MarkdownBlock, type MarkdownSpan } from './parse-markdown.ts'

/** Markdown as React elements: it never becomes HTML; links and pictures are words. */
export function Markdown({ text }: { readonly text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  return (
    <div className={css.markdown}>
      {blocks.map((block, at) => (
        // Blocks have no identity but their place; so have items and spans below.
        <Block key={at} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { readonly block: MarkdownBlock }) {
  switch (block.type) {
    case 'heading': {
      const Heading = `h${block.level}` as const
      return (
        <Heading>
          <Spans text={block.text} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Spans text={block.text} />
        </p>
      )
    case 'quote':
      return (
        <blockquote>
          <Spans text={block.text} />
        </blockquote>
      )
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, at) => (
            <li key={at}>
              <Spans text={item} />
            </li>
          ))}
        </List>
      )
    }
  }
}

const Spans = ({ text }: { readonly text: string }) => parseSpans(text).map((span, at) => <Span key={at} span={span} />)

function Span({ span }: { readonly span: MarkdownSpan }) {
  switch (span.type) {
    case 'text':
      return span.text
    case 'strong':
      return <strong>{span.text}</strong>
    case 'emphasis':
      return <em>{span.text}</em>
    case 'code':
      return <code>{span.text}</code>
    case 'link':
      return (
        <>
          {span.text} <span className={css.target}>({span.target})</span>
        </>
      )
  }
}

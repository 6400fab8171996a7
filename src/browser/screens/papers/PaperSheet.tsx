import type { CSSProperties } from 'react'
import type { PaperBlock } from '../../../model/paper/paperBlock.ts'
import type { LabelMeasures, PaperLook } from '../../../model/views/paperDocument.ts'
import { useTranslate } from '../../data/session.tsx'

interface Props {
  readonly blocks: readonly PaperBlock[]
  readonly label: LabelMeasures | undefined
}

/** One paper, as it is printed. */
export function PaperSheet({ blocks, label }: Props) {
  const style: CSSProperties | undefined = label && { width: `${label.width}mm`, height: `${label.height}mm` }
  return (
    <article className="papers-sheet" style={style}>
      {blocks.map((block, at) => (
        // Blocks have no keys of their own and never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Block key={at} block={block} />
      ))}
    </article>
  )
}

function Block({ block }: { readonly block: PaperBlock }) {
  switch (block.kind) {
    case 'head':
      return (
        <header>
          <p className="is-large is-bold">{block.title}</p>
          {block.lines.map(line => (
            <p key={line} className="is-small">
              {line}
            </p>
          ))}
        </header>
      )
    case 'title':
      return <h2>{block.text}</h2>
    case 'words':
      return (
        <p className={lookClass(block.look)} style={{ textAlign: block.look.align, ...linesStyle(block.look) }}>
          {block.text}
        </p>
      )
    case 'facts':
      return <Facts facts={block.facts} name="papers-facts" />
    case 'totals':
      return <Facts facts={block.totals} name="papers-totals" />
    case 'table':
      return <Table table={block} />
    case 'bars':
      return <BarsFigure block={block} />
    case 'qr':
      return <SquaresFigure block={block} />
    case 'rule':
      return <hr />
    case 'sign':
      return (
        <div className="papers-sign">
          {block.names.map(name => (
            <p key={name}>{name}</p>
          ))}
        </div>
      )
  }
}

const lookClass = ({ size, bold }: PaperLook): string => `is-${size}${bold ? ' is-bold' : ''}`

const linesStyle = ({ lines }: PaperLook): CSSProperties =>
  lines === undefined ? {} : { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines, overflow: 'hidden' }

type FactsProps = { readonly facts: Extract<PaperBlock, { readonly kind: 'facts' }>['facts']; readonly name: string }

const Facts = ({ facts, name }: FactsProps) => (
  <dl className={name}>
    {facts.map(({ title, value }) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

function Table({ table: { columns, rows, sums } }: { readonly table: Extract<PaperBlock, { readonly kind: 'table' }> }) {
  const cells = (texts: readonly string[]) =>
    columns.map((column, at) => (
      // Cells have no keys of their own and never move.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <td key={at} style={{ textAlign: column.align }}>
        {texts[at]}
      </td>
    ))
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns may have one title
            <th key={at} scope="col" style={{ textAlign: column.align }}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no keys and never move
          <tr key={at}>{cells(row)}</tr>
        ))}
      </tbody>
      {sums ? (
        <tfoot>
          <tr>{cells(sums)}</tr>
        </tfoot>
      ) : null}
    </table>
  )
}

type Bars = Extract<PaperBlock, { readonly kind: 'bars' }>

function BarsFigure({ block: { text, drawn } }: { readonly block: Bars }) {
  const say = useTranslate()
  return (
    <figure className="papers-bars">
      {drawn ? (
        <svg
          role="img"
          aria-label={say('document.code-of', { text })}
          viewBox={`0 0 ${drawn.modules} 30`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          style={{ width: `${drawn.modules * 0.33}mm` }}
        >
          <path d={drawn.bars.map(({ at, modules }) => `M${at} 0h${modules}v30h-${modules}z`).join('')} />
        </svg>
      ) : null}
      <figcaption>{text}</figcaption>
    </figure>
  )
}

type Squares = Extract<PaperBlock, { readonly kind: 'qr' }>

function SquaresFigure({ block: { text, drawn } }: { readonly block: Squares }) {
  const say = useTranslate()
  if (!drawn) return <p className="is-small">{text}</p>
  const { size, dark } = drawn
  const path = Array.from(dark, (one, at) => (one === '1' ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : '')).join('')
  return (
    <svg
      role="img"
      aria-label={say('document.code-of', { text })}
      className="papers-qr"
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}

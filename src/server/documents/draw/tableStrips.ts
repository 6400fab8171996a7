import type { PaperBlock, PaperBlockColumn } from '../../../model/paper/paperBlock.ts'
import type { Letters } from './penText.ts'
import type { Across, Strip } from './strip.ts'

type TableBlock = Extract<PaperBlock, { readonly kind: 'table' }>

/** Most lines of one cell. */
const mostLines = 8
/** On a roll more columns than these have no room beside each other: the first stands on a line of its own. */
const besideOnRoll = 3

const aligned = { start: 'left', end: 'right', center: 'center' } as const

/** A cell's place in its strip. */
interface Place {
  readonly column: PaperBlockColumn
  readonly at: number
  readonly x: number
  readonly width: number
  /** Below the first column, which has a line of its own. */
  readonly below: boolean
}

/** The lines of a table; each page begins with the names of its columns. */
export function tableStrips(table: TableBlock, across: Across): Strip[] {
  const { measures } = across
  const places = placesOf(table.columns, across)
  const [normal, bold] = [{ size: measures.sizes.normal }, { size: measures.sizes.normal, bold: true }]
  const titles = table.columns.map(({ title }) => title)
  const head: Strip | undefined = titles.some(title => title !== '')
    ? lineStrip(titles, places, across, bold, 'under')
    : undefined
  const isForHand = table.columns.some(({ title }, at) => title !== '' && table.rows.every(row => row[at] === ''))
  const rows = table.rows.map((row): Strip => {
    const strip = lineStrip(row, places, across, normal, isForHand ? 'room' : undefined)
    return head ? { ...strip, head } : strip
  })
  const sums = table.sums ? [lineStrip(table.sums, places, across, bold, 'over')] : []
  return [...(head ? [head] : []), ...rows, ...sums]
}

function placesOf(columns: readonly PaperBlockColumn[], { measures, x, width }: Across): Place[] {
  const isStacked = measures.kind !== 'A4' && columns.length > besideOnRoll
  const beside = isStacked ? columns.slice(1) : columns
  const shares = beside.reduce((sum, { share }) => sum + share, 0)
  let left = x
  return columns.map((column, at) => {
    if (isStacked && at === 0) return { column, at, x, width, below: false }
    const room = (width * column.share) / shares
    const place = { column, at, x: left, width: room, below: isStacked }
    left += room
    return place
  })
}

/** One line of a table: `under` and `over` have a rule, `room` leaves some to write in. */
function lineStrip(
  texts: readonly string[],
  places: readonly Place[],
  { pen, measures, x, width }: Across,
  letters: Letters,
  rule?: 'under' | 'over' | 'room',
): Strip {
  const inset = measures.gap / 2
  const cells = places.map(place => ({
    ...place,
    lines: pen.wrap(texts[place.at] ?? '', Math.max(place.width - inset * 2, letters.size), letters, mostLines),
  }))
  const heightOf = (below: boolean): number =>
    Math.max(0, ...cells.filter(cell => cell.below === below).map(cell => cell.lines.length)) * pen.lineHeight(letters)
  const first = heightOf(false)
  const room = rule === 'room' ? pen.lineHeight(letters) / 2 : 0
  const height = first + heightOf(true) + inset * 2 + room
  return {
    height,
    draw: y => {
      for (const cell of cells)
        pen.write(
          cell.lines,
          { x: cell.x + inset, y: y + inset + room + (cell.below ? first : 0), width: cell.width - inset * 2 },
          letters,
          aligned[cell.column.align],
        )
      if (rule === undefined) return
      const at = rule === 'over' ? y : y + height
      const line = pen.document.moveTo(x, at).lineTo(x + width, at)
      line
        .lineWidth(rule === 'room' ? 0.25 : 0.5)
        .strokeColor('black')
        .stroke()
    },
  }
}

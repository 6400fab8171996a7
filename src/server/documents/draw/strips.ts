import type { PaperBlock } from '../../../model/paper/paperBlock.ts'
import type { Across, Strip } from './strip.ts'
import { tableStrips } from './tableStrips.ts'

/** The strips of a paper, from the top down. */
export const stripsOf = (blocks: readonly PaperBlock[], across: Across): Strip[] =>
  blocks.flatMap(block => blockStrips(block, across))

function blockStrips(block: PaperBlock, across: Across): Strip[] {
  switch (block.kind) {
    case 'head':
      return headStrips(block, across)
    case 'title':
      return [spaceOf(across), textStrip(block.text, { look: { size: 'normal', align: 'left', bold: true }, across })]
    case 'words':
      return [textStrip(block.text, { look: block.look, across })]
    case 'facts':
      return [...factStrips(block.facts, across), spaceOf(across)]
    case 'table':
      return [...tableStrips(block, across), spaceOf(across)]
    case 'totals':
      return totalStrips(block.totals, across)
    case 'bars':
      return [barsStrip(block, across)]
    case 'qr':
      return block.drawn
        ? [qrStrip(block.drawn, across)]
        : [textStrip(block.text, { look: { size: 'small', align: 'left' }, across })]
    case 'rule':
      return [ruleStrip(across)]
    case 'sign':
      return [signStrip(block.names, across)]
  }
}

const spaceOf = ({ measures }: Across): Strip => ({ height: measures.gap, draw: () => undefined })

interface TextStrip {
  readonly look: Extract<PaperBlock, { readonly kind: 'words' }>['look']
  readonly across: Across
}

function textStrip(text: string, { look, across: { pen, measures, x, width } }: TextStrip): Strip {
  const letters = { size: measures.sizes[look.size], bold: look.bold }
  const lines = pen.wrap(text, width, letters, look.lines)
  const height = lines.length * pen.lineHeight(letters) + measures.gap / 3
  return { height, draw: y => pen.write(lines, { x, y, width }, letters, look.align) }
}

function headStrips({ title, lines }: Extract<PaperBlock, { readonly kind: 'head' }>, across: Across): Strip[] {
  const align = across.measures.kind === 'A4' ? 'left' : 'center'
  return [
    textStrip(title, { look: { size: 'large', bold: true, align }, across }),
    ...lines.map(line => textStrip(line, { look: { size: 'small', align }, across })),
    ruleStrip(across),
  ]
}

function ruleStrip({ pen, measures, x, width }: Across): Strip {
  return {
    height: measures.gap * 2,
    draw: y =>
      void pen.document
        .moveTo(x, y + measures.gap)
        .lineTo(x + width, y + measures.gap)
        .lineWidth(0.5)
        .strokeColor('black')
        .stroke(),
  }
}

type Facts = Extract<PaperBlock, { readonly kind: 'facts' }>['facts']

/** On a sheet three beside each other, each value below its name; elsewhere a line each. */
function factStrips(facts: Facts, across: Across): Strip[] {
  const { pen, measures, x, width } = across
  if (measures.kind !== 'A4')
    return facts.map(({ title, value }) => textStrip(`${title}: ${value}`, { look: { size: 'normal', align: 'left' }, across }))
  const beside = 3
  const room = width / beside
  const [name, letters] = [{ size: measures.sizes.small }, { size: measures.sizes.normal }]
  const strips: Strip[] = []
  for (let at = 0; at < facts.length; at += beside) {
    const cells = facts.slice(at, at + beside).map(({ title, value }) => ({
      title: pen.wrap(title, room - measures.gap, name, 1),
      value: pen.wrap(value, room - measures.gap, letters, 12),
    }))
    const lines = Math.max(...cells.map(cell => cell.value.length))
    strips.push({
      height: pen.lineHeight(name) + lines * pen.lineHeight(letters) + measures.gap,
      draw: y => {
        for (const [place, cell] of cells.entries()) {
          const area = { x: x + place * room, width: room - measures.gap }
          pen.write(cell.title, { ...area, y }, name)
          pen.write(cell.value, { ...area, y: y + pen.lineHeight(name) }, letters)
        }
      },
    })
  }
  return strips
}

/** Amounts at the right, the last one marked. */
function totalStrips(totals: Facts, { pen, measures, x, width }: Across): Strip[] {
  const room = measures.kind === 'A4' ? width * 0.45 : width
  const left = x + width - room
  return totals.map(({ title, value }, at): Strip => {
    const isLast = at === totals.length - 1
    const letters = { size: measures.sizes[isLast ? 'large' : 'normal'], bold: isLast }
    const wide = Math.min(pen.widthOf(value, letters), room * 0.6)
    const names = pen.wrap(title, room - wide - measures.gap, letters, 2)
    const values = pen.wrap(value, room * 0.6, letters, 2)
    return {
      height: Math.max(names.length, values.length) * pen.lineHeight(letters) + measures.gap / 2,
      draw: y => {
        pen.write(names, { x: left, y, width: room }, letters)
        pen.write(values, { x: left, y, width: room }, letters, 'right')
      },
    }
  })
}

function barsStrip({ text, drawn }: Extract<PaperBlock, { readonly kind: 'bars' }>, { pen, measures, x, width }: Across): Strip {
  const letters = { size: measures.sizes.small }
  const lines = pen.wrap(text, width, letters, 2)
  const bars = drawn ? measures.bars : 0
  const module = drawn ? Math.min(width / drawn.modules, measures.module) : 0
  const wide = (drawn?.modules ?? 0) * module
  const left = measures.kind === 'label' || measures.kind === 'A4' ? x : x + (width - wide) / 2
  return {
    height: bars + lines.length * pen.lineHeight(letters) + measures.gap,
    draw: y => {
      for (const bar of drawn?.bars ?? []) pen.document.rect(left + bar.at * module, y, bar.modules * module, bars)
      pen.document.fillColor('black').fill()
      pen.write(lines, { x: left, y: y + bars + 1, width: Math.max(wide, width / 2) }, letters)
    },
  }
}

/** Drawn as squares, so that it is sharp on any printer; a tenth of its side stays white around. */
function qrStrip({ size, dark }: { readonly size: number; readonly dark: string }, { pen, measures, x, width }: Across): Strip {
  const side = Math.min(measures.qr, width)
  const module = (side * 0.8) / size
  const left = (measures.kind === 'label' || measures.kind === 'A4' ? x : x + (width - side) / 2) + side * 0.1
  return {
    height: side + measures.gap,
    draw: y => {
      for (let at = 0; at < dark.length; at += 1)
        if (dark[at] === '1')
          pen.document.rect(left + (at % size) * module, y + side * 0.1 + Math.floor(at / size) * module, module, module)
      pen.document.fillColor('black').fill()
    },
  }
}

function signStrip(names: readonly string[], { pen, measures, x, width }: Across): Strip {
  const room = width / names.length
  const letters = { size: measures.sizes.small }
  const above = measures.sizes.normal * 4
  return {
    height: above + pen.lineHeight(letters) * 2 + measures.gap,
    draw: y => {
      for (const [at, name] of names.entries()) {
        const left = x + at * room + measures.gap
        const wide = room - measures.gap * 2
        pen.document
          .moveTo(left, y + above)
          .lineTo(left + wide, y + above)
          .lineWidth(0.5)
          .strokeColor('black')
          .stroke()
        pen.write(pen.wrap(name, wide, letters, 2), { x: left, y: y + above + 3, width: wide }, letters, 'center')
      }
    },
  }
}

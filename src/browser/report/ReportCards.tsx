import { chakra } from '@chakra-ui/react/styled-system'
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { useEffect } from 'react'
import { formatDecimal } from '../../base/number.ts'
import { toneIcon } from '../../controls/Banner.tsx'
import { Icon } from '../../controls/Icon.tsx'
import { valueText, withNeededDecimals } from '../../kinds/valueText.ts'
import { columnFields, parameterFields } from '../../model/report/expressionFields.ts'
import type { Card, Figure, ResultColumn } from '../../model/report.ts'
import { useSession } from '../data/session.tsx'
import { keepFigure } from '../offline/lastFigures.ts'
import { RouterLink } from '../router/RouterLink.tsx'
import { CardGoal } from './CardGoal.tsx'
import { useDrill } from './drill/useDrill.ts'
import { MoreLink } from './MoreLink.tsx'
import { type ReportShared, useReport } from './reportContext.ts'
import { comparedChange, figureChange } from './run/figureChange.ts'
import { Sparkline } from './Sparkline.tsx'
import { useFigure } from './useFigure.ts'

const Grid = chakra('ul', {
  base: {
    listStyleType: 'none',
    display: 'grid',
    gap: '3',
    gridTemplateColumns: {
      base: 'repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr))',
      md: 'repeat(auto-fit, minmax(11.5rem, 1fr))',
    },
    // One alone is no banner, and many leave room for what stands under them.
    '& > :only-child': { maxWidth: { md: '24rem' } },
    // The third of three has a line of a phone to itself.
    '&:has(> :nth-of-type(3):last-of-type) > :last-of-type': { gridColumn: { base: '1 / -1', md: 'auto' } },
    // Six stand in one row where that has 58rem, else in two that are full: the last term is far below zero, or far above.
    '&:has(> :nth-of-type(6):last-of-type)': {
      gridTemplateColumns: {
        md: 'repeat(auto-fill, minmax(max((100% - 3.75rem) / 6, min((100% - 1.5rem) / 3, (58rem - 100%) * 999)), 1fr))',
      },
    },
    '&:has(> :nth-of-type(7))': {
      gap: '2',
      gridTemplateColumns: { md: 'repeat(auto-fit, minmax(8.25rem, 1fr))', xl: 'repeat(5, minmax(0, 1fr))' },
      '& > li': { px: '3', py: '2' },
      '& > li > p:nth-of-type(2)': { fontSize: '1.0625rem !important', lineHeight: '1.5rem !important' },
    },
    '@media print': { gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))' },
  },
})

const Box = chakra('li', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '0.5',
    minWidth: 0,
    // Figures are as large as the card lets them be: one that breaks is read as another.
    containerType: 'inline-size',
    px: '4',
    py: '3',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    breakInside: 'avoid',
    '& > p:first-of-type': { display: 'flex', alignItems: 'center', gap: '1.5', textStyle: 'label', color: 'fg.muted' },
    '& svg': { boxSize: '1rem', flexShrink: 0 },
  },
  variants: {
    // The whole card is its title's link.
    opens: {
      true: {
        position: 'relative',
        transition: 'border-color 120ms',
        _hover: { borderColor: 'accent.border' },
        '& > p:first-of-type a': { color: 'inherit', _hover: { color: 'fg' } },
        '& > p:first-of-type a::after': { content: '""', position: 'absolute', inset: '0', borderRadius: 'inherit' },
      },
    },
    toned: { true: { borderColor: 'colorPalette.border', '& > p:first-of-type svg': { color: 'colorPalette.fg' } } },
  },
})

/** Figures at a glance: the number large, its unit small, the change to the period before. */
export function ReportCards({ cards }: { readonly cards: readonly Card[] }) {
  const shared = useReport()
  const fields = parameterFields(shared.report.parameters)
  const shown = cards.filter(({ when }) => when === undefined || shared.evaluate(fields, when, shared.record) === true)
  return (
    <Grid>
      {shown.map(card => (
        <OneCard key={card.title} card={card} shared={shared} />
      ))}
    </Grid>
  )
}

const valueColumns: readonly ResultColumn[] = [
  { name: 'value', title: '', kind: 'decimal', required: false },
  { name: 'before', title: '', kind: 'decimal', required: false },
]

function OneCard({ card, shared }: { readonly card: Card; readonly shared: ReportShared }) {
  const figure = useFigure()
  const drill = useDrill()
  const open = drill(card.drill)?.address({})
  const value = figure(card.value)
  const before = card.before === undefined ? undefined : figure(card.before)
  const tone =
    card.toneWhen?.find(({ when }) => shared.evaluate(columnFields(valueColumns), when, { value, before }) === true)?.tone ??
    card.tone
  const Sign = tone === undefined ? undefined : toneIcon[tone]
  const as = withNeededDecimals(card.as, [value, before])
  const [unit, number, after] = parts(valueText(value, as), card.unit)
  const store = useSession().store?.nome_fantasia
  const text = [unit, number, after].filter(Boolean).join(' ')
  const isKnown = value !== undefined && value !== null
  useEffect(() => {
    // The first page as it opens: of another period they would be misread.
    if (isKnown && store !== undefined && location.pathname === '/' && location.search === '') keepFigure(store, card.title, text)
  }, [isKnown, store, card.title, text])
  return (
    <Box opens={open !== undefined} toned={tone !== undefined} {...(tone === undefined ? {} : { colorPalette: tone })}>
      <p>
        {card.icon ? <Icon name={card.icon} size="1rem" /> : Sign ? <Sign aria-hidden /> : null}
        {open === undefined ? card.title : <RouterLink to={open}>{card.title}</RouterLink>}
      </p>
      <chakra.p
        display="flex"
        alignItems="baseline"
        flexWrap="wrap"
        columnGap="1"
        fontSize={number.length > longNumber ? 'clamp(0.875rem, 13cqi, 1.5rem)' : 'clamp(1rem, 17cqi, 1.5rem)'}
        lineHeight={{ base: '1.75rem', md: '2rem' }}
        fontWeight="600"
        letterSpacing="-0.015em"
        overflowWrap="anywhere"
        css={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {unit ? <Small>{unit}</Small> : null}
        <chakra.span minWidth="0">{number}</chakra.span>
        {after ? <Small>{after}</Small> : null}
      </chakra.p>
      {card.before === undefined ? null : <Change card={card} value={value} before={before} shared={shared} as={as} />}
      {card.goal === undefined ? null : (
        <CardGoal value={value} goal={figure(card.goal)} pace={card.pace === undefined ? undefined : figure(card.pace)} as={as} />
      )}
      {card.note ? (
        <chakra.p fontSize="sm" color="fg.muted">
          {shared.say(card.note.message, noteParameters(card.note.of, figure))}
        </chakra.p>
      ) : null}
      <MoreLink more={card.link} position="relative" zIndex="1" alignSelf="start" />
      {card.spark ? <Sparkline spark={card.spark} /> : null}
    </Box>
  )
}

/** Figures under the names that a note's text has. */
const noteParameters = (of: Readonly<Record<string, Figure>>, figure: (wanted: Figure) => unknown) =>
  Object.fromEntries(
    Object.entries(of).map(([name, wanted]) => {
      const value = figure(wanted)
      return [name, typeof value === 'number' ? value : String(value ?? '')]
    }),
  )

/** Characters from which a figure is drawn smaller, to fit a phone's card: `99.999.999,99` still is large. */
const longNumber = 13

const Small = chakra('small', {
  base: { fontSize: 'md', lineHeight: '1', fontWeight: 'medium', color: 'fg.muted', letterSpacing: 'normal' },
})

/** A figure with its unit apart: `R$`, `12,50`. */
function parts(text: string, unit: string | undefined): readonly [string | undefined, string, string | undefined] {
  const money = /^(-?)R\$\s?(.+)$/.exec(text)
  if (money) return [`${money[1]}R$`, money[2] ?? '', unit]
  const percent = /^(.+?)\s?%$/.exec(text)
  return percent ? [undefined, percent[1] ?? text, '%'] : [undefined, text, unit]
}

interface ChangeProps {
  readonly card: Card
  readonly value: unknown
  readonly before: unknown
  readonly as: Card['as']
  readonly shared: ReportShared
}

const signs = { up: ArrowUpRight, down: ArrowDownRight, same: ArrowRight } as const

/** How a figure went against the period before, in a word, a sign and per cent; its colour says whether that is good. */
function Change({ card: { good, compared, nothingBefore }, value, before, as, shared: { say } }: ChangeProps) {
  const change = compared ? comparedChange(value, before) : figureChange(value, before)
  if (!change) return null
  // Of nothing there is neither a rise nor a fall.
  if (before === 0)
    return (
      <chakra.p fontSize="sm" color="fg.muted">
        {say(nothingBefore ?? 'report.nothing-before')}
      </chakra.p>
    )
  const { direction, percent } = change
  const Sign = signs[direction]
  const tone = good === undefined || direction === 'same' ? 'fg' : direction === good ? 'positive.fg' : 'danger.fg'
  return (
    <chakra.p fontSize="sm" display="flex" alignItems="center" flexWrap="wrap" columnGap="1" color="fg.muted">
      <chakra.span display="inline-flex" alignItems="center" gap="0.5" fontWeight="medium" color={tone}>
        <Sign aria-hidden />
        {percent === undefined
          ? say(`report.change-${direction}`)
          : say(`report.change-${direction}-by`, { percent: formatDecimal(Math.abs(percent), compared ? 1 : 2) })}
      </chakra.span>
      {say('report.before', { value: valueText(before, as) })}
    </chakra.p>
  )
}
